import type { Catalog, WithheldNames } from '../catalog/index.ts';
import { type AnalyzeOptions, analyzeSql, type SqlFacts } from '../sql/index.ts';
import { judgeSqlReads, type SqlReads } from './judge-sql.ts';
import type { Scope, TableName } from './scope.ts';
import type { ViewLineages } from './view-lineage.ts';

/** What a caller may do with a SQL text: run it on its rows of these tables, or nothing. */
export type SqlDecision =
  | { readonly status: 'allowed'; readonly filteredTables: readonly TableName[] }
  | { readonly status: 'refused' };

export interface DecideSqlOptions extends AnalyzeOptions {
  readonly scope: Scope;
  readonly datasourceId: string;
  /** What stands behind the views of the catalog; without it views are closed to a restricted role. */
  readonly views?: ViewLineages | undefined;
}

const refused: SqlDecision = { status: 'refused' };

/**
 * Answers a caller who hands in SQL. The text is read against what the caller sees: what is denied and what
 * nobody has are both names that are not there, so the answer, its facts and its time are the same. Which
 * of the two it was, `judgeSqlReads` can tell afterwards and elsewhere.
 *
 * @example
 * const { decision } = await decideSql('SELECT 1', { dialect, catalog, scope, datasourceId: 'shop' });
 * decision.status; // 'allowed'
 */
export async function decideSql(
  sql: string,
  { scope, datasourceId, views, catalog = null, ...options }: DecideSqlOptions,
): Promise<{ readonly decision: SqlDecision; readonly facts: SqlFacts }> {
  const seen = catalog && catalogForSql(scope, datasourceId, catalog, views);
  const facts = await analyzeSql(sql, { ...options, catalog: seen });
  let decision = refused;
  for (const { reads } of facts.statements) {
    decision = decideReads(reads, scope, datasourceId, views);
    if (decision.status === 'refused') break;
  }
  return { decision, facts };
}

function decideReads(
  reads: SqlReads,
  scope: Scope,
  id: string,
  views: ViewLineages | undefined,
): SqlDecision {
  const { isComplete, unknownNames, catalogFunctions } = reads;
  const isKnown = isComplete && unknownNames.length === 0 && catalogFunctions.length === 0;
  if (!isKnown && !scope.reachesWholeDatasource(id)) return refused;
  const judgement = judgeSqlReads(reads, scope, id, views);
  return judgement.status === 'allowed' ? judgement : refused;
}

const catalogs = new WeakMap<Catalog, Catalog>();

/**
 * The catalog that SQL of a caller is read against: the visible one, and apart from it the names whose
 * absence would make a text mean something else than to the database. One object per scope and catalog.
 */
export function catalogForSql(
  scope: Scope,
  datasourceId: string,
  catalog: Catalog,
  views?: ViewLineages,
): Catalog {
  const visible = scope.visibleCatalog(datasourceId, catalog, views);
  const made = catalogs.get(visible) ?? { ...visible, withheld: namesWithheld(catalog, visible) };
  catalogs.set(visible, made);
  return made;
}

function namesWithheld(catalog: Catalog, visible: Catalog): WithheldNames {
  const keyOf = ({ schema, name }: TableName) => JSON.stringify([schema, name]);
  const seen = new Map(visible.tables.map((table) => [keyOf(table), table.columns]));
  const tables: TableName[] = [];
  const columns: WithheldNames['columns'][number][] = [];
  for (const { schema, name, columns: all } of catalog.tables) {
    const table = { schema, name };
    const own = seen.get(keyOf(table));
    if (own === undefined) {
      tables.push(table);
      continue;
    }
    const names = new Set(own.map((column) => column.name));
    all.forEach((column, position) => {
      if (!names.has(column.name)) columns.push({ table, position, column });
    });
  }
  return { tables, columns };
}
