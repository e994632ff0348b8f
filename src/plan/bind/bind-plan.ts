import { genericRefusal, type Scope, type ViewLineages } from '../../access/index.ts';
import { type Catalog, createTableIndex, type TableIndex } from '../../catalog/index.ts';
import type { BoundPlan } from '../bound-plan.ts';
import { issue, type PlanIssue } from '../issue.ts';
import type { Plan } from '../plan.ts';
import { bindQuery } from './bind-query.ts';
import type { Binding } from './binding.ts';
import type { RefusalCause } from './refusal-reason.ts';

export interface BindOptions {
  readonly catalog: Catalog;
  readonly scope: Scope;
  readonly datasourceId: string;
  /** What stands behind the views of the catalog; without it views are closed to a restricted role. */
  readonly views?: ViewLineages | undefined;
  /** A join that follows no declared key is an error where keys are declared (default), else a warning. */
  readonly strictJoins?: boolean | undefined;
  /** A bare column name that two tables have is an error (default), else a warning. */
  readonly strictColumns?: boolean | undefined;
}

/** A bound plan with what should be known of it, or all that is wrong. */
export type PlanBinding =
  | { readonly status: 'bound'; readonly plan: BoundPlan; readonly warnings: readonly PlanIssue[] }
  | { readonly status: 'invalid'; readonly issues: readonly PlanIssue[] }
  /**
   * The caller may not see what the plan reads. `issues` is one SECURITY_VIOLATION in words that tell
   * nothing; `causes` are for records, which ask {@link refusalReason} what is behind them.
   */
  | {
      readonly status: 'refused';
      readonly issues: readonly PlanIssue[];
      readonly causes: readonly RefusalCause[];
    };

/**
 * Checks a plan against a catalog and a caller. Everything that is wrong is reported at once. For a
 * caller that does not see the whole datasource, what is denied is not in the catalog it is looked up in,
 * so that what is denied and what does not exist are one and the same.
 *
 * @example
 * const bound = bindPlan(plan, { catalog, scope: createScope(null, 'admin'), datasourceId: 'shop' });
 * if (bound.status === 'bound') generateSql(bound.plan, 'sqlite'); // { text, parameters }
 */
export function bindPlan(plan: Plan, options: BindOptions): PlanBinding {
  const { scope, datasourceId } = options;
  if (!scope.canReachDatasource(datasourceId)) return refused('', [{ kind: 'unseen-datasource' }]);
  const names = namesFor(options);
  const binding: Binding = {
    datasourceId,
    scope,
    strictJoins: options.strictJoins ?? true,
    strictColumns: options.strictColumns ?? true,
    catalog: options.catalog,
    ...names,
    cteNames: new Set(),
    issues: [],
    refusals: [],
    filteredTables: new Set(),
    tables: new Set(),
    columns: new Set(),
  };
  const { query } = bindQuery(binding, plan, { parent: null, ctes: [], path: '' });
  const [refusal] = binding.refusals;
  if (refusal !== undefined) {
    const causes = binding.refusals.map((found) => found.cause);
    return refused(refusal.path, causes);
  }
  if (binding.issues.some((found) => found.severity === 'error')) {
    return { status: 'invalid', issues: binding.issues };
  }
  const bound = {
    datasourceId,
    query,
    filteredTables: [...binding.filteredTables].sort(),
    tables: [...binding.tables].sort(),
    columns: [...binding.columns].sort(),
  };
  return { status: 'bound', plan: bound as unknown as BoundPlan, warnings: binding.issues };
}

function refused(path: string, causes: readonly RefusalCause[]): PlanBinding {
  return { status: 'refused', issues: [issue('SECURITY_VIOLATION', path, genericRefusal)], causes };
}

interface Names {
  readonly fullIndex: TableIndex;
  readonly visible: Catalog;
  readonly visibleIndex: TableIndex;
  readonly mayNameNames: boolean;
}

/** What a scope shows of a catalog is worked out once, not once per plan. */
const remembered = new WeakMap<Scope, WeakMap<Catalog, Map<string, Names>>>();

function namesFor({ scope, catalog, datasourceId, views }: BindOptions): Names {
  const byCatalog = remembered.get(scope) ?? new WeakMap<Catalog, Map<string, Names>>();
  remembered.set(scope, byCatalog);
  const byId = byCatalog.get(catalog) ?? new Map<string, Names>();
  byCatalog.set(catalog, byId);
  const key = JSON.stringify([datasourceId, views === undefined]);
  const known = byId.get(key);
  if (known !== undefined) return known;
  const visible = scope.visibleCatalog(datasourceId, catalog, views);
  const names: Names = {
    fullIndex: createTableIndex(catalog),
    visible,
    visibleIndex: createTableIndex(visible),
    mayNameNames: scope.reachesWholeDatasource(datasourceId),
  };
  byId.set(key, names);
  return names;
}
