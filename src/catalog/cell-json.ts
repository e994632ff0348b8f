import { type Cell, floatCell, floatValue, type ResultSet, type Row } from './cell.ts';

/**
 * Cells as JSON values and back (records, compare files, fixtures): see `docs/formats/cells.md`.
 *
 * Whole doubles are written as plain JSON numbers, so `60000.0` reads back as 60000: the same number, and
 * no reader needs a tag for it. Where being a double makes a difference to the comparison they keep their
 * tag: 0.0 (a rounded share) and sizes at which doubles have noise. Integers beyond 2^53 - 1 are `$bigint`.
 */

/** The JSON value of a cell; `JSON.stringify` of it never throws and never loses a digit. */
export function cellToJson(cell: Cell): unknown {
  if (cell === null || typeof cell === 'boolean' || typeof cell === 'string') return cell;
  if (typeof cell === 'number') return cell;
  if (typeof cell === 'bigint') return { $bigint: cell.toString() };
  if (isCellArray(cell)) return cell.map(cellToJson);
  if ('$float' in cell) {
    const value = floatValue(cell.$float);
    return value !== 0 && Math.abs(value) < 2 ** 42 ? value : cell;
  }
  if ('$struct' in cell) {
    return {
      $struct: Object.fromEntries(
        Object.entries(cell.$struct).map(([field, value]) => [field, cellToJson(value)]),
      ),
    };
  }
  if ('$map' in cell) {
    return { $map: cell.$map.map(([key, value]) => [cellToJson(key), cellToJson(value)]) };
  }
  return cell;
}

function isCellArray(cell: Cell): cell is readonly Cell[] {
  return Array.isArray(cell);
}

/** A cell that a JSON value spells, or a reason why it spells none. */
export type CellReading =
  | { readonly ok: true; readonly cell: Cell }
  | { readonly ok: false; readonly reason: string };

const textTags = [
  '$decimal',
  '$float',
  '$date',
  '$time',
  '$timetz',
  '$timestamp',
  '$timestamptz',
  '$interval',
  '$bytes',
  '$bit',
  '$uuid',
] as const;

