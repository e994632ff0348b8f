import type { MapNode, ScalarNode, SeqNode, YamlNode, YamlPair } from './node.ts';

/**
 * Reads the plain part of YAML that suites are made of, about fifteen times as fast as a full parser:
 * block maps and lists, flow collections, one-line quoted text, folded plain text, `|` blocks. Anything
 * else (anchors, tags, `>` blocks, directives, every mistake) gives null, and `full-reader.ts` decides.
 * So it must accept only what it reads exactly as YAML does: `quick-reader.test.ts` holds the two together.
 */
export function readQuickly(text: string, start: number, end: number): YamlNode | null {
  try {
    return createReader(text, end).readDocument(start);
  } catch (error) {
    if (error === unsupported) return null;
    throw error;
  }
}

/** Thrown where the text leaves the subset. */
const unsupported = Symbol('outside the subset');

const TAB = 9;
const LF = 10;
const SPACE = 32;
const DOUBLE = 34;
const HASH = 35;
const SINGLE = 39;
const COMMA = 44;
const DASH = 45;
const COLON = 58;
const QUESTION = 63;
const OPEN_SEQ = 91;
const CLOSE_SEQ = 93;
const PIPE = 124;
const OPEN_MAP = 123;
const CLOSE_MAP = 125;

/** Characters that cannot start a plain scalar: `! % & * > @ \`` and those handled before. */
const reserved: ReadonlySet<number> = new Set(
  [...'!%&*>@`|\'"#,[]{}'].map((character) => character.charCodeAt(0)),
);

