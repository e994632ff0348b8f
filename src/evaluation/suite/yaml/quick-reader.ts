import type { MapNode, ScalarNode, SeqNode, YamlNode, YamlPair } from './node.ts';
import {
  COLON,
  type Cursor,
  checkPlainStart,
  DASH,
  DOUBLE,
  finishLine,
  HASH,
  isBlank,
  isLineEnd,
  LF,
  nextContent,
  OPEN_MAP,
  OPEN_SEQ,
  PIPE,
  SINGLE,
  SPACE,
  skipSpaces,
  TAB,
  unsupported,
} from './quick-cursor.ts';
import { readFlow } from './quick-flow.ts';
import { readLiteral, readPlainBlock, readQuoted } from './quick-scalars.ts';

/**
 * Reads the plain part of YAML that suites are made of, about fifteen times as fast as a full parser:
 * block maps and lists, flow collections, one-line quoted text, folded plain text, `|` blocks. Anything
 * else (anchors, tags, `>` blocks, directives, every mistake) gives null, and `full-reader.ts` decides.
 * So it must accept only what it reads exactly as YAML does: `quick-reader.test.ts` holds the two together.
 */
export function readQuickly(text: string, start: number, end: number): YamlNode | null {
  try {
    return readDocument({ text, end, position: start });
  } catch (error) {
    // A list in a list in a list without end: the full reader says so.
    if (error === unsupported || error instanceof RangeError) return null;
    throw error;
  }
}

function readDocument(cursor: Cursor): YamlNode {
  const indent = nextContent(cursor);
  if (indent < 0) throw unsupported;
  const node = readBlockNode(cursor, indent, -1);
  if (nextContent(cursor) >= 0) throw unsupported;
  return node;
}

/** At a line start whose content stands at `indent`. */
function readBlockNode(cursor: Cursor, indent: number, parentIndent: number): YamlNode {
  cursor.position += indent;
  return readBlockContent(cursor, indent, parentIndent);
}

/** At content in column `indent`. */
function readBlockContent(cursor: Cursor, indent: number, parentIndent: number): YamlNode {
  if (isItemDash(cursor, cursor.position)) return readBlockSeq(cursor, indent);
  const key = readKey(cursor);
  if (key) return readBlockMap(cursor, indent, key);
  return readInlineValue(cursor, parentIndent);
}

function isItemDash(cursor: Cursor, at: number): boolean {
  if (cursor.text.charCodeAt(at) !== DASH) return false;
  const next = at + 1 < cursor.end ? cursor.text.charCodeAt(at + 1) : LF;
  if (next === TAB) throw unsupported;
  return next === SPACE || next === LF;
}

function readBlockSeq(cursor: Cursor, indent: number): SeqNode {
  const start = cursor.position;
  const items: YamlNode[] = [];
  let last = start + 1;
  for (;;) {
    cursor.position += 1;
    const dash = cursor.position;
    skipSpaces(cursor);
    if (isLineEnd(cursor)) {
      finishLine(cursor);
      items.push(readNested(cursor, indent, dash, false));
    } else {
      const column = indent + (cursor.position - dash) + 1;
      items.push(readBlockContent(cursor, column, indent));
    }
    last = items[items.length - 1]?.end ?? last;
    const save = cursor.position;
    const next = nextContent(cursor);
    if (next === indent && isItemDash(cursor, cursor.position + indent)) {
      cursor.position += indent;
      continue;
    }
    if (next > indent) throw unsupported;
    cursor.position = save;
    return { kind: 'seq', items, isFlow: false, start, end: last };
  }
}

function readBlockMap(cursor: Cursor, indent: number, firstKey: ScalarNode): MapNode {
  const pairs: YamlPair[] = [];
  let key = firstKey;
  for (;;) {
    const colon = cursor.position;
    skipSpaces(cursor);
    let value: YamlNode;
    if (isLineEnd(cursor)) {
      finishLine(cursor);
      value = readNested(cursor, indent, colon, true);
    } else {
      value = readInlineValue(cursor, indent);
    }
    pairs.push({ key, value });
    const save = cursor.position;
    const next = nextContent(cursor);
    if (next === indent && !isItemDash(cursor, cursor.position + indent)) {
      cursor.position += indent;
      const nextKey = readKey(cursor);
      if (!nextKey) throw unsupported;
      key = nextKey;
      continue;
    }
    if (next > indent || (next === indent && next >= 0)) throw unsupported;
    cursor.position = save;
    return { kind: 'map', pairs, isFlow: false, start: firstKey.start, end: value.end };
  }
}

