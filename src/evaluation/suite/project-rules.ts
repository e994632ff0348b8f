import { type Catalog, createTableIndex, parseName, type TableIndex } from '../../catalog/index.ts';
import type { CaseField } from './case-fields.ts';
import type { Remark, Report } from './findings.ts';
import type { Finding } from './model.ts';
import type { CaseReading } from './read-case.ts';
import { suggestFix } from './suggest.ts';

/** What a project knows, to hold the names in a suite against. */
export interface SuiteProject {
  readonly datasources: readonly string[];
  /** The roles of the policies; left out where there are no policies. */
  readonly roles?: readonly string[];
  /** Shapes of the datasources that could be read, by id. */
  readonly catalogs?: ReadonlyMap<string, Catalog>;
  /** `error` in a check, `warning` in a run; default `error`. */
  readonly severity?: Finding['severity'];
}

/** Makes the check of one case's names against a project; catalogs are indexed once. */
export function createProjectCheck(
  project: SuiteProject,
): (reading: CaseReading, report: Report) => void {
  const indexes = new Map<string, TableIndex>();
  const catalogs = project.catalogs ?? new Map<string, Catalog>();
  for (const [id, catalog] of catalogs) indexes.set(id, createTableIndex(catalog));

  return ({ case: evalCase, places }, report) => {
    const say = (field: CaseField, remark: Omit<Remark, 'offset' | 'field' | 'severity'>) => {
      report({
        ...remark,
        severity: project.severity ?? 'error',
        field,
        offset: places.get(field) ?? null,
      });
    };
    for (const id of evalCase.datasources) {
      if (project.datasources.includes(id)) continue;
      say('datasources', {
        code: 'unknown-datasource',
        message: `unknown datasource "${id}"`,
        fix: suggestFix(id, project.datasources),
      });
    }
    for (const role of evalCase.outcome.keys()) {
      if (project.roles === undefined || project.roles.includes(role)) continue;
      say('outcome', {
        code: 'unknown-role',
        message: `unknown role "${role}"`,
        fix: suggestFix(role, project.roles),
      });
    }
    const own = evalCase.datasources.flatMap((id) => {
      const index = indexes.get(id);
      const catalog = catalogs.get(id);
      return index && catalog ? [{ id, index, catalog }] : [];
    });
    // Names can only be judged when the shape of every datasource of the case is known.
    if (own.length === 0 || own.length < evalCase.datasources.length) return;
    for (const name of [...evalCase.tables, ...(evalCase.tables_any_of ?? []).flat()]) {
      if (own.some(({ id, index }) => findTable(index, id, parseName(name)))) continue;
      const known = own.flatMap(({ catalog }) => catalog.tables.map((table) => table.name));
      say(evalCase.tables.includes(name) ? 'tables' : 'tables_any_of', {
        code: 'unknown-table',
        message: `unknown table "${name}" in ${evalCase.datasources.join(', ')}`,
        fix: suggestFix(parseName(name).at(-1) ?? name, known),
      });
    }
    for (const name of evalCase.columns) {
      const parts = parseName(name);
      const column = parts.at(-1) ?? '';
      const tables = own.flatMap(({ id, index }) => {
        const table = findTable(index, id, parts.slice(0, -1));
        return table ? [table] : [];
      });
      const names = tables.flatMap((table) => table.columns.map((known) => known.name));
      const isKnown = names.some((known) => known.toLowerCase() === column.toLowerCase());
      if (isKnown) continue;
      const tableText = parts.slice(0, -1).join('.');
      say('columns', {
        code: tables.length > 0 ? 'unknown-column' : 'unknown-table',
        message:
          tables.length > 0
            ? `unknown column "${column}" in ${tableText}`
            : `unknown table "${tableText}" of column "${name}"`,
        fix:
          tables.length > 0
            ? suggestFix(column, names)
            : tableText === ''
              ? 'Write a column with its table: Customer.Country.'
              : suggestFix(
                  parts.at(-2) ?? '',
                  own.flatMap(({ catalog }) => catalog.tables.map((table) => table.name)),
                ),
      });
    }
  };
}

/** A table by its name, which may begin with the datasource's id. */
function findTable(index: TableIndex, datasource: string, parts: readonly string[]) {
  if (parts.length === 0) return undefined;
  const bare = parts.length > 1 && parts[0] === datasource ? parts.slice(1) : undefined;
  for (const name of bare ? [parts, bare] : [parts]) {
    const found = index.find(name);
    if (found.status === 'found') return found.table;
    if (found.status === 'ambiguous') return found.tables[0];
  }
  return undefined;
}
