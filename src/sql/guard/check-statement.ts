import type { Catalog } from '../../catalog/index.ts';
import type { DialectName } from '../dialect.ts';
import type { Reads } from '../facts/reads.ts';
import type { Effect, Statement } from '../syntax/tree.ts';
import type { Token } from '../tokenize.ts';
import { checkFunctions } from './check-functions.ts';
import { judgeBuiltIn } from './function-rules.ts';
import { checkPragma, judgePragmaFunction } from './pragma-rules.ts';
import type { Reason } from './reason.ts';

/** Everything a parsed statement is judged by. */
export interface JudgedStatement {
  readonly statement: Statement;
  readonly effects: readonly Effect[];
  readonly tokens: readonly Token[];
  readonly reads: Reads;
}

/** The reasons why a statement is not read-only; none: it is. */
export function checkStatement(
  judged: JudgedStatement,
  dialect: DialectName,
  catalog: Catalog | null,
): Reason[] {
  return [
    ...checkKind(judged.statement, dialect, judged.tokens),
    ...judged.effects.map(effectReason),
    ...checkExecutable(judged.tokens),
    ...checkReads(judged.reads, dialect),
    ...checkFunctions(judged.reads.calls, dialect, catalog),
  ];
}

const writeWords = new Set(
  'insert update delete merge replace upsert truncate create alter drop rename copy import export load refresh reindex vacuum'.split(
    ' ',
  ),
);
const explainable = new Set(['insert', 'update', 'delete', 'merge', 'replace']);

function checkKind(statement: Statement, dialect: DialectName, tokens: readonly Token[]): Reason[] {
  switch (statement.kind) {
    case 'query':
      return [];
    case 'metadata':
      // SHOW … WHERE is not taken apart: it may call only what is known to be harmless.
      return statement.query ? [] : checkBareCalls(tokens, dialect, 'harmless');
    case 'explain':
      if (statement.analyzes) {
        return [{ code: 'explain-analyze', message: 'EXPLAIN ANALYZE runs the statement' }];
      }
      // A write that is only explained is not run.
      if (statement.inner?.kind === 'other' && explainable.has(statement.inner.word)) {
        return checkBareCalls(tokens, dialect, 'not-harmful');
      }
      return statement.inner ? checkKind(statement.inner, dialect, tokens) : [];
    case 'pragma': {
      const reason = checkPragma(statement, dialect);
      return reason ? [reason] : [];
    }
    case 'other': {
      const word = statement.word.toUpperCase();
      return writeWords.has(statement.word)
        ? [{ code: 'write', message: `${word} changes data or the schema` }]
        : [{ code: 'statement-not-allowed', message: `${word} is no query` }];
    }
  }
}

/** In a statement that is not taken apart functions are found by name: a word before a parenthesis. */
function checkBareCalls(
  tokens: readonly Token[],
  dialect: DialectName,
  allowed: 'harmless' | 'not-harmful',
): Reason[] {
  return tokens.flatMap((token, index): Reason[] => {
    if (tokens[index + 1]?.text !== '(') return [];
    if (token.kind !== 'word' && token.kind !== 'quoted-name') return [];
    if (token.kind === 'word' && operatorWords.has(token.value)) return [];
    const { kind } = judgeBuiltIn(token.value.toLowerCase(), dialect);
    const isAllowed = kind === 'harmless' || (kind === 'unknown' && allowed === 'not-harmful');
    return isAllowed
      ? []
      : [{ code: 'function-not-allowed', message: `${token.text}() is not allowed here` }];
  });
}

const operatorWords = new Set(['in', 'and', 'or', 'not', 'where', 'like', 'when', 'then', 'else']);

function effectReason(effect: Effect): Reason {
  const code = effect.code === 'file' ? 'file-access' : effect.code;
  return { code, message: effect.what };
}

function checkExecutable(tokens: readonly Token[]): Reason[] {
  const found = tokens.find((token) => token.kind === 'executable');
  return found
    ? [
        {
          code: 'executable-comment',
          message: `the server runs what is in ${found.text.slice(0, 20)}`,
        },
      ]
    : [];
}

function checkReads(reads: Reads, dialect: DialectName): Reason[] {
  const files = reads.files.map(
    (file): Reason => ({
      code: 'file-access',
      message: `reads the file ${file}`,
    }),
  );
  if (dialect !== 'sqlite') return files;
  // `FROM pragma_optimize` is the call without parentheses.
  const pragmas = [...reads.tables.values()].flatMap((table): Reason[] => {
    const name = table.name.toLowerCase();
    if (table.isKnown || !name.startsWith('pragma_')) return [];
    return judgePragmaFunction(name, 0).kind === 'harmless'
      ? []
      : [{ code: 'pragma', message: `${name} may set or do something` }];
  });
  return [...files, ...pragmas];
}
