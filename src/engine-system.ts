import {
  createScope,
  genericRefusal,
  type Policies,
  type Scope,
  type UserValues,
} from './access/index.ts';
import type { Execution } from './datasources/index.ts';
import { type PlanTarget, runPlan } from './engine/index.ts';
import type { Observation, Question, System } from './evaluation/systems/index.ts';
import { type PlanReading, parsePlan, type RefusalCause, refusalReason } from './plan/index.ts';

/** What mode plans hands over of a case: the one thing a system may see besides the question. */
export interface CasePlan {
  /** Null for a case that the data cannot answer. */
  readonly plan: Readonly<Record<string, unknown>> | null;
}

export interface PlansSystemOptions {
  readonly planOf: (question: Question) => CasePlan | null;
  /** The databases of the run by id, with their catalogs. */
  readonly targets: ReadonlyMap<string, PlanTarget>;
  readonly policies: Policies | null;
  /** `$user.*` values of each role. */
  readonly users: Readonly<Record<string, UserValues>>;
}

/**
 * Our engine as a system under test, its plans written by hand: everything but the model is real. A case
 * without a plan is one the data cannot answer, and is answered so.
 */
export function createPlansSystem(options: PlansSystemOptions): System {
  const scopes = new Map<string, Scope>();
  const scopeOf = (role: string): Scope => {
    const known = scopes.get(role);
    if (known !== undefined) return known;
    const scope = createScope(options.policies, role, { user: options.users[role] ?? {} });
    scopes.set(role, scope);
    return scope;
  };
  // The roles of a case ask with one plan, which says the same to each: it is read once.
  const readings = new WeakMap<object, PlanReading>();
  const readingOf = (plan: object): PlanReading => {
    const reading = readings.get(plan) ?? parsePlan(plan);
    readings.set(plan, reading);
    return reading;
  };
  const shared = createSharedExecutions();
  return {
    name: 'plans',
    async ask(question, { signal }): Promise<Observation> {
      const scope = scopeOf(question.role);
      // A question that no datasource answers may name none; it is then asked of them all.
      const { datasources: named } = question;
      const asked = named.length > 0 ? named : [...options.targets.keys()];
      if (asked.length > 0 && !asked.some((id) => scope.canReachDatasource(id))) {
        return { kind: 'refused', message: genericRefusal };
      }
      const plan = options.planOf(question)?.plan ?? null;
      if (plan === null) return { kind: 'unanswerable' };
      const [id] = question.datasources;
      const target = id === undefined ? undefined : options.targets.get(id);
      if (id === undefined || target === undefined) {
        return { kind: 'error', message: `datasource "${id ?? '?'}" is not connected` };
      }
      const datasource = shared.of(question, target.datasource);
      const outcome = await runPlan(readingOf(plan), { ...target, datasource }, scope, signal);
      const datasources = [id];
      switch (outcome.status) {
        case 'rows':
          return {
            kind: 'rows',
            result: outcome.result,
            sql: outcome.sql.text,
            datasources,
            ...(outcome.filteredTables.length > 0 ? { filtered: outcome.filteredTables } : {}),
          };
        case 'refused':
          return {
            kind: 'refused',
            message: outcome.message,
            ...(isWeak(outcome.causes, target, scope) ? { weak: 'unknown-name' as const } : {}),
          };
        case 'invalid':
          return {
            kind: 'error',
            message: `the plan is not valid: ${outcome.issues
              .filter((issue) => issue.severity === 'error')
              .map((issue) => `${issue.path}: ${issue.message}`)
              .join('; ')}`,
          };
        case 'failed':
          return { kind: 'error', message: outcome.message };
      }
    },
  };
}

/** Whether a refusal was for names that nobody has; found out for the record, once the role is refused. */
function isWeak(
  causes: readonly RefusalCause[],
  { catalog, datasource }: PlanTarget,
  scope: Scope,
): boolean {
  return refusalReason(causes, { catalog, scope, datasourceId: datasource.id }) === 'unknown-name';
}

/** Cases whose executions are remembered; more than are ever at hand at once. */
const rememberedCases = 32;

/**
 * The roles of a case mostly get the same SQL: it runs once per case and database. Every role's plan is
 * still checked and its SQL generated anew, and nothing outlives the case.
 */
function createSharedExecutions(): {
  of(question: Question, datasource: PlanTarget['datasource']): PlanTarget['datasource'];
} {
  const cases = new Map<string, Map<string, Promise<Execution>>>();
  const executionsOf = (key: string): Map<string, Promise<Execution>> => {
    const known = cases.get(key) ?? new Map<string, Promise<Execution>>();
    cases.delete(key);
    cases.set(key, known);
    const [oldest] = cases.keys();
    if (cases.size > rememberedCases && oldest !== undefined) cases.delete(oldest);
    return known;
  };
  return {
    of({ suite, id }, datasource) {
      const executions = executionsOf(JSON.stringify([suite, id, datasource.id]));
      return {
        id: datasource.id,
        dialect: datasource.dialect,
        execute(query, limits) {
          const key = JSON.stringify([query.text, query.parameters]);
          let execution = executions.get(key);
          if (execution === undefined) {
            execution = datasource.execute(query, limits).then((ended) => {
              // Only rows are the same for everyone; what was stopped is asked again.
              if (ended.status !== 'rows') executions.delete(key);
              return ended;
            });
            executions.set(key, execution);
          }
          return execution;
        },
      };
    },
  };
}
