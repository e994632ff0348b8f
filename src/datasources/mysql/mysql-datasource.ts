import type { Datasource, DatasourceSpec } from '../datasource.ts';
import {
  importDriver,
  openServer,
  type ServerDriver,
  type ServerSession,
} from '../server-datasource.ts';
import { introspectMysql } from './introspect-mysql.ts';
import { connectMysql, type MysqlConnection, type MysqlDriver } from './mysql-connection.ts';
import { mysqlConnectFix, mysqlFailure, mysqlMessage } from './mysql-errors.ts';
import { mysqlWarnings } from './mysql-warnings.ts';
import { runStatement } from './run-query.ts';

/** MySQL (8 and later) and MariaDB (10.6 and later) as a datasource; it connects when first asked. */
export function openMysql(spec: DatasourceSpec): Promise<Datasource> {
  return openServer(spec, async (): Promise<ServerDriver> => {
    const driver = await loadDriver(spec.id);
    return {
      dialect: 'mysql',
      connect: async (address, { timeoutMs, signal }) =>
        createSession(await connectMysql(driver, address, timeoutMs, signal)),
      failureOf: mysqlFailure,
      messageOf: mysqlMessage,
      connectFix: mysqlConnectFix,
    };
  });
}

async function loadDriver(datasource: string): Promise<MysqlDriver> {
  const { default: driver } = await importDriver(
    { datasource, type: 'mysql', packageName: 'mysql2' },
    () => import('mysql2'),
  );
  return driver as MysqlDriver;
}

function createSession(connection: MysqlConnection): ServerSession {
  const { server, run } = connection;
  return {
    ...connection,
    begin: async (timeoutMs) => {
      const limit = timeoutSetting(server, timeoutMs);
      await run(
        `SET NAMES utf8mb4, time_zone = '+00:00', sql_mode = TRIM(BOTH ',' FROM ${ownSqlMode})${limit}`,
      );
      await run('START TRANSACTION READ ONLY');
    },
    rollback: connection.reset,
    run: (query, rowLimit) => runStatement(connection, query, rowLimit),
    introspect: (include) => introspectMysql(connection, include),
    warnings: (datasource) => mysqlWarnings(connection, datasource),
    cancel: connection.kill,
  };
}

/**
 * The server's mode less what makes names of strings or plain text of a backslash: a text means what the
 * analysis of its strings took it for. The other modes are names for several, these among them.
 */
const ownSqlMode = [
  'ANSI_QUOTES',
  'NO_BACKSLASH_ESCAPES',
  ...['ANSI', 'DB2', 'MAXDB', 'MSSQL', 'ORACLE', 'POSTGRESQL'],
].reduce((modes, mode) => `REPLACE(${modes}, ',${mode},', ',')`, "CONCAT(',', @@sql_mode, ',')");

/** The server's own limit, in its own unit, should this process not live to see the deadline. */
function timeoutSetting({ timeoutVariable }: MysqlConnection['server'], timeoutMs: number): string {
  switch (timeoutVariable) {
    case 'max_statement_time':
      return `, max_statement_time = ${Math.min(Math.ceil(timeoutMs) / 1000, 31_536_000).toFixed(3)}`;
    case 'max_execution_time':
      return `, max_execution_time = ${Math.min(Math.ceil(timeoutMs), 2 ** 32 - 1)}`;
    case null:
      return '';
  }
}
