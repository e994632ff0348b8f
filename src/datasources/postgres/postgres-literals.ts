import type { Cell } from '../../catalog/index.ts';

/**
 * Reads the text of an array value: nested ones, NULLs, quoted elements, and a prefix of bounds
 * (`[0:1]={…}`), which is left out: arrays are lists here.
 *
 * @example
 * parseArrayText('{1,NULL,{2}}', ',', Number); // [1, null, [2]]
 */
export function parseArrayText(
  text: string,
  delimiter: string,
  read: (element: string) => Cell,
): Cell[] {
  let position = text.indexOf('{');
  const readList = (): Cell[] => {
    const cells: Cell[] = [];
    position += 1;
    while (position < text.length && text[position] !== '}') {
      if (text[position] === '{') cells.push(readList());
      else if (text[position] === '"') cells.push(read(readQuoted()));
      else cells.push(readBare());
      if (text[position] === delimiter) position += 1;
    }
    position += 1;
    return cells;
  };
  const readQuoted = (): string => {
    const { value, end } = quotedText(text, position);
    position = end;
    return value;
  };
  const readBare = (): Cell => {
    const start = position;
    while (position < text.length && text[position] !== delimiter && text[position] !== '}') {
      position += 1;
    }
    const element = text.slice(start, position);
    return element === 'NULL' ? null : read(element);
  };
  return readList();
}

/**
 * Reads the text of a composite value; a field that is NULL has no text.
 *
 * @example
 * parseCompositeText('(1,"a, ""b""",)'); // ['1', 'a, "b"', null]
 */
export function parseCompositeText(text: string): (string | null)[] {
  const fields: (string | null)[] = [];
  let position = 1;
  for (;;) {
    if (text[position] === '"') {
      const { value, end } = quotedText(text, position);
      fields.push(value);
      position = end;
    } else {
      const start = position;
      while (position < text.length && text[position] !== ',' && text[position] !== ')') {
        position += 1;
      }
      fields.push(position === start ? null : text.slice(start, position));
    }
    if (text[position] !== ',') return fields;
    position += 1;
  }
}

/** The text between double quotes from `start`: a backslash or a doubled quote escapes. */
function quotedText(text: string, start: number): { readonly value: string; readonly end: number } {
  let value = '';
  let position = start + 1;
  while (position < text.length) {
    const character = text[position];
    if (character === '\\' || (character === '"' && text[position + 1] === '"')) {
      value += text[position + 1] ?? '';
      position += 2;
    } else if (character === '"') {
      return { value, end: position + 1 };
    } else {
      value += character;
      position += 1;
    }
  }
  return { value, end: position };
}