const textTagShapes: Partial<Record<string, RegExp>> = {
  $decimal: /^(?:[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?|NaN|-?Infinity)$/,
  $float: /^(?:nan|inf|-inf|[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)$/,
  $bytes: /^(?:[0-9a-fA-F]{2})*$/,
  $bit: /^[01]*$/,
};

/**
 * Reads a JSON value as a cell. A number may come as `bigint` or as text of a lossless parser; see
 * {@link parseNumberText}.
 *
 * @example
 * cellFromJson({ $bigint: '9007199254740993' }); // { ok: true, cell: 9007199254740993n }
 */
export function cellFromJson(value: unknown): CellReading {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') {
    return { ok: true, cell: value };
  }
  if (typeof value === 'bigint') return { ok: true, cell: value };
  if (typeof value === 'number') {
    return { ok: true, cell: Number.isSafeInteger(value) ? value : floatCell(value) };
  }
  if (Array.isArray(value)) {
    const cells: Cell[] = [];
    for (const item of value) {
      const reading = cellFromJson(item);
      if (!reading.ok) return reading;
      cells.push(reading.cell);
    }
    return { ok: true, cell: cells };
  }
  if (typeof value === 'object') return taggedFromJson(value as Record<string, unknown>);
  return { ok: false, reason: `a ${typeof value} is no cell` };
}

function taggedFromJson(value: Record<string, unknown>): CellReading {
  const keys = Object.keys(value);
  const tag = keys[0];
  if (keys.length !== 1 || tag === undefined) {
    return { ok: false, reason: `expected one tag such as $decimal, found {${keys.join(', ')}}` };
  }
  const content = value[tag];
  if (tag === '$bigint') {
    return typeof content === 'string' && /^[-+]?\d+$/.test(content)
      ? { ok: true, cell: BigInt(content.replace(/^\+/, '')) }
      : { ok: false, reason: `$bigint needs the digits as text, found ${JSON.stringify(content)}` };
  }
  if ((textTags as readonly string[]).includes(tag)) {
    if (typeof content !== 'string') return { ok: false, reason: `${tag} needs text` };
    const shape = textTagShapes[tag];
    if (shape && !shape.test(content)) {
      return { ok: false, reason: `${tag} cannot read ${JSON.stringify(content)}` };
    }
    return { ok: true, cell: { [tag]: content } as unknown as Cell };
  }
  if (tag === '$json') return { ok: true, cell: { $json: content } };
  if (tag === '$struct') return structFromJson(content);
  if (tag === '$map') return mapFromJson(content);
  return { ok: false, reason: `unknown tag ${tag}` };
}

function structFromJson(content: unknown): CellReading {
  if (content === null || typeof content !== 'object' || Array.isArray(content)) {
    return { ok: false, reason: '$struct needs a map of fields' };
  }
  const fields: [string, Cell][] = [];
  for (const [field, value] of Object.entries(content)) {
    const reading = cellFromJson(value);
    if (!reading.ok) return reading;
    fields.push([field, reading.cell]);
  }
  return { ok: true, cell: { $struct: Object.fromEntries(fields) } };
}

function mapFromJson(content: unknown): CellReading {
  if (!Array.isArray(content)) return { ok: false, reason: '$map needs a list of [key, value]' };
  const entries: [Cell, Cell][] = [];
  for (const entry of content) {
    if (!Array.isArray(entry) || entry.length !== 2) {
      return { ok: false, reason: '$map needs a list of [key, value]' };
    }
    const key = cellFromJson(entry[0]);
    if (!key.ok) return key;
    const value = cellFromJson(entry[1]);
    if (!value.ok) return value;
    entries.push([key.cell, value.cell]);
  }
  return { ok: true, cell: { $map: entries } };
}

/**
 * A number as it is spelled in a file, with nothing lost: an integer, a double when the text is what
 * that double prints as, else the exact decimal.
 *
 * @example
 * parseNumberText('9007199254740993'); // 9007199254740993n
 * parseNumberText('1.5'); // 1.5
 * parseNumberText('1.10'); // { $decimal: '1.10' }
 * parseNumberText('60000.0'); // { $float: '60000' }
 */
export function parseNumberText(text: string): Cell {
  if (/^[-+]?\d+$/.test(text)) {
    const big = BigInt(text.replace(/^\+/, ''));
    const safe = Number(big);
    return Number.isSafeInteger(safe) && BigInt(safe) === big ? (text === '-0' ? 0 : safe) : big;
  }
  const value = Number(text);
  if (/[eE]/.test(text)) {
    return Number.isFinite(value) && sameDigits(text, value)
      ? floatCell(value)
      : { $decimal: text };
  }
  const plain = text.replace(/^\+/, '');
  if (String(value) === plain) return floatCell(value);
  if (Number.isInteger(value) && plain === `${String(value)}.0`) return floatCell(value);
  if (plain === '-0.0') return floatCell(-0);
  return { $decimal: plain };
}

/**
 * Whether an exponent spelling holds no more digits than the double keeps: fifteen are always kept, and
 * so are those a double prints.
 */
function sameDigits(text: string, value: number): boolean {
  const digits = digitsOf(text);
  return digits.length <= 15 || digits === digitsOf(value.toExponential());
}

function digitsOf(text: string): string {
  const mantissa = text.split(/[eE]/)[0] ?? '';
  return mantissa.replace(/[-+.]/g, '').replace(/^0+|0+$/g, '');
}

/** The JSON form of a result set, as `compare` reads it. */
export function resultSetToJson(result: ResultSet): {
  columns: { name: string; type?: string }[];
  rows: unknown[][];
  truncated?: true;
} {
  return {
    columns: result.columns.map((column) => ({ ...column })),
    rows: result.rows.map(rowToJson),
    ...(result.truncated ? { truncated: true as const } : {}),
  };
}

/** The JSON form of one row. */
export function rowToJson(row: Row): unknown[] {
  return row.map(cellToJson);
}
