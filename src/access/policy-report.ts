import { type Catalog, tableName } from '../catalog/index.ts';
import type { Pattern } from './pattern.ts';
import type { Policies, RolePolicy } from './policies.ts';
import { createScope, type UserValues } from './scope.ts';
import { isSystemCatalog } from './system-catalog.ts';
import type { ViewLineages } from './view-lineage.ts';

/** A datasource as a role sees it. */
export interface VisibleDatasource {
  readonly tables: readonly string[];
  /** Columns of those tables that the role may not read. */
  readonly hiddenColumns: readonly string[];
  /** Tables whose rows are thinned; `missing` names the user values that are not given. */
  readonly filteredTables: readonly {
    readonly table: string;
    readonly missing: readonly string[];
  }[];
}

/** A rule that changes nothing, and why. */
export interface IdleRule {
  readonly role: string;
  /** `deny[0]: shop.main.staf`. */
  readonly rule: string;
  readonly reason: string;
}

export interface PolicyReport {
  readonly roles: Readonly<Record<string, Readonly<Record<string, VisibleDatasource>>>>;
  readonly idleRules: readonly IdleRule[];
}

export interface ReportedDatasource {
  readonly catalog: Catalog;
  readonly views: ViewLineages;
}

/** What each role sees of each datasource, and which rules say nothing. */
export function reportPolicies(
  policies: Policies,
  datasources: ReadonlyMap<string, ReportedDatasource>,
  users: Readonly<Record<string, UserValues>> = {},
): PolicyReport {
  const roles = policies.allowAll ? ['(every role)'] : [...policies.roles.keys()];
  return {
    roles: Object.fromEntries(
      roles.map((role) => [role, visibleTo(policies, role, datasources, users[role] ?? {})]),
    ),
    idleRules: [...policies.roles].flatMap(([role, rules]) => idleRules(role, rules, datasources)),
  };
}

function visibleTo(
  policies: Policies,
  role: string,
  datasources: ReadonlyMap<string, ReportedDatasource>,
  user: UserValues,
): Record<string, VisibleDatasource> {
  const scope = createScope(policies, role, { user });
  const entries = [...datasources].map(([id, { catalog, views }]) => {
    const visible = scope.visibleCatalog(id, catalog, views);
    const hiddenColumns = visible.tables.flatMap((table) => {
      const all = catalog.tables.find(
        (other) => other.schema === table.schema && other.name === table.name,
      );
      return (all?.columns ?? [])
        .filter((column) => !scope.canReadColumn(id, table, column.name))
        .map((column) => `${tableName(table)}.${column.name}`);
    });
    const filteredTables = visible.tables.flatMap((table) => {
      const rows = scope.rowFilters(id, table);
      return rows.status === 'all-rows'
        ? []
        : [
            {
              table: tableName(table),
              missing: rows.status === 'missing-user-value' ? rows.keys : [],
            },
          ];
    });
    return [id, { tables: visible.tables.map(tableName), hiddenColumns, filteredTables }] as const;
  });
  return Object.fromEntries(entries);
}

function idleRules(
  role: string,
  rules: RolePolicy,
  datasources: ReadonlyMap<string, ReportedDatasource>,
): IdleRule[] {
  const tables = [...datasources].flatMap(([id, { catalog }]) =>
    catalog.tables.map((table) => ({ id, table })),
  );
  const covers = (pattern: Pattern, { id, table }: (typeof tables)[number]) =>
    pattern.parts[0]?.matches(id) === true &&
    pattern.parts[1]?.matches(table.schema) === true &&
    pattern.parts[2]?.matches(table.name) === true;
  const isDenied = (entry: (typeof tables)[number]) =>
    rules.deny.some((pattern) => covers(pattern, entry));
  const isAllowed = (entry: (typeof tables)[number]) =>
    rules.allow.some((pattern) => covers(pattern, entry));
  const found: IdleRule[] = [];
  const check = (
    key: string,
    patterns: readonly Pattern[],
    reasonFor: (own: typeof tables, pattern: Pattern) => string | null,
  ) => {
    patterns.forEach((pattern, index) => {
      const name = pattern.parts[2]?.text ?? '';
      // Rules about system catalogs are about tables no catalog lists.
      if (isSystemCatalog({ schema: pattern.parts[1]?.text ?? '', name })) return;
      const own = tables.filter((entry) => covers(pattern, entry));
      const reason = own.length === 0 ? 'no table here matches it' : reasonFor(own, pattern);
      if (reason !== null) {
        found.push({ role, rule: `${key}[${index}]: ${pattern.text}`, reason });
      }
    });
  };
  const unreached = (own: typeof tables) =>
    own.some((entry) => isAllowed(entry) && !isDenied(entry))
      ? null
      : 'the role reaches none of its tables';
  const column = (own: typeof tables, pattern: Pattern) =>
    own.some(({ table }) => table.columns.some(({ name }) => pattern.parts[3]?.matches(name)))
      ? unreached(own)
      : 'no column here matches it';
  check('allow', rules.allow, (own) => (own.every(isDenied) ? 'deny takes all of it away' : null));
  check('deny', rules.deny, (own) => (own.some(isAllowed) ? null : 'nothing it denies is allowed'));
  check('allow_columns', rules.allowColumns, column);
  check('deny_columns', rules.denyColumns, column);
  check(
    'row_filters',
    rules.rowFilters.map((rule) => rule.table),
    unreached,
  );
  return found;
}
