/** A block between fences; `start` and `end` enclose the fences too. */
export interface FencedBlock {
  readonly content: string;
  readonly isSqlTag: boolean;
  readonly start: number;
  readonly end: number;
}

const sqlTags =
  /^(?:sql|sqlite3?|duckdb|postgres(?:ql)?|pgsql|psql|pg|mysql|mariadb|plsql|plpgsql|tsql|ansi-?sql|sql-query|sqlquery|query|hql|bigquery|snowflake)$/i;

/**
 * The blocks between ``` or ~~~ (anywhere) and ''' or """ (at the start of a line); one without an end
 * runs to the end of the text.
 */
export function fencedBlocks(text: string): FencedBlock[] {
  const blocks: FencedBlock[] = [];
  const opening = /(?:```+|~~~+|(?<=^[ \t>]*)(?:'''+|"""+))/gm;
  for (let open = opening.exec(text); open; open = opening.exec(text)) {
    const fence = open[0];
    const { tag, contentStart } = readTag(text, open.index + fence.length);
    const closing = new RegExp(`${fence[0]}{${fence.length},}`, 'g');
    closing.lastIndex = contentStart;
    const close = closing.exec(text);
    const end = close ? close.index + close[0].length : text.length;
    blocks.push({
      content: withoutQuoteMarks(text.slice(contentStart, close?.index ?? text.length)),
      isSqlTag: sqlTags.test(tag),
      start: open.index,
      end,
    });
    opening.lastIndex = Math.max(end, open.index + fence.length);
  }
  return blocks;
}

/** The word after the opening fence: a tag when the line ends after it, or when it names a dialect. */
function readTag(text: string, from: number): { tag: string; contentStart: number } {
  const match = /[ \t]*(?:\{?\.?)([A-Za-z0-9_+#.-]*)\}?[^\S\n]*/y;
  match.lastIndex = from;
  const found = match.exec(text);
  const tag = found?.[1] ?? '';
  const after = from + (found?.[0].length ?? 0);
  const lineEnd = text.indexOf('\n', from);
  const restOfLine = text.slice(after, lineEnd === -1 ? undefined : lineEnd).trim();
  if (tag !== '' && restOfLine === '' && !/^(?:select|with|values|from|explain)$/i.test(tag)) {
    return { tag, contentStart: after };
  }
  if (sqlTags.test(tag)) {
    const isInfo = /^(?:\w+=|title|\{)/i.test(restOfLine) && lineEnd !== -1;
    return { tag, contentStart: isInfo ? lineEnd : after };
  }
  return { tag: '', contentStart: from };
}

/** A fence inside a quotation (`> SELECT 1`) loses its marks when every line has one. */
function withoutQuoteMarks(content: string): string {
  const lines = content.split('\n').filter((line) => line.trim() !== '');
  if (lines.length > 0 && lines.every((line) => /^\s*>/.test(line))) {
    return content.replace(/^\s*> ?/gm, '');
  }
  return content;
}
