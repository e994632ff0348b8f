import { analyzeScalar, isBooleanLetter, wantsLiteral } from './scalar-style.ts';
import type { WriteNode } from './write-node.ts';

/** How a file is laid out. */
export interface EmitStyle {
  /** Lines are wrapped after this column. */
  readonly width: number;
  /** Columns that a list below a key is indented by: 0 or 2. */
  readonly listIndent: number;
  /** Rows as `{a: 1, b: 2}`, or one line per column. */
  readonly rows: 'flow' | 'block';
}

/** The layout of the reference suites. */
export const referenceStyle: EmitStyle = { width: 120, listIndent: 0, rows: 'flow' };

/**
 * Writes a value as it stands behind `key:` whose key is in column `indent`: it begins with a blank or
 * a line end, and ends without one. A collection is written in flow style if all its parts are short
 * scalars, else as a block.
 */
export function emitAfterKey(
  node: WriteNode,
  keyColumn: number,
  keyLength: number,
  style: EmitStyle = referenceStyle,
): string {
  const emitter = createEmitter(style);
  emitter.startAt(keyColumn + keyLength + 1);
  emitter.value(node, keyColumn);
  return emitter.text();
}

/** Writes a list item, from its dash in column `indent`, without the blanks before it and a line end behind. */
export function emitItem(
  node: WriteNode,
  indent: number,
  style: EmitStyle = referenceStyle,
): string {
  const emitter = createEmitter(style);
  emitter.startAt(indent);
  emitter.item(node, indent);
  return emitter.text();
}

/** Whether a value is written behind its key on the same line. */
export function isFlow(node: WriteNode): boolean {
  switch (node.kind) {
    case 'text':
    case 'raw':
      return true;
    case 'seq':
      return node.items.every(isShortScalar);
    case 'map':
      return node.entries.every(([key, value]) => key.length < 1000 && isShortScalar(value));
  }
}

function isShortScalar(node: WriteNode): boolean {
  if (node.kind === 'raw') return true;
  return node.kind === 'text' && !wantsLiteral(node.text);
}

