/** What must be known of a SQL text before SQLite sees it: SQLite itself runs the first statement and says nothing of the rest. */
export interface StatementText {
  /** The first statement without its semicolon and what follows. */
  readonly first: string;
  readonly keyword: string;
  /** Whether a second statement follows; comments and semicolons are none. */
  readonly hasMore: boolean;
  /** Whether its rows are ordered as a whole: an ORDER BY outside of parentheses. */
  readonly isOrdered: boolean;
  /** How many values its placeholders take, or the first named placeholder, which we do not fill. */
  readonly placeholders: number | string;
}

const token =
  /--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|'(?:[^']|'')*(?:'|$)|"(?:[^"]|"")*(?:"|$)|`(?:[^`]|``)*(?:`|$)|\[[^\]]*(?:\]|$)|\?\d*|[@:#$][\w\u0080-\uffff]+|[\w\u0080-\uffff][\w$\u0080-\uffff]*|\s+|;|[\s\S]/y;

/**
 * Finds the first statement of a text by SQLite's lexical rules.
 *
 * @example
 * readStatementText("SELECT ';' -- one;\n; DROP TABLE t").hasMore; // true
 */
export function readStatementText(text: string): StatementText {
  let end = text.length;
  let keyword = '';
  let hasMore = false;
  let depth = 0;
  let isOrdered = false;
  let count = 0;
  let named: string | undefined;
  token.lastIndex = 0;
  for (let match = token.exec(text); match?.[0]; match = token.exec(text)) {
    const [part] = match;
    if (/^(?:\s|--|\/\*)/.test(part)) continue;
    if (end < text.length) {
      if (part !== ';') hasMore = true;
      continue;
    }
    if (part === ';') {
      // SQLite takes leading semicolons for empty statements.
      if (keyword !== '') end = match.index;
      continue;
    }
    if (keyword === '') keyword = part.toUpperCase();
    if (part === '(') depth += 1;
    else if (part === ')') depth -= 1;
    else if (depth === 0 && /^order$/i.test(part)) isOrdered = true;
    if (part[0] === '?')
      count = part.length > 1 ? Math.max(count, Number(part.slice(1))) : count + 1;
    else if (/^[@:#$]./.test(part)) named ??= part;
  }
  const first = text.slice(0, end).replace(/^[\s;]+/, '');
  return { first, keyword, hasMore, isOrdered, placeholders: named ?? count };
}
