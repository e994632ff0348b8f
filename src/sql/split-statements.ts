import type { DialectName } from './dialect.ts';
import { type LexicalProblem, type Token, tokenize } from './tokenize.ts';

/** One statement of a text, without comments around it and without its semicolon. */
export interface StatementText {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly tokens: readonly Token[];
}

/** The statements of a text; after a `problem` nothing is known. */
export interface SplitText {
  readonly statements: readonly StatementText[];
  readonly problem: LexicalProblem | null;
}

/**
 * Cuts a text at its semicolons: never at one in a literal, a name or a comment. Empty statements
 * (`;;`, only a comment) are none.
 *
 * @example
 * splitStatements("SELECT ';'; -- x;", 'postgres').statements.length; // 1
 */
export function splitStatements(
  sql: string,
  dialect: DialectName,
  options: { readonly nestedComments?: boolean } = {},
): SplitText {
  const { tokens, problem } = tokenize(sql, dialect, options);
  const statements: StatementText[] = [];
  let first = 0;
  for (let index = 0; index <= tokens.length; index += 1) {
    const token = tokens[index];
    if (token && !(token.kind === 'punctuation' && token.text === ';')) continue;
    const own = tokens.slice(first, index);
    const start = own[0]?.start;
    const end = own.at(-1)?.end;
    if (start !== undefined && end !== undefined) {
      statements.push({ text: sql.slice(start, end), start, end, tokens: own });
    }
    first = index + 1;
  }
  return { statements, problem };
}
