import type { ScalarNode } from './node.ts';

/** Where the quick reader is in its text. `end` bounds what it reads. */
export interface Cursor {
  readonly text: string;
  readonly end: number;
  position: number;
}

/** Thrown where the text leaves the subset that the quick reader reads. */
export const unsupported = Symbol('outside the subset');

export const TAB = 9;
export const LF = 10;
export const SPACE = 32;
export const DOUBLE = 34;
export const HASH = 35;
export const SINGLE = 39;
export const COMMA = 44;
export const DASH = 45;
export const COLON = 58;
export const QUESTION = 63;
export const OPEN_SEQ = 91;
export const CLOSE_SEQ = 93;
export const PIPE = 124;
export const OPEN_MAP = 123;
export const CLOSE_MAP = 125;

/** Characters that cannot start a plain scalar: `! % & * > @ \`` and those handled before. */
const reserved: ReadonlySet<number> = new Set(
  [...'!%&*>@`|\'"#,[]{}'].map((character) => character.charCodeAt(0)),
);

/** Goes to the next line's content, over blank and comment lines; its indent, or -1 at the end. */
export function nextContent(cursor: Cursor): number {
  for (;;) {
    let at = cursor.position;
    while (at < cursor.end && cursor.text.charCodeAt(at) === SPACE) at += 1;
    if (at >= cursor.end) {
      cursor.position = cursor.end;
      return -1;
    }
    const code = cursor.text.charCodeAt(at);
    if (code === LF) {
      cursor.position = at + 1;
    } else if (code === HASH) {
      const next = cursor.text.indexOf('\n', at);
      cursor.position = next === -1 || next >= cursor.end ? cursor.end : next + 1;
    } else if (code === TAB) {
      throw unsupported;
    } else {
      const indent = at - cursor.position;
      if (indent === 0 && isDocumentMarker(cursor, at)) throw unsupported;
      return indent;
    }
  }
}

export function isDocumentMarker(cursor: Cursor, at: number): boolean {
  return (
    cursor.text.startsWith('---', at) ||
    cursor.text.startsWith('...', at) ||
    cursor.text[at] === '%'
  );
}

export function checkPlainStart(cursor: Cursor): void {
  const code = cursor.text.charCodeAt(cursor.position);
  if (reserved.has(code)) throw unsupported;
  if (code === DASH || code === QUESTION || code === COLON) {
    const next =
      cursor.position + 1 < cursor.end ? cursor.text.charCodeAt(cursor.position + 1) : LF;
    if (isBlank(next) || next === LF || isFlowIndicator(next)) throw unsupported;
  }
}

export function skipSpaces(cursor: Cursor): void {
  while (cursor.position < cursor.end && cursor.text.charCodeAt(cursor.position) === SPACE)
    cursor.position += 1;
  if (cursor.position < cursor.end && cursor.text.charCodeAt(cursor.position) === TAB)
    throw unsupported;
}

/** At the end of a line's content: the line's end, the text's end, or a comment. */
export function isLineEnd(cursor: Cursor): boolean {
  if (cursor.position >= cursor.end) return true;
  const code = cursor.text.charCodeAt(cursor.position);
  return code === LF || (code === HASH && isBlank(cursor.text.charCodeAt(cursor.position - 1)));
}

export function finishLine(cursor: Cursor): void {
  const next = cursor.text.indexOf('\n', cursor.position);
  cursor.position = next === -1 || next >= cursor.end ? cursor.end : next + 1;
}

export function plainNode(text: string, start: number, end: number, isFolded: boolean): ScalarNode {
  return isFolded
    ? { kind: 'scalar', text, style: 'plain', isFolded, start, end }
    : { kind: 'scalar', text, style: 'plain', start, end };
}

export function isBlank(code: number): boolean {
  return code === SPACE || code === TAB;
}

export function isFlowIndicator(code: number): boolean {
  return (
    code === COMMA ||
    code === OPEN_SEQ ||
    code === CLOSE_SEQ ||
    code === OPEN_MAP ||
    code === CLOSE_MAP
  );
}
