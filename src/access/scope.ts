import type { Catalog } from '../catalog/index.ts';
import type { Expression } from '../expression/index.ts';
import type { Pattern } from './pattern.ts';
import type { Policies, RolePolicy } from './policies.ts';
import { isSystemCatalog, namesSystemCatalog } from './system-catalog.ts';
import { bindUserValues } from './user-values.ts';
import { isViewReadable, type ViewLineage, type ViewLineages } from './view-lineage.ts';
import { createVisibleCatalog } from './visible-catalog.ts';

/** A table by its full name, as the catalog spells it. */
export interface TableName {
  readonly schema: string;
  readonly name: string;
}

/** The rows a caller sees of a table. `missing-user-value` reads as: no row at all, refuse. */
export type RowFilters =
  | { readonly status: 'all-rows' }
  | { readonly status: 'filtered'; readonly filters: readonly Expression<never>[] }
  | { readonly status: 'missing-user-value'; readonly keys: readonly string[] };

/**
 * What one caller may see: the one place that decides, for introspection, retrieval, plans and raw SQL
 * alike. It fails closed: an unknown role, an unknown table and a missing value grant nothing.
 */
export interface Scope {
  readonly role: string | null;
  /** Whether a refusal may name the table it is about. */
  readonly refusalNamesTables: boolean;
  /** Whether some table of the datasource may be readable. */
  canReachDatasource(datasourceId: string): boolean;
  /** Whether no table, column or row of the datasource is withheld, so that names are no secret. */
  reachesWholeDatasource(datasourceId: string): boolean;
  /** For a table; a view is decided by {@link canReadView}. */
  canReadTable(datasourceId: string, table: TableName): boolean;
  canReadColumn(datasourceId: string, table: TableName, column: string): boolean;
  /** Whether a view may be read, by what stands behind it; an unknown lineage is a no where anything is withheld. */
  canReadView(datasourceId: string, view: TableName, lineage: ViewLineage | undefined): boolean;
  /** Whether a rule denies what stands behind a view. Behind a view nothing needs an allow. */
  withholdsTable(datasourceId: string, table: TableName): boolean;
  withholdsColumn(datasourceId: string, table: TableName, column: string): boolean;
  rowFilters(datasourceId: string, table: TableName): RowFilters;
  /**
   * The catalog without what this caller may not see, and without keys and texts that would name it: one
   * object per catalog, however often it is asked for.
   */
  visibleCatalog(datasourceId: string, catalog: Catalog, views?: ViewLineages): Catalog;
}

/** Values of the caller for `$user.KEY` in row filters. */
export type UserValues = Readonly<Record<string, string | number | boolean>>;

/** Said to whoever asks for what they may not see, and for what does not exist. */
export const genericRefusal = 'You do not have permission to see the data this question requires.';

/**
 * The scope of a caller.
 *
 * @param policies null: no policies, every role is unrestricted
 * @param role null: the policies' default role
 * @example
 * createScope(policies, 'viewer').canReadTable('shop', { schema: 'main', name: 'orders' }); // false
 */
export function createScope(
  policies: Policies | null,
  role: string | null,
  { user = {} }: { readonly user?: UserValues } = {},
): Scope {
  if (policies === null) return scopeOf(role, false, unrestricted, user);
  if (policies.allowAll) return scopeOf(role, policies.refusalNamesTables, everything, user);
  const name = role ?? policies.defaultRole;
  const rules = (name === null ? undefined : policies.roles.get(name)) ?? nothing;
  return scopeOf(name, policies.refusalNamesTables, rules, user);
}

type Rules = RolePolicy & { readonly isUnrestricted?: true };

const nothing: Rules = {
  description: null,
  allow: [],
  deny: [],
  allowColumns: [],
  denyColumns: [],
  rowFilters: [],
};
const anyPart = { text: '*', matches: () => true };
const everything: Rules = {
  ...nothing,
  allow: [{ text: '*', parts: [anyPart, anyPart, anyPart] }],
};
const unrestricted: Rules = { ...everything, isUnrestricted: true };

function scopeOf(
  role: string | null,
  refusalNamesTables: boolean,
  rules: Rules,
  user: UserValues,
): Scope {
  const concerns = (pattern: Pattern, id: string) => pattern.parts[0]?.matches(id) === true;
  const covers = (pattern: Pattern, id: string) =>
    concerns(pattern, id) &&
    /^\*+$/.test(pattern.parts[1]?.text ?? '') &&
    /^\*+$/.test(pattern.parts[2]?.text ?? '');

  const withholdsTable = (id: string, table: TableName) =>
    rules.deny.some((pattern) => matchesTable(pattern, id, table));
  const canReadTable = (id: string, table: TableName) => {
    if (rules.isUnrestricted) return true;
    const needsNaming = isSystemCatalog(table);
    return (
      !withholdsTable(id, table) &&
      rules.allow.some(
        (pattern) =>
          matchesTable(pattern, id, table) && (!needsNaming || namesSystemCatalog(pattern)),
      )
    );
  };
  const withholdsColumn = (id: string, table: TableName, column: string) => {
    const own = (pattern: Pattern) => matchesTable(pattern, id, table);
    const hit = (pattern: Pattern) => own(pattern) && pattern.parts[3]?.matches(column) === true;
    const listed = rules.allowColumns.filter(own);
    return rules.denyColumns.some(hit) || (listed.length > 0 && !listed.some(hit));
  };
  const rowFilters = (id: string, table: TableName): RowFilters => {
    const own = rules.rowFilters.filter((rule) => matchesTable(rule.table, id, table));
    return own.length === 0 ? { status: 'all-rows' } : bindUserValues(own, user);
  };
  const withholdsAnything = (id: string) =>
    [...rules.deny, ...rules.denyColumns, ...rules.allowColumns].some((pattern) =>
      concerns(pattern, id),
    ) || rules.rowFilters.some((rule) => concerns(rule.table, id));

  const visible = new WeakMap<Catalog, Map<string, Catalog>>();
  const scope: Scope = {
    role,
    refusalNamesTables,
    canReachDatasource: (id) =>
      rules.allow.some((pattern) => concerns(pattern, id)) &&
      !rules.deny.some((pattern) => covers(pattern, id)),
    reachesWholeDatasource: (id) =>
      rules.allow.some((pattern) => covers(pattern, id)) && !withholdsAnything(id),
    canReadTable,
    canReadColumn: (id, table, column) =>
      canReadTable(id, table) && !withholdsColumn(id, table, column),
    canReadView: (id, view, lineage) =>
      canReadTable(id, view) &&
      (!withholdsAnything(id) || isViewReadable(scope, id, view, lineage)),
    withholdsTable,
    withholdsColumn,
    rowFilters,
    visibleCatalog: (id, catalog, views) => {
      const known = visible.get(catalog) ?? new Map<string, Catalog>();
      visible.set(catalog, known);
      const key = JSON.stringify([id, views === undefined]);
      const made = known.get(key) ?? createVisibleCatalog(scope, id, catalog, views);
      known.set(key, made);
      return made;
    },
  };
  return scope;
}

function matchesTable(pattern: Pattern, id: string, table: TableName): boolean {
  const [datasource, schema, name] = pattern.parts;
  return (
    datasource?.matches(id) === true &&
    schema?.matches(table.schema) === true &&
    name?.matches(table.name) === true
  );
}
