import type { DuckDBConnection, DuckDBPreparedStatement } from '@duckdb/node-api';
import type { ResultColumn, ResultSet, Row } from '../../catalog/index.ts';
import { splitStatements } from '../../sql/index.ts';
import type { SqlQuery } from '../datasource.ts';
import { cellReader, type Driver } from './duckdb-cells.ts';
import { bindCell } from './duckdb-parameters.ts';

/** What a statement that did not throw came to. */
export type QueryOutcome =
  | { readonly status: 'rows'; readonly result: ResultSet }
  | { readonly status: 'rejected' | 'refused'; readonly message: string };

/** Runs one reading statement and reads at most `rowLimit` rows of it. Throws what DuckDB throws. */
export async function runQuery(
  driver: Driver,
  connection: DuckDBConnection,
  { text, parameters = [] }: SqlQuery,
  rowLimit: number,
): Promise<QueryOutcome> {
  if (text.includes('\0')) {
    return { status: 'rejected', message: 'the SQL text contains a NUL character' };
  }
  const { statements, problem } = splitStatements(text, 'duckdb');
  if (problem === null && statements.length === 0) {
    return { status: 'rejected', message: 'the SQL text holds no statement' };
  }
  const prepared = await prepareOne(driver, connection, text, statements.length);
  if ('status' in prepared) return prepared;
  const { statement } = prepared;
  if (statement.parameterCount !== parameters.length) {
    return {
      status: 'rejected',
      message: `the statement has ${statement.parameterCount} placeholders and ${parameters.length} values were given`,
    };
  }
  for (const [index, cell] of parameters.entries()) {
    if (!bindCell(driver, statement, index + 1, cell)) {
      return { status: 'rejected', message: `parameter ${index + 1}: DuckDB cannot bind it` };
    }
  }
  return { status: 'rows', result: await readResult(driver, statement, rowLimit) };
}

/** The one statement of the text; DuckDB makes several of a PIVOT, whose first ones only name its values. */
async function prepareOne(
  driver: Driver,
  connection: DuckDBConnection,
  text: string,
  written: number,
): Promise<{ statement: DuckDBPreparedStatement } | Extract<QueryOutcome, { message: string }>> {
  const { StatementType } = driver;
  const extracted = await connection.extractStatements(text);
  if (written > 1 || (extracted.count > 1 && !/\bpivot\b/i.test(text))) {
    return { status: 'refused', message: 'the SQL text holds more than one statement' };
  }
  for (let index = 0; index < extracted.count - 1; index += 1) {
    const step = await extracted.prepare(index);
    if (step.statementType !== StatementType.CREATE) {
      return { status: 'refused', message: 'the SQL text holds more than one statement' };
    }
    await step.run();
  }
  const statement = await extracted.prepare(extracted.count - 1);
  const { statementType } = statement;
  if (statementType !== StatementType.SELECT && statementType !== StatementType.EXPLAIN) {
    const kind = StatementType[statementType] ?? 'other';
    return { status: 'refused', message: `not allowed: it is no query (${kind})` };
  }
  return { statement };
}

async function readResult(
  driver: Driver,
  statement: DuckDBPreparedStatement,
  rowLimit: number,
): Promise<ResultSet> {
  const result = await statement.stream();
  const types = result.columnTypes();
  const readers = types.map((type) => cellReader(driver, type));
  const columns = result
    .columnNames()
    .map((name, index): ResultColumn => ({ name, type: typeName(types[index]) }));
  const rows: Row[] = [];
  for (let chunk = await result.fetchChunk(); chunk?.rowCount; chunk = await result.fetchChunk()) {
    for (const values of chunk.getRows()) {
      if (rows.length === rowLimit) return { columns, rows, truncated: true };
      rows.push(values.map((value, index) => readers[index]?.(value) ?? null));
    }
  }
  return { columns, rows, truncated: false };
}

function typeName(type: { readonly alias?: string; toString(): string } | undefined): string {
  return type?.alias ?? String(type);
}