/** The value on the lines after `key:` or `-`; nothing there is null. */
function readNested(
  cursor: Cursor,
  indent: number,
  at: number,
  allowsSeqAtIndent: boolean,
): YamlNode {
  const save = cursor.position;
  const next = nextContent(cursor);
  if (next > indent) {
    const isNextLine = cursor.position === save;
    const node = readBlockNode(cursor, next, indent);
    // A comment above text on a line of its own: the full parser has its own view of that.
    if (node.kind === 'scalar' && !isNextLine) throw unsupported;
    return node;
  }
  if (allowsSeqAtIndent && next === indent && isItemDash(cursor, cursor.position + indent)) {
    return readBlockNode(cursor, next, indent);
  }
  cursor.position = save;
  return { kind: 'scalar', text: '', style: 'plain', start: at, end: at };
}

/** Reads `key:` and stops behind the colon; null (nothing consumed) when no key stands here. */
function readKey(cursor: Cursor): ScalarNode | null {
  const start = cursor.position;
  const code = cursor.text.charCodeAt(cursor.position);
  if (code === OPEN_MAP || code === OPEN_SEQ || code === PIPE) return null;
  let key: ScalarNode;
  if (code === SINGLE || code === DOUBLE) {
    if (!closesOnLine(cursor, code)) return null;
    key = readQuoted(cursor, -2);
    skipSpaces(cursor);
    if (cursor.text.charCodeAt(cursor.position) !== COLON || cursor.position >= cursor.end) {
      cursor.position = start;
      return null;
    }
  } else {
    const colon = findKeyColon(cursor);
    if (colon === -1) return null;
    let keyEnd = colon;
    while (keyEnd > start && isBlank(cursor.text.charCodeAt(keyEnd - 1))) keyEnd -= 1;
    if (keyEnd === start) throw unsupported;
    checkPlainStart(cursor);
    const content = cursor.text.slice(start, keyEnd);
    if (content.includes(' #') || content.includes('\t')) throw unsupported;
    key = { kind: 'scalar', text: content, style: 'plain', start, end: keyEnd };
    cursor.position = colon;
  }
  cursor.position += 1;
  const next = cursor.position < cursor.end ? cursor.text.charCodeAt(cursor.position) : LF;
  if (next !== SPACE && next !== LF) throw unsupported;
  return key;
}

function closesOnLine(cursor: Cursor, quote: number): boolean {
  const next = cursor.text.indexOf('\n', cursor.position);
  const close = cursor.text.indexOf(String.fromCharCode(quote), cursor.position + 1);
  return close !== -1 && (next === -1 || close < next);
}

/** The colon of a plain key on this line, or -1. */
function findKeyColon(cursor: Cursor): number {
  for (let at = cursor.position; at < cursor.end; at += 1) {
    const code = cursor.text.charCodeAt(at);
    if (code === LF) return -1;
    if (code === COLON) {
      const next = at + 1 < cursor.end ? cursor.text.charCodeAt(at + 1) : LF;
      if (next === SPACE || next === LF) return at;
      if (next === TAB) throw unsupported;
    }
  }
  return -1;
}

/** A value that starts on this line; ends at the start of the next line. */
function readInlineValue(cursor: Cursor, parentIndent: number): YamlNode {
  const code = cursor.text.charCodeAt(cursor.position);
  let node: YamlNode;
  if (code === OPEN_MAP || code === OPEN_SEQ) {
    node = readFlow(cursor, parentIndent, 0);
  } else if (code === SINGLE || code === DOUBLE) {
    node = readQuoted(cursor, parentIndent);
  } else if (code === PIPE) {
    return readLiteral(cursor, parentIndent);
  } else {
    return readPlainBlock(cursor, parentIndent);
  }
  const behind = cursor.position;
  skipSpaces(cursor);
  if (
    !isLineEnd(cursor) ||
    (cursor.text.charCodeAt(cursor.position) === HASH && cursor.position === behind)
  ) {
    throw unsupported;
  }
  finishLine(cursor);
  return node;
}
