import type { Scope, ViewLineages } from '../access/index.ts';
import type { Catalog, ResultSet } from '../catalog/index.ts';
import type { Datasource } from '../datasources/index.ts';
import {
  bindPlan,
  type GeneratedSql,
  generateSql,
  type PlanIssue,
  type PlanReading,
  type RefusalCause,
} from '../plan/index.ts';

/** Where a plan runs, and what holds there. */
export interface PlanTarget {
  readonly datasource: Pick<Datasource, 'id' | 'dialect' | 'execute'>;
  readonly catalog: Catalog;
  /** What stands behind the views of the catalog. */
  readonly views: ViewLineages;
  readonly rowLimit: number;
  readonly timeoutMs: number;
}

/** What became of a plan. */
export type PlanOutcome =
  | {
      readonly status: 'rows';
      readonly result: ResultSet;
      readonly sql: GeneratedSql;
      /** Tables whose rows a filter of the caller thinned. */
      readonly filteredTables: readonly string[];
    }
  | {
      readonly status: 'refused';
      readonly message: string;
      readonly causes: readonly RefusalCause[];
    }
  | { readonly status: 'invalid'; readonly issues: readonly PlanIssue[] }
  | { readonly status: 'failed'; readonly message: string };

/**
 * Takes a plan, as `parsePlan` read it, to its rows: bind against catalog and caller, generate, execute.
 * Nothing is kept between two calls, so the rows are always those of this plan and this caller.
 */
export async function runPlan(
  reading: PlanReading,
  target: PlanTarget,
  scope: Scope,
  signal?: AbortSignal,
): Promise<PlanOutcome> {
  const { datasource, catalog, views, rowLimit, timeoutMs } = target;
  if (reading.status === 'invalid') return reading;
  const binding = bindPlan(reading.plan, { catalog, views, scope, datasourceId: datasource.id });
  if (binding.status === 'invalid') return binding;
  if (binding.status === 'refused') {
    const message = binding.issues[0]?.message ?? '';
    return { status: 'refused', message, causes: binding.causes };
  }
  const sql = generateSql(binding.plan, datasource.dialect);
  const execution = await datasource.execute(sql, {
    rowLimit,
    timeoutMs,
    ...(signal === undefined ? {} : { signal }),
  });
  switch (execution.status) {
    case 'rows': {
      const { filteredTables } = binding.plan;
      return { status: 'rows', result: execution.result, sql, filteredTables };
    }
    case 'timeout':
      return { status: 'failed', message: `the query ran past ${execution.timeoutMs} ms` };
    case 'aborted':
      return { status: 'failed', message: 'the run was stopped' };
    default:
      return { status: 'failed', message: execution.message };
  }
}
