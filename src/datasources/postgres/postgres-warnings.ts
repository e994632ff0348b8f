import type pg from 'pg';

/** Rights that let a login change something, and how many tables they reach. */
const rightsQuery = `
  SELECT r.rolname AS login, r.rolsuper::text AS superuser, current_database() AS database,
         (SELECT json_agg(n.nspname ORDER BY n.nspname) FROM pg_catalog.pg_namespace n
          WHERE left(n.nspname, 3) <> 'pg_' AND n.nspname <> 'information_schema'
            AND has_schema_privilege(n.oid, 'USAGE'))::text AS schemas,
         (SELECT json_agg(n.nspname ORDER BY n.nspname) FROM pg_catalog.pg_namespace n
          WHERE left(n.nspname, 3) <> 'pg_' AND n.nspname <> 'information_schema'
            AND has_schema_privilege(n.oid, 'CREATE'))::text AS creatable,
         (SELECT count(*) FROM pg_catalog.pg_class c
          JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
          WHERE c.relkind IN ('r', 'p', 'v', 'f') AND left(n.nspname, 3) <> 'pg_'
            AND n.nspname <> 'information_schema'
            AND has_table_privilege(c.oid, 'INSERT, UPDATE, DELETE, TRUNCATE'))::text AS writable,
         (SELECT json_agg(g.rolname ORDER BY g.rolname) FROM pg_catalog.pg_roles g
          WHERE g.rolname IN ('pg_read_server_files', 'pg_write_server_files',
                              'pg_execute_server_program', 'pg_write_all_data', 'pg_signal_backend')
            AND pg_has_role(g.oid, 'USAGE'))::text AS powers
  FROM pg_catalog.pg_roles r WHERE r.rolname = current_user`;

interface Rights {
  readonly login: string;
  readonly superuser: string;
  readonly database: string;
  readonly schemas: string | null;
  readonly creatable: string | null;
  readonly writable: string;
  readonly powers: string | null;
}

/**
 * What is wrong with the login, in one text with the statements for a login that may only read. The
 * read-only transaction holds either way; a login without rights is the wall behind it.
 */
export async function postgresWarnings(
  client: pg.Client,
  datasource: string,
): Promise<readonly string[]> {
  const { rows } = await client.query<Rights & pg.QueryResultRow>(rightsQuery);
  const [rights] = rows;
  if (!rights) return [];
  const reasons = reasonsOf(rights);
  if (reasons.length === 0) return [];
  return [
    `Datasource "${datasource}": the login ${rights.login} may write: ${reasons.join('; ')}. ` +
      `Queries run in read-only transactions all the same. Use a login that may only read:\n${grants(rights)}`,
  ];
}

function reasonsOf(rights: Rights): string[] {
  if (rights.superuser === 'true') return ['it is a superuser'];
  const reasons: string[] = [];
  const writable = Number(rights.writable);
  if (writable > 0) reasons.push(`${writable} ${writable === 1 ? 'table' : 'tables'}`);
  const creatable = names(rights.creatable);
  if (creatable.length > 0) reasons.push(`it may create tables in ${creatable.join(', ')}`);
  const powers = names(rights.powers);
  if (powers.length > 0) reasons.push(`it is a member of ${powers.join(', ')}`);
  return reasons;
}

function grants(rights: Rights): string {
  const schemas = names(rights.schemas);
  const lines = [
    "CREATE ROLE nl2sql_reader LOGIN PASSWORD '…';",
    `GRANT CONNECT ON DATABASE ${quoteIdentifier(rights.database)} TO nl2sql_reader;`,
  ];
  for (const schema of (schemas.length > 0 ? schemas : ['public']).map(quoteIdentifier)) {
    lines.push(
      `GRANT USAGE ON SCHEMA ${schema} TO nl2sql_reader;`,
      `GRANT SELECT ON ALL TABLES IN SCHEMA ${schema} TO nl2sql_reader;`,
      `ALTER DEFAULT PRIVILEGES IN SCHEMA ${schema} GRANT SELECT ON TABLES TO nl2sql_reader;`,
    );
  }
  for (const schema of names(rights.creatable).filter((name) => name === 'public')) {
    // Before PostgreSQL 15 everybody may create tables in public.
    lines.push(`REVOKE CREATE ON SCHEMA ${quoteIdentifier(schema)} FROM PUBLIC;`);
  }
  lines.push('ALTER ROLE nl2sql_reader SET default_transaction_read_only = on;');
  return lines.join('\n');
}

function names(json: string | null): string[] {
  return json === null ? [] : (JSON.parse(json) as string[]);
}

function quoteIdentifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
