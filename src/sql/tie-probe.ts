import type { DialectName } from './dialect.ts';
import type { StatementFacts } from './facts/sql-facts.ts';
import { queryTail } from './query-tail.ts';
import { splitStatements } from './split-statements.ts';
import type { Token } from './tokenize.ts';

/** Where the value of an ORDER BY key stands in the probe's rows. */
export type ProbeKey =
  /** An output column of the query itself, from 0. */
  | { readonly kind: 'output'; readonly position: number }
  /** A column appended behind the query's own, from 0 among those appended. */
  | { readonly kind: 'hidden'; readonly index: number };

/** A query that reads on past the LIMIT of another, its ORDER BY keys visible. */
export type TieProbe =
  | {
      readonly status: 'probe';
      /** The query without its LIMIT; the first rows are the query's own. */
      readonly sql: string;
      /** One per ORDER BY key, in order. */
      readonly keys: readonly ProbeKey[];
      /** How many columns were appended; the query's own are those before them. */
      readonly hiddenColumns: number;
      /** The LIMIT that was taken out. */
      readonly limit: number;
    }
  | { readonly status: 'tie-unknown'; readonly reason: string };

/** Rows at most, where a dialect wants a LIMIT before OFFSET. */
const endlessLimit: Readonly<Record<DialectName, string | null>> = {
  sqlite: '-1',
  mysql: '18446744073709551615',
  postgres: null,
  duckdb: null,
};

/**
 * The probe for a tie cut by LIMIT, made by token spans: LIMIT is taken out, and keys that are no output
 * columns are appended to the select list. Where that cannot be done without changing the rows (DISTINCT,
 * set operations, aggregates without their key, a LIMIT that is no plain number) the tie is unknown.
 *
 * @param facts of the same text, for which keys are output columns
 * @example
 * tieProbe('SELECT name FROM t ORDER BY total DESC LIMIT 3', 'sqlite', facts.statements[0]);
 * // { status: 'probe', sql: 'SELECT name , total FROM t ORDER BY total DESC', keys: [{ kind: 'hidden', index: 0 }], … }
 */
export function tieProbe(sql: string, dialect: DialectName, facts: StatementFacts): TieProbe {
  const unknown = (reason: string): TieProbe => ({ status: 'tie-unknown', reason });
  const { statements, problem } = splitStatements(sql, dialect);
  const [statement] = statements;
  if (!statement || statements.length > 1 || problem) return unknown('the text is no single query');
  const tail = queryTail(sql, dialect);
  if (tail.orderBy.length === 0) return unknown('the query has no ORDER BY');
  if (tail.limit === null) return unknown('the LIMIT is no plain number');
  if (tail.withTies) return unknown('WITH TIES cuts no tie');
  const hidden: string[] = [];
  const keys: ProbeKey[] = [];
  for (const [index, key] of tail.orderBy.entries()) {
    const position = facts.orderBy[index]?.position ?? 'unknown';
    if (position !== 'unknown') keys.push({ kind: 'output', position });
    else {
      keys.push({ kind: 'hidden', index: hidden.length });
      hidden.push(key.expression);
    }
  }
  const edits: Edit[] = tail.limitSpans.map((span) => ({ ...span, text: '' }));
  const endless = endlessLimit[dialect];
  if (tail.offsetText !== null && (endless !== null || tail.offsetSpans.length === 0)) {
    const [first, ...rest] = edits;
    if (!first) return unknown('the LIMIT was not found');
    edits.splice(0, edits.length, ...rest, {
      ...first,
      text:
        tail.offsetSpans.length === 0
          ? `LIMIT ${endless ?? 'ALL'} OFFSET ${tail.offsetText}`
          : `LIMIT ${endless ?? 'ALL'}`,
    });
  }
  if (hidden.length > 0) {
    if (!facts.shape || facts.shape.isDistinct)
      return unknown('a key is no column of the distinct rows');
    const place = endOfSelectList(statement.tokens);
    if (place === null) return unknown('a key is no column of a set operation');
    edits.push({ start: place, end: place, text: ` , ${hidden.join(' , ')}` });
  }
  return {
    status: 'probe',
    sql: applyEdits(sql, edits).replace(/[\s;]+$/, ''),
    keys,
    hiddenColumns: hidden.length,
    limit: tail.limit,
  };
}

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

function applyEdits(sql: string, edits: readonly Edit[]): string {
  let result = '';
  let from = 0;
  for (const edit of [...edits].sort((a, b) => a.start - b.start)) {
    result += sql.slice(from, edit.start) + edit.text;
    from = edit.end;
  }
  return result + sql.slice(from);
}

/** Where the select list of the only outer SELECT ends; null where there are several or none. */
function endOfSelectList(tokens: readonly Token[]): number | null {
  let depth = 0;
  let selects = 0;
  let end: number | null = null;
  let before: Token | undefined;
  const start = tokens[0]?.text === '(' ? null : 0;
  if (start === null) return null;
  for (const token of tokens) {
    if (token.kind === 'punctuation' && '([{'.includes(token.text)) depth += 1;
    else if (token.kind === 'punctuation' && ')]}'.includes(token.text)) depth -= 1;
    else if (depth === 0 && token.kind === 'word') {
      if (/^(?:union|except|intersect|minus)$/.test(token.value)) return null;
      if (token.value === 'select') selects += 1;
      const isClause = /^(?:from|where|group|having|window|qualify|order)$/.test(token.value);
      if (selects === 1 && end === null && isClause && before?.value !== 'distinct') {
        end = before?.end ?? null;
      }
    }
    before = token;
  }
  return selects === 1 ? end : null;
}
