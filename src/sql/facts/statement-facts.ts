import type { DialectName } from '../dialect.ts';
import { catalogFunctionNames } from '../guard/check-functions.ts';
import type { GrammarReading } from '../guard/postgres-grammar.ts';
import type { Reason } from '../guard/reason.ts';
import { queryTail } from '../query-tail.ts';
import type { StatementText } from '../split-statements.ts';
import type { StatementReading } from '../syntax/parse-statement.ts';
import { syntaxRules } from '../syntax/syntax-rules.ts';
import type { Statement } from '../syntax/tree.ts';
import type { PreparedCatalog } from './analyze-text.ts';
import { queryShape } from './query-shape.ts';
import { columnName, fullTableName, Reads } from './reads.ts';
import { queryOf, resolveOrder } from './resolve-order.ts';
import { type Resolving, resolveQuery } from './resolve-query.ts';
import type { StatementFacts, StatementReads } from './sql-facts.ts';

/** Facts of a statement that was parsed, and what they were gathered in. */
export function statementFacts(
  statement: StatementText,
  reading: Extract<StatementReading, { status: 'parsed' }>,
  dialect: DialectName,
  prepared: PreparedCatalog | null,
): { readonly facts: StatementFacts; readonly gathered: Reads } {
  const gathered = new Reads();
  const context: Resolving = {
    dialect,
    names: prepared?.names ?? null,
    reads: gathered,
    forwardCtes: syntaxRules[dialect].forwardCtes,
  };
  const query = queryOf(reading.statement);
  if (!query) gathered.isComplete = false;
  const resolved = query ? resolveQuery(context, query, null, null) : null;
  const behind = prepared ? prepared.views.behind(gathered) : { tables: [], columns: [] };
  const tail = queryTail(statement.text, dialect);
  const facts: StatementFacts = {
    kind: kindOf(reading.statement),
    text: statement.text,
    readOnly: true,
    reasons: [],
    tables: sorted([...[...gathered.tables.values()].map(fullTableName), ...behind.tables]),
    columns: sorted([
      ...[...gathered.columns.values()].map(columnName),
      ...gathered.looseColumns,
      ...behind.columns,
    ]),
    orderBy: resolveOrder(context, query, resolved, tail.orderBy),
    limit: tail.limit,
    ...(tail.limit === null && tail.limitText !== null ? { limitText: tail.limitText } : {}),
    outputs: resolved?.outputs?.map((output) => output.name) ?? null,
    reads: readsOf(gathered, dialect, reading.statement),
    shape: query && resolved ? queryShape(query, resolved) : null,
  };
  return { facts, gathered };
}

function kindOf(statement: Statement): string {
  switch (statement.kind) {
    case 'query':
    case 'metadata':
    case 'other':
      return statement.word;
    default:
      return statement.kind;
  }
}

function readsOf(gathered: Reads, dialect: DialectName, { kind }: Statement): StatementReads {
  const tables = [...gathered.tables.values()];
  // The plan of a view names what stands behind it.
  const plans = kind === 'explain' && tables.some(({ isView }) => isView) ? ['EXPLAIN'] : [];
  return {
    isComplete: gathered.isComplete,
    tables: tables.map(({ schema, name, isView }) => ({ schema, name, isView })),
    columns: [...gathered.columns.values()],
    unknownNames: sorted(gathered.unknownNames),
    catalogFunctions: [
      ...catalogFunctionNames(gathered.calls, dialect),
      ...gathered.objectTypes,
      ...plans,
    ],
  };
}

function sorted(names: Iterable<string>): string[] {
  return [...new Set(names)].sort();
}

const nothingRead: StatementReads = {
  isComplete: false,
  tables: [],
  columns: [],
  unknownNames: [],
  catalogFunctions: [],
};

/** Facts of a statement only PostgreSQL's grammar could read: tables by name, no columns. */
export function grammarFacts(
  statement: StatementText,
  word: string,
  grammar: Extract<GrammarReading, { status: 'parsed' }>,
  reasons: readonly Reason[],
): StatementFacts {
  const tail = queryTail(statement.text, 'postgres');
  return {
    kind: word,
    text: statement.text,
    readOnly: reasons.length === 0,
    reasons,
    tables: sorted(grammar.tables),
    columns: [],
    orderBy: tail.orderBy.map((key) => ({ ...key, position: 'unknown' })),
    limit: tail.limit,
    outputs: null,
    reads: nothingRead,
    shape: null,
  };
}

/** Facts of a statement nobody could read: only that it is refused. */
export function unreadableFacts(
  statement: StatementText,
  reading: Extract<StatementReading, { status: 'unreadable' }>,
): StatementFacts {
  return {
    kind: reading.word,
    text: statement.text,
    readOnly: false,
    reasons: [{ code: 'unreadable', message: `the parser cannot read it: ${reading.message}` }],
    tables: [],
    columns: [],
    orderBy: [],
    limit: null,
    outputs: null,
    reads: nothingRead,
    shape: null,
  };
}
