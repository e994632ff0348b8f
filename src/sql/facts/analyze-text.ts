import type { Catalog } from '../../catalog/index.ts';
import type { DialectName } from '../dialect.ts';
import { checkFunctions } from '../guard/check-functions.ts';
import { checkStatement } from '../guard/check-statement.ts';
import {
  type GrammarReading,
  type PostgresParser,
  readWithGrammar,
} from '../guard/postgres-grammar.ts';
import { foreignTypes } from '../guard/postgres-types.ts';
import type { Reason } from '../guard/reason.ts';
import { type StatementText, splitStatements } from '../split-statements.ts';
import { parseStatement } from '../syntax/parse-statement.ts';
import type { LexicalProblem } from '../tokenize.ts';
import { type CatalogNames, catalogNames } from './catalog-names.ts';
import type { SqlFacts, StatementFacts } from './sql-facts.ts';
import { grammarFacts, statementFacts, unreadableFacts } from './statement-facts.ts';
import { createViewReads, type ViewReads } from './view-reads.ts';

/** A catalog made ready for many texts of one dialect. */
export interface PreparedCatalog {
  readonly names: CatalogNames;
  readonly views: ViewReads;
}

/** Makes a catalog ready; do it once for many texts. */
export function prepareCatalog(catalog: Catalog, dialect: DialectName): PreparedCatalog {
  const names = catalogNames(catalog, dialect);
  return { names, views: createViewReads(names, dialect) };
}

/**
 * Facts and safety of a SQL text, here and now: it runs as long as it takes. Everybody outside `sql/`
 * uses `analyzeSql`, which has a deadline.
 */
export function analyzeText(
  sql: string,
  dialect: DialectName,
  prepared: PreparedCatalog | null,
  parsePostgres: PostgresParser | null,
): SqlFacts {
  const facts = analyzeOnce(sql, dialect, prepared, parsePostgres, false);
  if (dialect !== 'duckdb' || !facts.readOnly || !/\/\*[\s\S]*\/\*/.test(sql)) return facts;
  // DuckDB nests comments up to version 1 and not from version 2 on: both readings must be harmless.
  const nested = analyzeOnce(sql, dialect, prepared, parsePostgres, true);
  const isOpen = nested.reasons.some((reason) => reason.message.includes('comment'));
  return nested.readOnly || isOpen ? facts : nested;
}

function analyzeOnce(
  sql: string,
  dialect: DialectName,
  prepared: PreparedCatalog | null,
  parsePostgres: PostgresParser | null,
  nestedComments: boolean,
): SqlFacts {
  const { statements, problem } = splitStatements(
    sql,
    dialect,
    nestedComments ? { nestedComments } : {},
  );
  const all = statements.map((statement) =>
    analyzeStatement(statement, dialect, prepared, parsePostgres),
  );
  const reasons: Reason[] = [];
  if (problem) reasons.push(lexicalReason(problem));
  if (statements.length === 0 && !problem) {
    reasons.push({ code: 'no-sql', message: 'the text holds no statement' });
  }
  if (statements.length > 1) {
    reasons.push({ code: 'several-statements', message: `${statements.length} statements` });
  }
  reasons.push(...all.flatMap((statement) => statement.reasons));
  return {
    dialect,
    readOnly: reasons.length === 0,
    reasons,
    tables: union(all.map((statement) => statement.tables)),
    columns: union(all.map((statement) => statement.columns)),
    statements: all,
  };
}

function lexicalReason(problem: LexicalProblem): Reason {
  const words = {
    'unterminated-string': 'a literal without its end',
    'unterminated-name': 'a quoted name without its end',
    'unterminated-comment': 'a comment without its end',
    'unreadable-character': 'a character that means nothing here',
  }[problem.code];
  return { code: 'unreadable', message: `${words} at offset ${problem.position}` };
}

function analyzeStatement(
  statement: StatementText,
  dialect: DialectName,
  prepared: PreparedCatalog | null,
  parsePostgres: PostgresParser | null,
): StatementFacts {
  const catalog = prepared?.names.catalog ?? null;
  const reading = parseStatement(statement.tokens, dialect);
  const grammar =
    dialect === 'postgres' && parsePostgres ? readWithGrammar(statement.text, parsePostgres) : null;
  const grammarReasons = grammar ? checkGrammar(grammar, catalog) : [];
  if (reading.status === 'unreadable') {
    // PostgreSQL's own grammar may read what ours cannot: then it decides, and nothing is known of names.
    if (grammar?.status === 'parsed') {
      return grammarFacts(statement, reading.word, grammar, grammarReasons);
    }
    return unreadableFacts(statement, reading);
  }
  const facts = statementFacts(statement, reading, dialect, prepared);
  const own = checkStatement(
    { ...reading, tokens: statement.tokens, reads: facts.gathered },
    dialect,
    catalog,
  );
  const reasons = distinct([...own, ...grammarReasons]);
  const { reads } = facts.facts;
  const types = grammar?.status === 'parsed' ? foreignTypes(grammar.types, catalog) : [];
  return {
    ...facts.facts,
    readOnly: reasons.length === 0,
    reasons,
    reads: { ...reads, catalogFunctions: [...reads.catalogFunctions, ...types] },
  };
}

function checkGrammar(grammar: GrammarReading, catalog: Catalog | null): Reason[] {
  if (grammar.status === 'unreadable') {
    return [{ code: 'unreadable', message: `PostgreSQL cannot read it: ${grammar.message}` }];
  }
  return [...grammar.reasons, ...checkFunctions(grammar.calls, 'postgres', catalog)];
}

/** One reason per code and function: two parsers find the same thing. */
function distinct(reasons: readonly Reason[]): Reason[] {
  const seen = new Map<string, Reason>();
  for (const reason of reasons) {
    const isAboutFunction = reason.code.startsWith('function');
    const key = isAboutFunction
      ? `${reason.code} ${reason.message.replace(/^pg_catalog\./, '')}`
      : reason.code;
    if (!seen.has(key)) seen.set(key, reason);
  }
  return [...seen.values()];
}

function union(lists: readonly (readonly string[])[]): string[] {
  return [...new Set(lists.flat())].sort();
}
