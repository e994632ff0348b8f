import {
  type Catalog,
  createTableIndex,
  formatName,
  parseName,
  tableName,
} from '../../catalog/index.ts';
import type { EvalCase } from '../suite/index.ts';
import type { GoldColumn, GoldTable, RetrievalGold } from './retrieval-evidence.ts';

/** A catalog of the case's datasources, with its names ready for look-ups. */
export interface GoldCatalog {
  readonly datasource: string;
  readonly find: ReturnType<typeof createTableIndex>['find'];
}

/** Prepares a catalog for {@link resolveGold}. */
export function createGoldCatalog(datasource: string, catalog: Catalog): GoldCatalog {
  return { datasource, find: createTableIndex(catalog).find };
}

/**
 * Resolves the names of a case: with or without the schema, in any case, in the first datasource that has
 * them. A column is `table.column` or `schema.table.column`.
 */
export function resolveGold(evalCase: EvalCase, catalogs: readonly GoldCatalog[]): RetrievalGold {
  const problems: string[] = [];
  const table = (name: string): GoldTable | null => {
    let isAmbiguous = false;
    for (const { datasource, find } of catalogs) {
      const found = find(name);
      if (found.status === 'found') return { datasource, name: tableName(found.table) };
      if (found.status === 'ambiguous') isAmbiguous = true;
    }
    const ids = catalogs.map(({ datasource }) => datasource).join(', ') || 'no datasource';
    problems.push(
      isAmbiguous
        ? `"${name}" is the name of several tables in ${ids}; write it with its schema`
        : `no table "${name}" in ${ids}`,
    );
    return null;
  };
  const sets = [evalCase.tables, ...(evalCase.tables_any_of ?? [])].filter((set) => set.length > 0);
  const alternatives = sets.map((set) => set.flatMap((name) => table(name) ?? []));
  const columns = evalCase.columns.flatMap((name): GoldColumn[] => {
    const parts = parseName(name);
    const owner = table(formatName(parts.slice(0, -1)));
    if (owner === null) return [];
    const wanted = (parts.at(-1) ?? '').toLowerCase();
    const found = catalogs
      .find(({ datasource }) => datasource === owner.datasource)
      ?.find(owner.name);
    const column =
      found?.status === 'found'
        ? found.table.columns.find((candidate) => candidate.name.toLowerCase() === wanted)
        : undefined;
    if (column !== undefined) return [{ ...owner, column: column.name }];
    problems.push(`no column "${parts.at(-1)}" in ${owner.name}`);
    return [];
  });
  return problems.length > 0
    ? { status: 'unresolved', message: problems.join('; ') }
    : { status: 'resolved', alternatives: alternatives.map(distinct), columns };
}

function distinct(tables: readonly GoldTable[]): GoldTable[] {
  const seen = new Set<string>();
  return tables.filter(({ datasource, name }) => {
    const key = JSON.stringify([datasource, name]);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
