import { performance } from 'node:perf_hooks';
import type { ResultColumn } from '../../catalog/index.ts';
import type { OpenFile } from './open-file.ts';
import type { SqliteAnswer, SqliteRequest } from './protocol.ts';
import { prepareExact, prepareMarked, prepareRaw, type RowStatement } from './row-statement.ts';
import { readStatementText, type StatementText } from './statement-text.ts';
import type { SqliteValue, WireRow } from './wire.ts';

type Query = Extract<SqliteRequest, { kind: 'query' }>;

/** A whole result is kept in memory by whoever asked; more than this is no answer to a question. */
const maxResultBytes = 256 * 1024 * 1024;
const partBytes = 1024 * 1024;

/** Where rows go that do not fit into the answer. */
export interface RowSink {
  send(rows: readonly WireRow[]): Promise<void>;
  /** Takes back every row sent so far: the query is read again, more exactly. */
  restart(): Promise<void>;
}

/** Runs one statement on an open file. Throws what SQLite throws. */
export async function runQuery(file: OpenFile, query: Query, sink: RowSink): Promise<SqliteAnswer> {
  const started = performance.now();
  const fail = (status: 'rejected' | 'refused', message: string): SqliteAnswer => ({
    kind: 'failed',
    status,
    message,
    elapsedMs: performance.now() - started,
  });
  if (query.text.includes('\0')) return fail('rejected', 'the SQL text contains a NUL character');
  const text = readStatementText(query.text);
  if (text.keyword === '') return fail('rejected', 'the SQL text holds no statement');
  if (text.hasMore) return fail('refused', 'the SQL text holds more than one statement');
  file.authorizer.reset();
  const raw = prepareRaw(file, text);
  if (text.placeholders !== query.parameters.length) {
    return fail('rejected', describePlaceholders(text, query.parameters.length));
  }
  if (raw.columns.length === 0) return fail('refused', 'not allowed: it is no query');
  const read = (statement: RowStatement) =>
    readRows(statement, query.parameters, query.rowLimit, sink);
  let reading = await read(prepareMarked(file, text, raw) ?? raw);
  if (reading.status === 'bytes-needed') {
    await sink.restart();
    reading = await read(prepareExact(file, text, raw) ?? raw);
  }
  if (reading.status === 'too-large') {
    return fail('rejected', 'the result is larger than 256 MB: select fewer rows or columns');
  }
  return {
    kind: 'rows',
    columns: raw.columns.map(
      ({ name, type }): ResultColumn => (type === null ? { name } : { name, type }),
    ),
    rows: reading.rows,
    truncated: reading.status === 'cut',
    elapsedMs: performance.now() - started,
  };
}

interface Reading {
  readonly status: 'complete' | 'cut' | 'too-large' | 'bytes-needed';
  /** The rows that were not sent ahead. */
  readonly rows: readonly WireRow[];
}

async function readRows(
  { statement, readRow }: RowStatement,
  parameters: readonly SqliteValue[],
  rowLimit: number,
  sink: RowSink,
): Promise<Reading> {
  let rows: WireRow[] = [];
  let count = 0;
  let bytes = 0;
  let sentBytes = 0;
  const iterator = statement.iterate(...parameters) as IterableIterator<SqliteValue[]>;
  try {
    for (let next = iterator.next(); !next.done; next = iterator.next()) {
      if (count === rowLimit) return { status: 'cut', rows };
      for (const value of next.value) bytes += valueBytes(value);
      if (bytes > maxResultBytes) return { status: 'too-large', rows: [] };
      const row = readRow(next.value);
      if (row === 'bytes-needed') return { status: 'bytes-needed', rows: [] };
      rows.push(row);
      count += 1;
      if (bytes - sentBytes > partBytes) {
        sentBytes = bytes;
        await sink.send(rows);
        rows = [];
      }
    }
    return { status: 'complete', rows };
  } finally {
    // An unfinished statement would keep its lock on the file.
    iterator.return?.();
  }
}

function describePlaceholders({ placeholders }: StatementText, given: number): string {
  return typeof placeholders === 'string'
    ? `the placeholder ${placeholders} has a name; use ?`
    : `the statement has ${placeholders} placeholders and ${given} values were given`;
}

/** Roughly what a value takes in memory. */
function valueBytes(value: SqliteValue): number {
  if (typeof value === 'string') return 16 + value.length;
  return value instanceof Uint8Array ? 64 + 2 * value.length : 16;
}
