import { createScope, judgeSqlReads, type Scope, type SqlJudgement } from '../access/index.ts';
import type { Project } from '../config/index.ts';
import type { Databases, ScopeJudge, ScopeJudgement } from '../evaluation/runner/index.ts';
import { analyzeSql, viewLineages } from '../sql/index.ts';
import type { EvalRunOptions } from './run-options.ts';
import { missingUserValue, usersOf } from './user-values.ts';

/**
 * Judges a foreign system's SQL by what it reads, under the project's policies; null without policies,
 * where every role is unrestricted. What reads outside a role's scope is a leak and is not run.
 */
export function createScopeJudge(
  project: Project,
  databases: Databases,
  options: Pick<EvalRunOptions, 'user'> = {},
): ScopeJudge | null {
  const { policies } = project;
  if (policies === null) return null;
  const users = usersOf(project, options);
  const scopes = new Map<string, Scope>();
  const scopeOf = (role: string): Scope => {
    const known = scopes.get(role);
    if (known !== undefined) return known;
    const scope = createScope(policies, role, { user: users[role] ?? {} });
    scopes.set(role, scope);
    return scope;
  };
  return async ({ sql, role, datasource: id }) => {
    const database = databases.get(id);
    const catalog = (await database?.catalog()) ?? null;
    if (database === undefined || catalog === null) {
      return notAnalysed('the shape of the database could not be read');
    }
    const { dialect } = database.datasource;
    const { statements } = await analyzeSql(sql, { dialect, catalog });
    const [statement] = statements;
    if (statement === undefined) return notAnalysed('the text holds no statement');
    const scope = scopeOf(role);
    const judgement = judgeSqlReads(statement.reads, scope, id, viewLineages(catalog, dialect));
    if (judgement.status === 'refused') return refusalOf(judgement);
    const { filteredTables: tables } = judgement;
    if (tables.length === 0) return { status: 'allowed', run: sql };
    // Few projects have row filters, and the plan language is much to load.
    const { filterRawSql } = await import('../plan/index.ts');
    const filtered = filterRawSql(sql, { dialect, catalog, scope, datasourceId: id, tables });
    return filtered.status === 'filtered'
      ? { status: 'allowed', run: filtered.sql }
      : notAnalysed('its tables could not be narrowed to the rows the role sees');
  };
}

/** Names stay out of it: a report must not tell what a role may not see. */
function refusalOf({
  reason,
  names,
}: Extract<SqlJudgement, { status: 'refused' }>): ScopeJudgement {
  switch (reason) {
    case 'outside-scope':
      return { status: 'leak', message: 'it reads what the role may not see' };
    case 'unknown-name':
      return { status: 'refused', reason, message: 'it names a table or column that is not there' };
    case 'missing-user-value':
      return notAnalysed(missingUserValue(names));
    case 'function':
      return notAnalysed("it calls functions of the database's own schemas");
    case 'not-analysed':
      return notAnalysed('what it reads could not be resolved, so it was not run');
  }
}

function notAnalysed(message: string): ScopeJudgement {
  return { status: 'refused', reason: 'not-analysed', message };
}