function createReader(text: string, end: number) {
  let position = 0;

  function readDocument(start: number): YamlNode {
    position = start;
    const indent = nextContent();
    if (indent < 0) throw unsupported;
    const node = readBlockNode(indent, -1);
    if (nextContent() >= 0) throw unsupported;
    return node;
  }

  /** Goes to the next line's content, over blank and comment lines; its indent, or -1 at the end. */
  function nextContent(): number {
    for (;;) {
      let at = position;
      while (at < end && text.charCodeAt(at) === SPACE) at += 1;
      if (at >= end) {
        position = end;
        return -1;
      }
      const code = text.charCodeAt(at);
      if (code === LF) {
        position = at + 1;
      } else if (code === HASH) {
        const next = text.indexOf('\n', at);
        position = next === -1 || next >= end ? end : next + 1;
      } else if (code === TAB) {
        throw unsupported;
      } else {
        const indent = at - position;
        if (indent === 0 && isDocumentMarker(at)) throw unsupported;
        return indent;
      }
    }
  }

  function isDocumentMarker(at: number): boolean {
    return text.startsWith('---', at) || text.startsWith('...', at) || text[at] === '%';
  }

  /** At a line start whose content stands at `indent`. */
  function readBlockNode(indent: number, parentIndent: number): YamlNode {
    position += indent;
    return readBlockContent(indent, parentIndent);
  }

  /** At content in column `indent`. */
  function readBlockContent(indent: number, parentIndent: number): YamlNode {
    if (isItemDash(position)) return readBlockSeq(indent);
    const key = readKey();
    if (key) return readBlockMap(indent, key);
    return readInlineValue(parentIndent);
  }

  function isItemDash(at: number): boolean {
    if (text.charCodeAt(at) !== DASH) return false;
    const next = at + 1 < end ? text.charCodeAt(at + 1) : LF;
    if (next === TAB) throw unsupported;
    return next === SPACE || next === LF;
  }

  function readBlockSeq(indent: number): SeqNode {
    const start = position;
    const items: YamlNode[] = [];
    let last = start + 1;
    for (;;) {
      position += 1;
      const dash = position;
      skipSpaces();
      if (isLineEnd()) {
        finishLine();
        items.push(readNested(indent, dash, false));
      } else {
        const column = indent + (position - dash) + 1;
        items.push(readBlockContent(column, indent));
      }
      last = items[items.length - 1]?.end ?? last;
      const save = position;
      const next = nextContent();
      if (next === indent && isItemDash(position + indent)) {
        position += indent;
        continue;
      }
      if (next > indent) throw unsupported;
      position = save;
      return { kind: 'seq', items, isFlow: false, start, end: last };
    }
  }

  function readBlockMap(indent: number, firstKey: ScalarNode): MapNode {
    const pairs: YamlPair[] = [];
    let key = firstKey;
    for (;;) {
      const colon = position;
      skipSpaces();
      let value: YamlNode;
      if (isLineEnd()) {
        finishLine();
        value = readNested(indent, colon, true);
      } else {
        value = readInlineValue(indent);
      }
      pairs.push({ key, value });
      const save = position;
      const next = nextContent();
      if (next === indent && !isItemDash(position + indent)) {
        position += indent;
        const nextKey = readKey();
        if (!nextKey) throw unsupported;
        key = nextKey;
        continue;
      }
      if (next > indent || (next === indent && next >= 0)) throw unsupported;
      position = save;
      return { kind: 'map', pairs, isFlow: false, start: firstKey.start, end: value.end };
    }
  }

  /** The value on the lines after `key:` or `-`; nothing there is null. */
  function readNested(indent: number, at: number, allowsSeqAtIndent: boolean): YamlNode {
    const save = position;
    const next = nextContent();
    if (next > indent) {
      const isNextLine = position === save;
      const node = readBlockNode(next, indent);
      // A comment above text on a line of its own: the full parser has its own view of that.
      if (node.kind === 'scalar' && !isNextLine) throw unsupported;
      return node;
    }
    if (allowsSeqAtIndent && next === indent && isItemDash(position + indent)) {
      return readBlockNode(next, indent);
    }
    position = save;
    return { kind: 'scalar', text: '', style: 'plain', start: at, end: at };
  }

  /** Reads `key:` and stops behind the colon; null (nothing consumed) when no key stands here. */
  function readKey(): ScalarNode | null {
    const start = position;
    const code = text.charCodeAt(position);
    if (code === OPEN_MAP || code === OPEN_SEQ || code === PIPE) return null;
    let key: ScalarNode;
    if (code === SINGLE || code === DOUBLE) {
      if (!closesOnLine(code)) return null;
      key = readQuoted(-2);
      skipSpaces();
      if (text.charCodeAt(position) !== COLON || position >= end) {
        position = start;
        return null;
      }
    } else {
      const colon = findKeyColon();
      if (colon === -1) return null;
      let keyEnd = colon;
      while (keyEnd > start && isBlank(text.charCodeAt(keyEnd - 1))) keyEnd -= 1;
      if (keyEnd === start) throw unsupported;
      checkPlainStart();
      const content = text.slice(start, keyEnd);
      if (content.includes(' #') || content.includes('\t')) throw unsupported;
      key = { kind: 'scalar', text: content, style: 'plain', start, end: keyEnd };
      position = colon;
    }
    position += 1;
    const next = position < end ? text.charCodeAt(position) : LF;
    if (next !== SPACE && next !== LF) throw unsupported;
    return key;
  }

  function closesOnLine(quote: number): boolean {
    const next = text.indexOf('\n', position);
    const close = text.indexOf(String.fromCharCode(quote), position + 1);
    return close !== -1 && (next === -1 || close < next);
  }

  /** The colon of a plain key on this line, or -1. */
  function findKeyColon(): number {
    for (let at = position; at < end; at += 1) {
      const code = text.charCodeAt(at);
      if (code === LF) return -1;
      if (code === COLON) {
        const next = at + 1 < end ? text.charCodeAt(at + 1) : LF;
        if (next === SPACE || next === LF) return at;
        if (next === TAB) throw unsupported;
      }
    }
    return -1;
  }

  /** A value that starts on this line; ends at the start of the next line. */
  function readInlineValue(parentIndent: number): YamlNode {
    const code = text.charCodeAt(position);
    let node: YamlNode;
    if (code === OPEN_MAP || code === OPEN_SEQ) {
      node = readFlow(parentIndent, 0);
    } else if (code === SINGLE || code === DOUBLE) {
      node = readQuoted(parentIndent);
    } else if (code === PIPE) {
      return readLiteral(parentIndent);
    } else {
      return readPlainBlock(parentIndent);
    }
    const behind = position;
    skipSpaces();
    if (!isLineEnd() || (text.charCodeAt(position) === HASH && position === behind)) {
      throw unsupported;
    }
    finishLine();
    return node;
  }

  function checkPlainStart(): void {
    const code = text.charCodeAt(position);
    if (reserved.has(code)) throw unsupported;
    if (code === DASH || code === QUESTION || code === COLON) {
      const next = position + 1 < end ? text.charCodeAt(position + 1) : LF;
      if (isBlank(next) || next === LF || isFlowIndicator(next)) throw unsupported;
    }
  }

  /** Plain text in block context, folded over lines indented more than the parent. */
  function readPlainBlock(parentIndent: number): ScalarNode {
    const start = position;
    checkPlainStart();
    let last = plainLineEnd();
    let content = text.slice(start, last);
    let hasComment = position < end && text.charCodeAt(position) === HASH;
    let isFolded = false;
    finishLine();
    for (;;) {
      const save = position;
      const next = nextContent();
      if (next <= parentIndent) {
        position = save;
        return plainNode(content, start, last, isFolded);
      }
      isFolded = true;
      // A blank or comment line in between folds in other ways.
      if (hasComment || position !== save) throw unsupported;
      position += next;
      const lineStart = position;
      last = plainLineEnd();
      content += ` ${text.slice(lineStart, last)}`;
      hasComment = position < end && text.charCodeAt(position) === HASH;
      finishLine();
    }
  }

  /** The end of the plain text on this line; stops at the line's end or at a comment. */
  function plainLineEnd(): number {
    let at = position;
    for (; at < end; at += 1) {
      const code = text.charCodeAt(at);
      if (code === LF) break;
      if (code === TAB) throw unsupported;
      if (code === COLON) {
        const next = at + 1 < end ? text.charCodeAt(at + 1) : LF;
        if (next === SPACE || next === LF || next === TAB) throw unsupported;
      }
      if (code === HASH && text.charCodeAt(at - 1) === SPACE) break;
    }
    position = at;
    let last = at;
    while (text.charCodeAt(last - 1) === SPACE) last -= 1;
    return last;
  }

  /** Quoted text. Single quotes may fold over lines without blank ones; double quotes stay on one line. */
  function readQuoted(parentIndent: number): ScalarNode {
    const start = position;
    const isDouble = text.charCodeAt(position) === DOUBLE;
    position += 1;
    return isDouble ? readDouble(start) : readSingle(start, parentIndent);
  }

  function readDouble(start: number): ScalarNode {
    for (let at = position; at < end; at += 1) {
      const code = text.charCodeAt(at);
      if (code === LF || code < SPACE) throw unsupported;
      if (code === 92) {
        at += 1;
      } else if (code === DOUBLE) {
        position = at + 1;
        return {
          kind: 'scalar',
          text: unescapeDouble(text.slice(start, position)),
          style: 'double',
          start,
          end: position,
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

  function readSingle(start: number, parentIndent: number): ScalarNode {
    let content = '';
    let isFolded = false;
    let from = position;
    for (;;) {
      const quote = text.indexOf("'", position);
      if (quote === -1 || quote >= end) throw unsupported;
      const lineEnd = text.indexOf('\n', position);
      if (lineEnd !== -1 && lineEnd < quote) {
        if (parentIndent === -2) throw unsupported;
        content += text.slice(from, lineEnd).replace(/ +$/, '');
        let at = lineEnd + 1;
        while (text.charCodeAt(at) === SPACE) at += 1;
        const code = text.charCodeAt(at);
        if (code === LF || code === TAB || at - lineEnd - 1 <= parentIndent) throw unsupported;
        if (text.charCodeAt(lineEnd - 1) === TAB) throw unsupported;
        content += ' ';
        isFolded = true;
        from = at;
        position = at;
      } else if (text.charCodeAt(quote + 1) === SINGLE) {
        content += text.slice(from, quote + 1);
        position = quote + 2;
        from = position;
      } else {
        content += text.slice(from, quote);
        position = quote + 1;
        return isFolded
          ? { kind: 'scalar', text: content, style: 'single', isFolded, start, end: position }
          : { kind: 'scalar', text: content, style: 'single', start, end: position };
      }
    }
  }

  /** A `|` block: `|`, `|-` or `|+`, its indent found from its first line. */
  function readLiteral(parentIndent: number): ScalarNode {
    const start = position;
    position += 1;
    const mark = text[position];
    const chomp = mark === '-' || mark === '+' ? mark : '';
    position += chomp.length;
    skipSpaces();
    if (position < end && text.charCodeAt(position) !== LF) throw unsupported;
    finishLine();
    let indent = -1;
    let last = position;
    const lines: string[] = [];
    while (position < end) {
      const found = text.indexOf('\n', position);
      const lineEnd = found === -1 || found > end ? end : found;
      let at = position;
      while (at < lineEnd && text.charCodeAt(at) === SPACE) at += 1;
      const spaces = at - position;
      if (at === lineEnd) {
        if (indent === -1 && spaces > Math.max(parentIndent + 1, 0)) throw unsupported;
        lines.push(indent !== -1 && spaces > indent ? text.slice(position + indent, lineEnd) : '');
        if (indent !== -1 && spaces > indent) last = Math.min(lineEnd + 1, end);
      } else {
        if (text.charCodeAt(at) === TAB && (indent === -1 || spaces < indent)) throw unsupported;
        if (indent === -1) {
          if (spaces <= parentIndent) break;
          indent = spaces;
        }
        if (spaces < indent) {
          if (spaces > parentIndent) throw unsupported;
          break;
        }
        lines.push(text.slice(position + indent, lineEnd));
        last = Math.min(lineEnd + 1, end);
      }
      position = Math.min(lineEnd + 1, end);
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
      end: chomp === '+' ? position : last,
    };
  }

  function readFlow(parentIndent: number, depth: number): YamlNode {
    if (depth > 100) throw unsupported;
    return text.charCodeAt(position) === OPEN_MAP
      ? readFlowMap(parentIndent, depth)
      : readFlowSeq(parentIndent, depth);
  }

  function readFlowMap(parentIndent: number, depth: number): MapNode {
    const start = position;
    const pairs: YamlPair[] = [];
    position += 1;
    for (;;) {
      skipFlowSpace(parentIndent);
      if (text.charCodeAt(position) === CLOSE_MAP) break;
      const key = readFlowKey();
      skipFlowSpace(parentIndent);
      const code = text.charCodeAt(position);
      if (code === COMMA || code === CLOSE_MAP) {
        const empty: ScalarNode = {
          ...key,
          text: '',
          style: 'plain',
          start: position,
          end: position,
        };
        pairs.push({ key, value: empty });
      } else {
        pairs.push({ key, value: readFlowValue(parentIndent, depth) });
        skipFlowSpace(parentIndent);
      }
      const after = text.charCodeAt(position);
      if (after === COMMA) position += 1;
      else if (after !== CLOSE_MAP) throw unsupported;
    }
    position += 1;
    return { kind: 'map', pairs, isFlow: true, start, end: position };
  }

  /** Reads the key of a flow pair with its colon. */
  function readFlowKey(): ScalarNode {
    const code = text.charCodeAt(position);
    let key: ScalarNode;
    if (code === SINGLE || code === DOUBLE) {
      key = readQuoted(-2);
      while (text.charCodeAt(position) === SPACE) position += 1;
      if (text.charCodeAt(position) !== COLON) throw unsupported;
      position += 1;
      return key;
    }
    key = readFlowPlain(null);
    if (text.charCodeAt(position) !== COLON) throw unsupported;
    position += 1;
    const next = text.charCodeAt(position);
    if (next !== SPACE && next !== LF && next !== COMMA && next !== CLOSE_MAP) throw unsupported;
    return key;
  }

  function readFlowSeq(parentIndent: number, depth: number): SeqNode {
    const start = position;
    const items: YamlNode[] = [];
    position += 1;
    for (;;) {
      skipFlowSpace(parentIndent);
      if (text.charCodeAt(position) === CLOSE_SEQ) break;
      items.push(readFlowValue(parentIndent, depth));
      skipFlowSpace(parentIndent);
      const after = text.charCodeAt(position);
      if (after === COMMA) position += 1;
      // A colon here would make `[a: b]` a list of one-pair maps.
      else if (after !== CLOSE_SEQ) throw unsupported;
    }
    position += 1;
    return { kind: 'seq', items, isFlow: true, start, end: position };
  }

  function readFlowValue(parentIndent: number, depth: number): YamlNode {
    const code = text.charCodeAt(position);
    if (code === OPEN_MAP || code === OPEN_SEQ) return readFlow(parentIndent, depth + 1);
    if (code === SINGLE || code === DOUBLE) return readQuoted(parentIndent);
    return readFlowPlain(parentIndent);
  }

  /** Plain text in flow context; folds over lines when `parentIndent` is given. */
  function readFlowPlain(parentIndent: number | null): ScalarNode {
    const start = position;
    checkPlainStart();
    let last = flowPlainEnd();
    if (last === start) throw unsupported;
    let content = text.slice(start, last);
    let isFolded = false;
    while (parentIndent !== null && text.charCodeAt(position) === LF && position < end) {
      const save = position;
      const lineStart = position + 1;
      skipFlowSpace(parentIndent);
      const code = text.charCodeAt(position);
      if (code === COMMA || code === CLOSE_MAP || code === CLOSE_SEQ) {
        position = save;
        break;
      }
      // A blank or comment line in between folds in other ways; a colon would make it a key.
      if (code === COLON || text.slice(lineStart, position).trim() !== '') throw unsupported;
      if (text.slice(lineStart, position).includes('\n')) throw unsupported;
      const from = position;
      last = flowPlainEnd();
      content += ` ${text.slice(from, last)}`;
      isFolded = true;
    }
    if (parentIndent !== null && text.charCodeAt(position) === COLON) throw unsupported;
    return plainNode(content, start, last, isFolded);
  }

  /** The end of the plain text on this line; stops at `,[]{}`, a colon that separates, or the line's end. */
  function flowPlainEnd(): number {
    let at = position;
    for (; at < end; at += 1) {
      const code = text.charCodeAt(at);
      if (code === LF || isFlowIndicator(code)) break;
      if (code === TAB) throw unsupported;
      if (code === HASH && text.charCodeAt(at - 1) === SPACE) throw unsupported;
      if (code === COLON) {
        const next = at + 1 < end ? text.charCodeAt(at + 1) : LF;
        if (next === SPACE || next === LF || isFlowIndicator(next)) break;
        if (next === TAB) throw unsupported;
      }
    }
    position = at;
    let last = at;
    while (text.charCodeAt(last - 1) === SPACE) last -= 1;
    return last;
  }

  /** Over blanks, line ends and comments inside a flow collection. */
  function skipFlowSpace(parentIndent: number): void {
    for (;;) {
      const code = position < end ? text.charCodeAt(position) : 0;
      if (code === SPACE) {
        position += 1;
      } else if (code === LF) {
        let at = position + 1;
        while (text.charCodeAt(at) === SPACE) at += 1;
        const next = text.charCodeAt(at);
        const indent = at - position - 1;
        if (next !== LF && next !== TAB && indent <= parentIndent) throw unsupported;
        if (indent === 0 && isDocumentMarker(at)) throw unsupported;
        // JSON is often indented with tabs; below a block it would be a mistake.
        if (next === TAB && parentIndent >= 0) throw unsupported;
        position = at;
      } else if (code === TAB) {
        if (parentIndent >= 0) throw unsupported;
        position += 1;
      } else if (code === HASH) {
        const before = text.charCodeAt(position - 1);
        if (before !== SPACE && before !== LF) throw unsupported;
        const next = text.indexOf('\n', position);
        if (next === -1 || next >= end) throw unsupported;
        position = next;
      } else {
        if (position >= end) throw unsupported;
        return;
      }
    }
  }

  function skipSpaces(): void {
    while (position < end && text.charCodeAt(position) === SPACE) position += 1;
    if (position < end && text.charCodeAt(position) === TAB) throw unsupported;
  }

  /** At the end of a line's content: the line's end, the text's end, or a comment. */
  function isLineEnd(): boolean {
    if (position >= end) return true;
    const code = text.charCodeAt(position);
    return code === LF || (code === HASH && isBlank(text.charCodeAt(position - 1)));
  }

  function finishLine(): void {
    const next = text.indexOf('\n', position);
    position = next === -1 || next >= end ? end : next + 1;
  }

  return { readDocument };
}

function plainNode(text: string, start: number, end: number, isFolded: boolean): ScalarNode {
  return isFolded
    ? { kind: 'scalar', text, style: 'plain', isFolded, start, end }
    : { kind: 'scalar', text, style: 'plain', start, end };
}

function isBlank(code: number): boolean {
  return code === SPACE || code === TAB;
}

function isFlowIndicator(code: number): boolean {
  return (
    code === COMMA ||
    code === OPEN_SEQ ||
    code === CLOSE_SEQ ||
    code === OPEN_MAP ||
    code === CLOSE_MAP
  );
}
