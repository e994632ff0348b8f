import type { StatementSyncInstance } from '@photostructure/sqlite';
import type { OpenFile } from './open-file.ts';
import type { StatementText } from './statement-text.ts';
import { type SqliteValue, type WireRow, type WireValue, wireValue } from './wire.ts';

type Statement = StatementSyncInstance;

/**
 * A compiled statement and how its rows go on the wire. The driver ends a text at its first NUL and
 * writes U+FFFD for bytes that are no UTF-8. So a query is run inside another that marks rows with a
 * NUL; when a row is marked or holds a U+FFFD, it is run once more with its texts cast to bytes. The
 * query itself stays as it was written, and each of its expressions is evaluated once.
 */
export interface RowStatement {
  readonly statement: Statement;
  readonly columns: readonly { readonly name: string; readonly type: string | null }[];
  readonly readRow: (values: readonly SqliteValue[]) => WireRow | 'bytes-needed';
}

/** SQLite's default limit of result columns; beyond it a query runs as it is. */
const maxColumns = 2_000;

/** The statement as it is: what the others cannot wrap (EXPLAIN, PRAGMA), and where names come from. */
export function prepareRaw(file: OpenFile, text: StatementText): RowStatement {
  const statement = prepare(file, text.first);
  return { statement, columns: statement.columns(), readRow: (values) => values.map(wireValue) };
}

/** The statement inside one that adds whether a text of the row holds a NUL; undefined where it cannot be. */
export function prepareMarked(
  file: OpenFile,
  text: StatementText,
  raw: RowStatement,
): RowStatement | undefined {
  const names = raw.columns.map((_, index) => `c${index}`);
  const marks = names.map((name) => `typeof(${name}) = 'text' AND instr(${name}, char(0)) > 0`);
  const statement = wrap(file, text, names, [...names, `1 IN (${marks.join(', ')})`]);
  if (statement === undefined) return undefined;
  const width = names.length;
  return {
    statement,
    columns: raw.columns,
    readRow(values) {
      if (values[width] === 1n) return 'bytes-needed';
      const row: WireValue[] = new Array(width);
      for (let index = 0; index < width; index += 1) {
        const value = values[index] ?? null;
        if (typeof value === 'string' && value.includes('\uFFFD')) return 'bytes-needed';
        row[index] = wireValue(value);
      }
      return row;
    },
  };
}

/** The statement inside one that hands out texts as bytes. A text that is none stays bytes. */
export function prepareExact(
  file: OpenFile,
  text: StatementText,
  raw: RowStatement,
): RowStatement | undefined {
  const names = raw.columns.map((_, index) => `c${index}`);
  const isText = names.map((name) => `typeof(${name}) = 'text'`);
  const bytes = names.map(
    (name) => `CASE typeof(${name}) WHEN 'text' THEN CAST(${name} AS BLOB) ELSE ${name} END`,
  );
  const statement = wrap(file, text, names, [...bytes, ...isText]);
  if (statement === undefined) return undefined;
  const decoder = new TextDecoder(file.encoding, { fatal: true, ignoreBOM: true });
  const decode = (bytes: Uint8Array): WireValue => {
    try {
      return decoder.decode(bytes);
    } catch {
      return bytes;
    }
  };
  const width = names.length;
  return {
    statement,
    columns: raw.columns,
    readRow: (values) =>
      values.slice(0, width).map((value, index) => {
        const wasText = values[width + index] === 1n;
        return wasText && value instanceof Uint8Array ? decode(value) : wireValue(value);
      }),
  };
}

/**
 * `SELECT <outputs>` over the query. SQLite must not merge the two, or it would evaluate an expression
 * once for each output that names it. It leaves them apart when the inner one is ordered and the outer
 * one calls functions; else when both have a LIMIT. (A LIMIT on an ordered query costs its fast sorter.)
 */
function wrap(
  file: OpenFile,
  { keyword, first, isOrdered }: StatementText,
  names: readonly string[],
  outputs: readonly string[],
): Statement | undefined {
  if (names.length === 0 || outputs.length > maxColumns) return undefined;
  if (keyword !== 'SELECT' && keyword !== 'WITH' && keyword !== 'VALUES') return undefined;
  const source = isOrdered ? 'nl2sql_query' : '(SELECT * FROM nl2sql_query LIMIT -1) LIMIT -1';
  try {
    return prepare(
      file,
      `WITH nl2sql_query(${names.join(', ')}) AS (${first}\n) SELECT ${outputs.join(', ')} FROM ${source}`,
    );
  } catch {
    // The statement compiled by itself; only a limit of SQLite (depth, columns) is in the way here.
    return undefined;
  }
}

function prepare(file: OpenFile, sql: string): Statement {
  const statement = file.database.prepare(sql);
  statement.setReturnArrays(true);
  statement.setReadBigInts(true);
  return statement;
}
