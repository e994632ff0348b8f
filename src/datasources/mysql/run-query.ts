import type { Connection, PrepareStatementInfo } from 'mysql2';
import type { Cell } from '../../catalog/index.ts';
import type { SqlQuery } from '../datasource.ts';
import { maxResultBytes, ResultTooLargeError } from '../result-size.ts';
import type { StatementOutcome } from '../server-datasource.ts';
import { cellReader, columnTypeName, type DriverValue, type MysqlField } from './mysql-columns.ts';
import type { MysqlConnection } from './mysql-connection.ts';
import { mysqlParameter } from './mysql-parameters.ts';

/**
 * Runs one statement of somebody else's in the open transaction, as a prepared statement: the server
 * takes one statement only, sends numbers in binary (its text form of a FLOAT loses digits), and says
 * before running it what it will return. What returns nothing (COMMIT, SET, INTO OUTFILE, CALL and
 * their like) is not run. Past the row limit the connection is cut, for nothing else stops the rows
 * that the server has begun to send. Rejects with the server's error.
 */
export async function runStatement(
  connection: MysqlConnection,
  query: SqlQuery,
  rowLimit: number,
): Promise<StatementOutcome> {
  const statement = await prepare(connection.session, query.text);
  const { columns, parameters: places } = describe(statement);
  const names = columns.map(({ name }) => name);
  if (names.length === 0) return { status: 'no-result' };
  if (names.join() === maintenanceReport) return { status: 'no-result' };
  const parameters = (query.parameters ?? []).map((cell) =>
    mysqlParameter(cell, connection.driver.TypedParameter),
  );
  if (parameters.length !== places.length) {
    const message = `The statement has ${places.length} placeholders and ${parameters.length} parameters were given.`;
    return { status: 'rejected', message };
  }
  return await new Promise((resolve, reject) => {
    let fields: readonly MysqlField[] = [];
    let readers: ((value: DriverValue) => Cell)[] = [];
    const rows: Cell[][] = [];
    let truncated = false;
    let bytes = 0;
    const fail = (error: unknown) => {
      connection.session.off('error', fail);
      reject(error);
    };
    const finish = () => {
      connection.session.off('error', fail);
      resolve({
        status: 'rows',
        result: {
          columns: fields.map((field) => ({ name: field.name, type: columnTypeName(field) })),
          rows,
          truncated,
        },
      });
    };
    const execution = statement.execute(parameters as never) as unknown as NodeJS.EventEmitter;
    execution.on('error', fail);
    // The driver tells a lost connection to the session only.
    connection.session.on('error', fail);
    execution.on('fields', (received: readonly MysqlField[] | undefined) => {
      fields = received ?? [];
      readers = fields.map(cellReader);
    });
    execution.on('result', (row: readonly DriverValue[]) => {
      if (truncated || !Array.isArray(row)) return;
      if (rows.length === rowLimit) {
        truncated = true;
        connection.destroy();
        finish();
      } else {
        bytes += row.reduce<number>((sum, value) => sum + sizeOf(value), 0);
        if (bytes > maxResultBytes) {
          connection.destroy();
          fail(new ResultTooLargeError());
          return;
        }
        rows.push(row.map((value, index) => readers[index]?.(value) ?? null));
      }
    });
    execution.on('end', finish);
  });
}

function sizeOf(value: DriverValue): number {
  return typeof value === 'string' || Buffer.isBuffer(value) ? value.length : 8;
}

function prepare(session: Connection, text: string): Promise<PrepareStatementInfo> {
  return new Promise((resolve, reject) => {
    session.prepare(text, (error, statement) => (error ? reject(error) : resolve(statement)));
  });
}

/**
 * What CHECK, ANALYZE, OPTIMIZE and REPAIR TABLE answer with. They write, and MariaDB lets them do so
 * in a read-only transaction.
 */
const maintenanceReport = 'Table,Op,Msg_type,Msg_text';

/** What the server said of a prepared statement; the driver knows and does not declare it. */
interface StatementDescription {
  readonly columns: readonly MysqlField[];
  readonly parameters: readonly unknown[];
}

function describe(statement: PrepareStatementInfo): StatementDescription {
  return statement as unknown as StatementDescription;
}
