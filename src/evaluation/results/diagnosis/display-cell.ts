import type { Cell } from '../../../catalog/index.ts';

const longest = 120;

/** A cell as text for people: NULL, "text" with invisible characters escaped, numbers as they are. */
export function displayCell(cell: Cell): string {
  const text = describe(cell);
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

function describe(cell: Cell): string {
  if (cell === null) return 'NULL';
  switch (typeof cell) {
    case 'string':
      return `"${escapeInvisible(cell.slice(0, longest + 1)).replaceAll('"', '\\"')}"`;
    case 'object':
      break;
    default:
      return String(cell);
  }
  if (isList(cell)) return `[${cell.slice(0, 20).map(describe).join(', ')}]`;
  if ('$struct' in cell) {
    const fields = Object.entries(cell.$struct).slice(0, 20);
    return `{${fields.map(([name, value]) => `${escapeInvisible(name)}: ${describe(value)}`).join(', ')}}`;
  }
  if ('$map' in cell) {
    return `{${cell.$map
      .slice(0, 20)
      .map(([key, value]) => `${describe(key)}: ${describe(value)}`)
      .join(', ')}}`;
  }
  if ('$json' in cell) return `json ${escapeInvisible(JSON.stringify(cell.$json))}`;
  const [tag = '', value] = Object.entries(cell)[0] ?? [];
  const text = escapeInvisible(String(value));
  if (tag === '$float' && /^-?\d+$/.test(text)) return `${text}.0`;
  return tag === '$decimal' || tag === '$float' ? text : `${tag.slice(1)} ${text}`;
}

function isList(cell: Exclude<Cell, null | string | number | bigint | boolean>): cell is Cell[] {
  return Array.isArray(cell);
}

/** Control, format, combining and blank characters other than a single space, and lone surrogates. */
const invisible =
  /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Mn}\p{Cs}]|(?! )\p{Zs}|\u3164|\u115f|\u1160|\uffa0/gu;

/** Writes characters nobody can see as \u escapes. */
export function escapeInvisible(text: string): string {
  return text.replace(
    invisible,
    (character) => `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
  );
}

/** A text without the characters nobody can see. */
export function withoutInvisible(text: string): string {
  return text.replace(/\p{Zs}/gu, ' ').replace(invisible, '');
}
