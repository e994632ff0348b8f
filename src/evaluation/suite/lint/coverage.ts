import {
  type Catalog,
  createTableIndex,
  formatName,
  parseName,
  tableName,
} from '../../../catalog/index.ts';
import type { EvalCase } from '../model.ts';
import { type LintedCase, statementOf } from './linted-case.ts';

/** What the approved cases of some suites touch of a datasource, and what they leave out. */
export interface DatasourceCoverage {
  readonly datasource: string;
  readonly tables: Share;
  readonly columns: Share;
  /** Foreign keys, as `orders.customer_id → customers.id`. */
  readonly joins: Share;
}

/** A part of a whole, with what is missing in it. */
export interface Share {
  readonly covered: number;
  readonly of: number;
  readonly missing: readonly string[];
}

/** What cases touch of a datasource, by the names of {@link DatasourceCoverage}. */
export interface TouchedNames {
  readonly tables: ReadonlySet<string>;
  readonly columns: ReadonlySet<string>;
  readonly joins: ReadonlySet<string>;
}

/** Coverage of one datasource by the cases that run on it. */
export function coverageOf(
  datasource: string,
  catalog: Catalog,
  cases: readonly LintedCase[],
): DatasourceCoverage {
  const { tables, columns, joins } = touchedBy(catalog, cases);
  return {
    datasource,
    tables: shareOf(catalog.tables.map(tableName), tables),
    columns: shareOf(
      catalog.tables.flatMap((table) =>
        table.columns.map((column) => columnName(table, column.name)),
      ),
      columns,
    ),
    joins: shareOf(
      joinsOf(catalog).map((join) => join.name),
      joins,
    ),
  };
}

/** The tables, columns and foreign keys that cases touch, as the catalog spells them. */
export function touchedBy(catalog: Catalog, cases: readonly LintedCase[]): TouchedNames {
  const index = createTableIndex(catalog);
  const tables = new Set<string>();
  const columns = new Set<string>();
  const joins = new Set<string>();
  const allJoins = joinsOf(catalog);
  for (const linted of cases) {
    const touched = touchedNames(linted);
    const ownTables = new Set<string>();
    const ownColumns = new Set<string>();
    for (const name of touched.tables) {
      const found = index.find(name);
      if (found.status === 'found') ownTables.add(tableName(found.table));
    }
    for (const name of touched.columns) {
      const parts = parseName(name);
      const found = index.find(parts.slice(0, -1));
      if (found.status !== 'found') continue;
      const wanted = parts.at(-1)?.toLowerCase();
      const column = found.table.columns.find((known) => known.name.toLowerCase() === wanted);
      if (column) ownColumns.add(columnName(found.table, column.name));
    }
    const isRead = statementOf(linted.facts) !== null;
    for (const { name, from, to, columns: keyColumns } of allJoins) {
      // A table that points at itself, and two keys between the same tables, are told apart by columns.
      const isJoined = isRead ? keyColumns.every((column) => ownColumns.has(column)) : from !== to;
      if (ownTables.has(from) && ownTables.has(to) && isJoined) joins.add(name);
    }
    for (const name of ownTables) tables.add(name);
    for (const name of ownColumns) columns.add(name);
  }
  return { tables, columns, joins };
}

/** Roles of the policies that no approved case names. */
export function roleCoverage(roles: readonly string[], cases: readonly EvalCase[]): Share {
  const named = new Set(cases.flatMap((evalCase) => [...evalCase.outcome.keys()]));
  return shareOf(roles, named);
}

function touchedNames(linted: LintedCase): { tables: string[]; columns: string[] } {
  const facts = statementOf(linted.facts) === null ? null : linted.facts;
  return {
    tables: [...linted.case.tables, ...(facts?.tables ?? [])],
    columns: [...linted.case.columns, ...(facts?.columns ?? [])],
  };
}

function columnName(table: { schema: string; name: string }, column: string): string {
  return formatName([table.schema, table.name, column]);
}

interface Join {
  readonly name: string;
  readonly from: string;
  readonly to: string;
  /** The columns of both sides. */
  readonly columns: readonly string[];
}

function joinsOf(catalog: Catalog): Join[] {
  return catalog.tables.flatMap((table) =>
    table.foreignKeys.map((key) => ({
      name: `${formatName([table.name])}.${key.columns.join('+')} → ${formatName([key.referencedTable])}.${key.referencedColumns.join('+')}`,
      from: tableName(table),
      to: formatName([key.referencedSchema, key.referencedTable]),
      columns: [
        ...key.columns.map((column) => columnName(table, column)),
        ...key.referencedColumns.map((column) =>
          formatName([key.referencedSchema, key.referencedTable, column]),
        ),
      ],
    })),
  );
}

function shareOf(all: readonly string[], covered: ReadonlySet<string>): Share {
  const whole = [...new Set(all)];
  const missing = whole.filter((name) => !covered.has(name));
  return { covered: whole.length - missing.length, of: whole.length, missing };
}
