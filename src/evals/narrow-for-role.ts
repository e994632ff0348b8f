import { createScope, judgeSqlReads } from '../access/index.ts';
import type { Catalog } from '../catalog/index.ts';
import type { Project } from '../config/index.ts';
import type { Datasource } from '../datasources/index.ts';
import type { GoldDatabase } from '../evaluation/suite/index.ts';
import { analyzeSql, viewLineages } from '../sql/index.ts';
import { missingUserValue, usersOf } from './user-values.ts';

/** How gold is narrowed to the rows of a role; nothing where the project has no row filters. */
export function narrowing(
  project: Project,
  datasource: Datasource,
): Pick<GoldDatabase, 'narrowFor'> {
  const { policies } = project;
  const roles = policies === null ? [] : [...policies.roles.values()];
  if (policies === null || roles.every((role) => role.rowFilters.length === 0)) return {};
  const users = usersOf(project, {});
  let introspected: Promise<Catalog> | null = null;
  return {
    async narrowFor(role, sql) {
      introspected ??= datasource.introspect();
      const catalog = await introspected;
      const { dialect, id } = datasource;
      const scope = createScope(policies, role, { user: users[role] ?? {} });
      const { statements } = await analyzeSql(sql, { dialect, catalog });
      const [statement] = statements;
      if (statement === undefined) return { status: 'failed', message: 'it holds no statement' };
      const views = viewLineages(catalog, dialect);
      const judgement = judgeSqlReads(statement.reads, scope, id, views);
      if (judgement.status === 'refused') {
        return {
          status: 'failed',
          message:
            judgement.reason === 'missing-user-value'
              ? missingUserValue(judgement.names)
              : `the role may not run it (${judgement.reason})`,
        };
      }
      const tables = judgement.filteredTables;
      if (tables.length === 0) return { status: 'narrowed', sql };
      const options = { dialect, catalog, scope, datasourceId: id, tables };
      // Few projects have row filters, and the plan language is much to load.
      const { filterRawSql } = await import('../plan/index.ts');
      const filtered = filterRawSql(sql, options);
      return filtered.status === 'filtered'
        ? { status: 'narrowed', sql: filtered.sql }
        : { status: 'failed', message: `its tables cannot be narrowed (${filtered.reason})` };
    },
  };
}
