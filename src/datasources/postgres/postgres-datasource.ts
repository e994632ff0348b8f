import type pg from 'pg';
import type Cursor from 'pg-cursor';
import type { Datasource, DatasourceSpec } from '../datasource.ts';
import {
  importDriver,
  openServer,
  type ServerDriver,
  type ServerSession,
} from '../server-datasource.ts';
import { introspectPostgres } from './introspect-postgres.ts';
import { beginReadOnly, connectPostgres, type PostgresConnection } from './postgres-connection.ts';
import { postgresConnectFix, postgresFailure, postgresMessage } from './postgres-errors.ts';
import { createTypeMemory, type TypeMemory } from './postgres-types.ts';
import { postgresWarnings } from './postgres-warnings.ts';
import { runStatement } from './run-query.ts';

/** PostgreSQL (12 and later) as a datasource; it connects when first asked for something. */
export function openPostgres(spec: DatasourceSpec): Promise<Datasource> {
  return openServer(spec, async (): Promise<ServerDriver> => {
    const { driver, cursorClass } = await loadDriver(spec.id);
    const memory = createTypeMemory();
    return {
      dialect: 'postgres',
      connect: async (address, { timeoutMs, signal }) =>
        createSession(
          await connectPostgres(driver, address, timeoutMs, signal),
          cursorClass,
          memory,
        ),
      failureOf: postgresFailure,
      messageOf: postgresMessage,
      connectFix: postgresConnectFix,
    };
  });
}

async function loadDriver(
  datasource: string,
): Promise<{ readonly driver: typeof pg; readonly cursorClass: typeof Cursor }> {
  const [driver, cursor] = await importDriver(
    { datasource, type: 'postgres', packageName: 'pg pg-cursor' },
    () => Promise.all([import('pg'), import('pg-cursor')]),
  );
  return { driver: driver.default, cursorClass: cursor.default };
}

function createSession(
  connection: PostgresConnection,
  cursorClass: typeof Cursor,
  memory: TypeMemory,
): ServerSession {
  const { client } = connection;
  return {
    ...connection,
    begin: async (timeoutMs) => {
      connection.expectResult();
      await client.query(beginReadOnly(timeoutMs));
    },
    rollback: async () => {
      await client.query('ROLLBACK; SELECT pg_catalog.pg_advisory_unlock_all()');
    },
    run: (query, rowLimit) => runStatement(connection, cursorClass, query, rowLimit, memory),
    introspect: () => introspectPostgres(client),
    warnings: (datasource) => postgresWarnings(client, datasource),
  };
}
