import type { MapNode, ScalarNode, SeqNode, YamlNode, YamlPair } from './node.ts';
import {
  CLOSE_MAP,
  CLOSE_SEQ,
  COLON,
  COMMA,
  type Cursor,
  checkPlainStart,
  DOUBLE,
  HASH,
  isDocumentMarker,
  isFlowIndicator,
  LF,
  OPEN_MAP,
  OPEN_SEQ,
  plainNode,
  SINGLE,
  SPACE,
  TAB,
  unsupported,
} from './quick-cursor.ts';
import { readQuoted } from './quick-scalars.ts';

export function readFlow(cursor: Cursor, parentIndent: number, depth: number): YamlNode {
  if (depth > 100) throw unsupported;
  return cursor.text.charCodeAt(cursor.position) === OPEN_MAP
    ? readFlowMap(cursor, parentIndent, depth)
    : readFlowSeq(cursor, parentIndent, depth);
}

function readFlowMap(cursor: Cursor, parentIndent: number, depth: number): MapNode {
  const start = cursor.position;
  const pairs: YamlPair[] = [];
  cursor.position += 1;
  for (;;) {
    skipFlowSpace(cursor, parentIndent);
    if (cursor.text.charCodeAt(cursor.position) === CLOSE_MAP) break;
    const key = readFlowKey(cursor);
    skipFlowSpace(cursor, parentIndent);
    const code = cursor.text.charCodeAt(cursor.position);
    if (code === COMMA || code === CLOSE_MAP) {
      const empty: ScalarNode = {
        ...key,
        text: '',
        style: 'plain',
        start: cursor.position,
        end: cursor.position,
      };
      pairs.push({ key, value: empty });
    } else {
      pairs.push({ key, value: readFlowValue(cursor, parentIndent, depth) });
      skipFlowSpace(cursor, parentIndent);
    }
    const after = cursor.text.charCodeAt(cursor.position);
    if (after === COMMA) cursor.position += 1;
    else if (after !== CLOSE_MAP) throw unsupported;
  }
  cursor.position += 1;
  return { kind: 'map', pairs, isFlow: true, start, end: cursor.position };
}

/** Reads the key of a flow pair with its colon. */
function readFlowKey(cursor: Cursor): ScalarNode {
  const code = cursor.text.charCodeAt(cursor.position);
  let key: ScalarNode;
  if (code === SINGLE || code === DOUBLE) {
    key = readQuoted(cursor, -2);
    while (cursor.text.charCodeAt(cursor.position) === SPACE) cursor.position += 1;
    if (cursor.text.charCodeAt(cursor.position) !== COLON) throw unsupported;
    cursor.position += 1;
    return key;
  }
  key = readFlowPlain(cursor, null);
  if (cursor.text.charCodeAt(cursor.position) !== COLON) throw unsupported;
  cursor.position += 1;
  const next = cursor.text.charCodeAt(cursor.position);
  if (next !== SPACE && next !== LF && next !== COMMA && next !== CLOSE_MAP) throw unsupported;
  return key;
}

function readFlowSeq(cursor: Cursor, parentIndent: number, depth: number): SeqNode {
  const start = cursor.position;
  const items: YamlNode[] = [];
  cursor.position += 1;
  for (;;) {
    skipFlowSpace(cursor, parentIndent);
    if (cursor.text.charCodeAt(cursor.position) === CLOSE_SEQ) break;
    items.push(readFlowValue(cursor, parentIndent, depth));
    skipFlowSpace(cursor, parentIndent);
    const after = cursor.text.charCodeAt(cursor.position);
    if (after === COMMA) cursor.position += 1;
    // A colon here would make `[a: b]` a list of one-pair maps.
    else if (after !== CLOSE_SEQ) throw unsupported;
  }
  cursor.position += 1;
  return { kind: 'seq', items, isFlow: true, start, end: cursor.position };
}

