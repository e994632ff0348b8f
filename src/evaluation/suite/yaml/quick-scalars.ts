import type { ScalarNode } from './node.ts';
import {
  COLON,
  type Cursor,
  checkPlainStart,
  DOUBLE,
  finishLine,
  HASH,
  LF,
  nextContent,
  plainNode,
  SINGLE,
  SPACE,
  skipSpaces,
  TAB,
  unsupported,
} from './quick-cursor.ts';

/** Quoted text. Single quotes may fold over lines without blank ones; double quotes stay on one line. */
export function readQuoted(cursor: Cursor, parentIndent: number): ScalarNode {
  const start = cursor.position;
  const isDouble = cursor.text.charCodeAt(cursor.position) === DOUBLE;
  cursor.position += 1;
  return isDouble ? readDouble(cursor, start) : readSingle(cursor, start, parentIndent);
}

function readDouble(cursor: Cursor, start: number): ScalarNode {
  for (let at = cursor.position; at < cursor.end; at += 1) {
    const code = cursor.text.charCodeAt(at);
    if (code === LF || code < SPACE) throw unsupported;
    if (code === 92) {
      at += 1;
    } else if (code === DOUBLE) {
      cursor.position = at + 1;
      return {
        kind: 'scalar',
        text: unescapeDouble(cursor.text.slice(start, cursor.position)),
        style: 'double',
        start,
        end: cursor.position,
      };
    }
  }
  throw unsupported;
}

function unescapeDouble(source: string): string {
  if (!source.includes('\\')) return source.slice(1, -1);
  try {
    return JSON.parse(source) as string;
  } catch {
    // An escape that JSON does not know, such as \x41.
    throw unsupported;
  }
}

function readSingle(cursor: Cursor, start: number, parentIndent: number): ScalarNode {
  let content = '';
  let isFolded = false;
  let from = cursor.position;
  for (;;) {
    const quote = cursor.text.indexOf("'", cursor.position);
    if (quote === -1 || quote >= cursor.end) throw unsupported;
    const lineEnd = cursor.text.indexOf('\n', cursor.position);
    if (lineEnd !== -1 && lineEnd < quote) {
      if (parentIndent === -2) throw unsupported;
      content += cursor.text.slice(from, lineEnd).replace(/ +$/, '');
      let at = lineEnd + 1;
      while (cursor.text.charCodeAt(at) === SPACE) at += 1;
      const code = cursor.text.charCodeAt(at);
      if (code === LF || code === TAB || at - lineEnd - 1 <= parentIndent) throw unsupported;
      if (cursor.text.charCodeAt(lineEnd - 1) === TAB) throw unsupported;
      content += ' ';
      isFolded = true;
      from = at;
      cursor.position = at;
    } else if (cursor.text.charCodeAt(quote + 1) === SINGLE) {
      content += cursor.text.slice(from, quote + 1);
      cursor.position = quote + 2;
      from = cursor.position;
    } else {
      content += cursor.text.slice(from, quote);
      cursor.position = quote + 1;
      return isFolded
        ? { kind: 'scalar', text: content, style: 'single', isFolded, start, end: cursor.position }
        : { kind: 'scalar', text: content, style: 'single', start, end: cursor.position };
    }
  }
}

/** A `|` block: `|`, `|-` or `|+`, its indent found from its first line. */
export function readLiteral(cursor: Cursor, parentIndent: number): ScalarNode {
  const start = cursor.position;
  cursor.position += 1;
  const mark = cursor.text[cursor.position];
  const chomp = mark === '-' || mark === '+' ? mark : '';
  cursor.position += chomp.length;
  skipSpaces(cursor);
  if (cursor.position < cursor.end && cursor.text.charCodeAt(cursor.position) !== LF)
    throw unsupported;
  finishLine(cursor);
  let indent = -1;
  let last = cursor.position;
  const lines: string[] = [];
  while (cursor.position < cursor.end) {
    const found = cursor.text.indexOf('\n', cursor.position);
    const lineEnd = found === -1 || found > cursor.end ? cursor.end : found;
    let at = cursor.position;
    while (at < lineEnd && cursor.text.charCodeAt(at) === SPACE) at += 1;
    const spaces = at - cursor.position;
    if (at === lineEnd) {
      if (indent === -1 && spaces > Math.max(parentIndent + 1, 0)) throw unsupported;
      lines.push(
        indent !== -1 && spaces > indent
          ? cursor.text.slice(cursor.position + indent, lineEnd)
          : '',
      );
      if (indent !== -1 && spaces > indent) last = Math.min(lineEnd + 1, cursor.end);
    } else {
      if (cursor.text.charCodeAt(at) === TAB && (indent === -1 || spaces < indent))
        throw unsupported;
      if (indent === -1) {
        if (spaces <= parentIndent) break;
        indent = spaces;
      }
      if (spaces < indent) {
        if (spaces > parentIndent) throw unsupported;
        break;
      }
      lines.push(cursor.text.slice(cursor.position + indent, lineEnd));
      last = Math.min(lineEnd + 1, cursor.end);
    }
    cursor.position = Math.min(lineEnd + 1, cursor.end);
  }
  if (indent === -1) throw unsupported;
  let kept = lines.length;
  if (chomp !== '+') while (kept > 0 && lines[kept - 1] === '') kept -= 1;
  const content = lines.slice(0, kept).join('\n') + (chomp === '-' ? '' : '\n');
  return {
    kind: 'scalar',
    text: content,
    style: 'literal',
    start,
    end: chomp === '+' ? cursor.position : last,
  };
}

/** Plain text in block context, folded over lines indented more than the parent. */
export function readPlainBlock(cursor: Cursor, parentIndent: number): ScalarNode {
  const start = cursor.position;
  checkPlainStart(cursor);
  let last = plainLineEnd(cursor);
  let content = cursor.text.slice(start, last);
  let hasComment = cursor.position < cursor.end && cursor.text.charCodeAt(cursor.position) === HASH;
  let isFolded = false;
  finishLine(cursor);
  for (;;) {
    const save = cursor.position;
    const next = nextContent(cursor);
    if (next <= parentIndent) {
      cursor.position = save;
      return plainNode(content, start, last, isFolded);
    }
    isFolded = true;
    // A blank or comment line in between folds in other ways.
    if (hasComment || cursor.position !== save) throw unsupported;
    cursor.position += next;
    const lineStart = cursor.position;
    last = plainLineEnd(cursor);
    content += ` ${cursor.text.slice(lineStart, last)}`;
    hasComment = cursor.position < cursor.end && cursor.text.charCodeAt(cursor.position) === HASH;
    finishLine(cursor);
  }
}

/** The end of the plain text on this line; stops at the line's end or at a comment. */
function plainLineEnd(cursor: Cursor): number {
  let at = cursor.position;
  for (; at < cursor.end; at += 1) {
    const code = cursor.text.charCodeAt(at);
    if (code === LF) break;
    if (code === TAB) throw unsupported;
    if (code === COLON) {
      const next = at + 1 < cursor.end ? cursor.text.charCodeAt(at + 1) : LF;
      if (next === SPACE || next === LF || next === TAB) throw unsupported;
    }
    if (code === HASH && cursor.text.charCodeAt(at - 1) === SPACE) break;
  }
  cursor.position = at;
  let last = at;
  while (cursor.text.charCodeAt(last - 1) === SPACE) last -= 1;
  return last;
}