function createEmitter(style: EmitStyle) {
  const parts: string[] = [];
  let column = 0;

  function put(text: string): void {
    parts.push(text);
    column += length(text);
  }

  function breakTo(indent: number): void {
    parts.push(`\n${' '.repeat(indent)}`);
    column = indent;
  }

  /** A value behind `key:` or, for scalars and flow, behind `-`; `indent` is the column of that key. */
  function value(node: WriteNode, indent: number): void {
    switch (node.kind) {
      case 'raw':
        put(` ${node.text}`);
        return;
      case 'text':
        put(' ');
        scalar(node.text, indent + 2, 'block');
        return;
      case 'seq':
        if (isFlow(node)) {
          put(' ');
          flow(node, indent + 2);
          return;
        }
        for (const element of node.items) {
          breakTo(indent + style.listIndent);
          item(element, indent + style.listIndent);
        }
        return;
      case 'map':
        if (isFlow(node)) {
          put(' ');
          flow(node, indent + 2);
          return;
        }
        breakTo(indent + 2);
        entries(node.entries, indent + 2);
        return;
    }
  }

  /** A list item whose dash stands in column `indent`. */
  function item(node: WriteNode, indent: number): void {
    put('-');
    if (
      node.kind === 'map' &&
      (!isFlow(node) || (style.rows === 'block' && node.entries.length > 0))
    ) {
      put(' ');
      entries(node.entries, indent + 2);
    } else if (node.kind === 'seq' && !isFlow(node)) {
      put(' ');
      node.items.forEach((element, index) => {
        if (index > 0) breakTo(indent + 2);
        item(element, indent + 2);
      });
    } else {
      value(node, indent);
    }
  }

  function entries(pairs: readonly (readonly [string, WriteNode])[], indent: number): void {
    pairs.forEach(([key, node], index) => {
      if (index > 0) breakTo(indent);
      if (key.length >= 1000) {
        // An implicit key may not be longer than 1,024 characters.
        put('? ');
        put(doubleQuoted(key));
        breakTo(indent);
        put(':');
      } else {
        simpleKey(key, 'block');
        put(':');
      }
      value(node, indent);
    });
  }

  function simpleKey(key: string, place: 'block' | 'flow'): void {
    const analysis = analyzeScalar(key);
    const isPlain = place === 'flow' ? analysis.allowsFlowPlain : analysis.allowsBlockPlain;
    if (isPlain) put(key);
    else if (analysis.allowsSingle) put(`'${key.replaceAll("'", "''")}'`);
    else put(doubleQuoted(key));
  }

  /** A flow collection; `indent` is where its wrapped lines begin. */
  function flow(node: WriteNode, indent: number): void {
    if (node.kind === 'seq') {
      put('[');
      node.items.forEach((element, index) => {
        separate(index, indent);
        flowValue(element, indent);
      });
      put(']');
    } else if (node.kind === 'map') {
      put('{');
      node.entries.forEach(([key, element], index) => {
        separate(index, indent);
        simpleKey(key, 'flow');
        put(': ');
        flowValue(element, indent);
      });
      put('}');
    }
  }

  function separate(index: number, indent: number): void {
    if (index > 0) put(',');
    if (column > style.width) breakTo(indent);
    else if (index > 0) put(' ');
  }

  function flowValue(node: WriteNode, indent: number): void {
    if (node.kind === 'raw') put(node.text);
    else if (node.kind === 'text') scalar(node.text, indent + 2, 'flow');
    else flow(node, indent + 2);
  }

  /** A text; its folded lines begin in column `indent`. */
  function scalar(text: string, indent: number, place: 'block' | 'flow'): void {
    const analysis = analyzeScalar(text);
    const isPlain = place === 'flow' ? analysis.allowsFlowPlain : analysis.allowsBlockPlain;
    if (isPlain && !isBooleanLetter(text)) {
      folded(text, indent, false);
    } else if (place === 'block' && wantsLiteral(text) && analysis.allowsLiteral) {
      literal(text, indent);
    } else if (analysis.allowsSingle) {
      put("'");
      folded(text, indent, true);
      put("'");
    } else {
      double(text, indent);
    }
  }

  /** Plain or single-quoted text, folded at single blanks once a line is full. */
  function folded(text: string, indent: number, isQuoted: boolean): void {
    for (const match of text.matchAll(/ +|[^ ]+/g)) {
      const part = match[0];
      const at = match.index;
      const isInner = !isQuoted || (at !== 0 && at + 1 !== text.length);
      if (part === ' ' && column > style.width && isInner) breakTo(indent);
      else put(isQuoted ? part.replaceAll("'", "''") : part);
    }
  }

  function double(text: string, indent: number): void {
    put('"');
    const characters = [...text];
    let pending = '';
    characters.forEach((character, index) => {
      const isInner = index > 0 && index < characters.length - 1;
      const escaped = escapeCharacter(character);
      if (escaped !== null) {
        put(pending);
        pending = '';
        put(escaped);
      }
      if (
        isInner &&
        (character === ' ' || escaped !== null) &&
        column + length(pending) > style.width
      ) {
        put(`${pending}\\`);
        pending = '';
        breakTo(indent);
        if ((escaped === null ? character : characters[index + 1]) === ' ') put('\\');
      }
      if (escaped === null) pending += character;
    });
    put(`${pending}"`);
  }

  function literal(text: string, indent: number): void {
    const hint = /^[ \n]/.test(text) ? '2' : '';
    const chomp = !text.endsWith('\n') ? '-' : text === '\n' || text.endsWith('\n\n') ? '+' : '';
    put(`|${hint}${chomp}`);
    const lines = text.split('\n');
    if (text.endsWith('\n')) lines.pop();
    for (const line of lines) parts.push(line === '' ? '\n' : `\n${' '.repeat(indent)}${line}`);
    column = indent;
  }

  return {
    startAt: (start: number) => {
      column = start;
    },
    value,
    item,
    text: () => parts.join(''),
  };
}

/** Columns are counted in characters, not in UTF-16 units. */
function length(text: string): number {
  let count = text.length;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code >= 0xd800 && code <= 0xdbff) count -= 1;
  }
  return count;
}

const shortEscapes: Readonly<Record<string, string>> = {
  '\0': '\\0',
  '\x07': '\\a',
  '\b': '\\b',
  '\t': '\\t',
  '\n': '\\n',
  '\v': '\\v',
  '\f': '\\f',
  '\r': '\\r',
  '\x1b': '\\e',
  '"': '\\"',
  '\\': '\\\\',
  '\x85': '\\N',
  '\u2028': '\\L',
  '\u2029': '\\P',
};

/** The escape of a character inside double quotes, or null when it stands for itself. */
function escapeCharacter(character: string): string | null {
  const short = shortEscapes[character];
  if (short !== undefined) return short;
  const code = character.codePointAt(0) ?? 0;
  const isItself =
    (code >= 0x20 && code <= 0x7e) ||
    (code >= 0xa0 && code <= 0xd7ff) ||
    (code >= 0xe000 && code <= 0xfffd && code !== 0xfeff);
  if (isItself) return null;
  const hex = code.toString(16).toUpperCase();
  if (code <= 0xff) return `\\x${hex.padStart(2, '0')}`;
  return code <= 0xffff ? `\\u${hex.padStart(4, '0')}` : `\\U${hex.padStart(8, '0')}`;
}

function doubleQuoted(text: string): string {
  return `"${[...text].map((character) => escapeCharacter(character) ?? character).join('')}"`;
}