function readFlowValue(cursor: Cursor, parentIndent: number, depth: number): YamlNode {
  const code = cursor.text.charCodeAt(cursor.position);
  if (code === OPEN_MAP || code === OPEN_SEQ) return readFlow(cursor, parentIndent, depth + 1);
  if (code === SINGLE || code === DOUBLE) return readQuoted(cursor, parentIndent);
  return readFlowPlain(cursor, parentIndent);
}

/** Plain text in flow context; folds over lines when `parentIndent` is given. */
function readFlowPlain(cursor: Cursor, parentIndent: number | null): ScalarNode {
  const start = cursor.position;
  checkPlainStart(cursor);
  let last = flowPlainEnd(cursor);
  if (last === start) throw unsupported;
  let content = cursor.text.slice(start, last);
  let isFolded = false;
  while (
    parentIndent !== null &&
    cursor.text.charCodeAt(cursor.position) === LF &&
    cursor.position < cursor.end
  ) {
    const save = cursor.position;
    const lineStart = cursor.position + 1;
    skipFlowSpace(cursor, parentIndent);
    const code = cursor.text.charCodeAt(cursor.position);
    if (code === COMMA || code === CLOSE_MAP || code === CLOSE_SEQ) {
      cursor.position = save;
      break;
    }
    // A blank or comment line in between folds in other ways; a colon would make it a key.
    if (code === COLON || cursor.text.slice(lineStart, cursor.position).trim() !== '')
      throw unsupported;
    if (cursor.text.slice(lineStart, cursor.position).includes('\n')) throw unsupported;
    const from = cursor.position;
    last = flowPlainEnd(cursor);
    content += ` ${cursor.text.slice(from, last)}`;
    isFolded = true;
  }
  if (parentIndent !== null && cursor.text.charCodeAt(cursor.position) === COLON) throw unsupported;
  return plainNode(content, start, last, isFolded);
}

/** The end of the plain text on this line; stops at `,[]{}`, a colon that separates, or the line's end. */
function flowPlainEnd(cursor: Cursor): number {
  let at = cursor.position;
  for (; at < cursor.end; at += 1) {
    const code = cursor.text.charCodeAt(at);
    if (code === LF || isFlowIndicator(code)) break;
    if (code === TAB) throw unsupported;
    if (code === HASH && cursor.text.charCodeAt(at - 1) === SPACE) throw unsupported;
    if (code === COLON) {
      const next = at + 1 < cursor.end ? cursor.text.charCodeAt(at + 1) : LF;
      if (next === SPACE || next === LF || isFlowIndicator(next)) break;
      if (next === TAB) throw unsupported;
    }
  }
  cursor.position = at;
  let last = at;
  while (cursor.text.charCodeAt(last - 1) === SPACE) last -= 1;
  return last;
}

/** Over blanks, line ends and comments inside a flow collection. */
function skipFlowSpace(cursor: Cursor, parentIndent: number): void {
  for (;;) {
    const code = cursor.position < cursor.end ? cursor.text.charCodeAt(cursor.position) : 0;
    if (code === SPACE) {
      cursor.position += 1;
    } else if (code === LF) {
      let at = cursor.position + 1;
      while (cursor.text.charCodeAt(at) === SPACE) at += 1;
      const next = cursor.text.charCodeAt(at);
      const indent = at - cursor.position - 1;
      if (next !== LF && next !== TAB && indent <= parentIndent) throw unsupported;
      if (indent === 0 && isDocumentMarker(cursor, at)) throw unsupported;
      // JSON is often indented with tabs; below a block it would be a mistake.
      if (next === TAB && parentIndent >= 0) throw unsupported;
      cursor.position = at;
    } else if (code === TAB) {
      if (parentIndent >= 0) throw unsupported;
      cursor.position += 1;
    } else if (code === HASH) {
      const before = cursor.text.charCodeAt(cursor.position - 1);
      if (before !== SPACE && before !== LF) throw unsupported;
      const next = cursor.text.indexOf('\n', cursor.position);
      if (next === -1 || next >= cursor.end) throw unsupported;
      cursor.position = next;
    } else {
      if (cursor.position >= cursor.end) throw unsupported;
      return;
    }
  }
}
