import { type Cell, floatValue } from '../../catalog/index.ts';

/**
 * A cell as the text of a parameter; the server reads it as the type that the place asks for.
 *
 * @example
 * postgresParameter({ $date: '-0043-03-15' }); // '0044-03-15 BC'
 * postgresParameter([1, null, 'a,b']); // '{"1",NULL,"a,b"}'
 */
export function postgresParameter(cell: Cell): string | null {
  if (cell === null) return null;
  if (typeof cell !== 'object') return String(cell);
  if (isList(cell)) return `{${cell.map(arrayElement).join(',')}}`;
  if ('$float' in cell) return String(floatValue(cell.$float));
  if ('$bytes' in cell) return `\\x${cell.$bytes}`;
  if ('$date' in cell) return postgresTime(cell.$date);
  if ('$timestamp' in cell) return postgresTime(cell.$timestamp);
  if ('$timestamptz' in cell) return postgresTime(cell.$timestamptz);
  if ('$json' in cell) {
    return typeof cell.$json === 'string' ? jsonText(cell.$json) : JSON.stringify(cell.$json);
  }
  if ('$struct' in cell) return `(${Object.values(cell.$struct).map(compositeField).join(',')})`;
  if ('$map' in cell) {
    return JSON.stringify(
      Object.fromEntries(
        cell.$map.map(([key, value]) => [postgresParameter(key) ?? '', postgresParameter(value)]),
      ),
    );
  }
  return Object.values(cell)[0] as string;
}

function isList(cell: Cell): cell is readonly Cell[] {
  return Array.isArray(cell);
}

function arrayElement(cell: Cell): string {
  const text = postgresParameter(cell);
  if (text === null) return 'NULL';
  return isList(cell) ? text : quoted(text);
}

function compositeField(cell: Cell): string {
  const text = postgresParameter(cell);
  return text === null ? '' : quoted(text);
}

function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}

/** A `$json` text is JSON already when a number kept it from being read; else it is a JSON string. */
function jsonText(text: string): string {
  try {
    JSON.parse(text);
    return text;
  } catch {
    return JSON.stringify(text);
  }
}

/** The server's spelling of a year before 1. */
function postgresTime(text: string): string {
  const match = /^(?:-(\d{4,})|(0000))-(.*)$/.exec(text);
  if (!match) return text;
  return `${String(Number(match[1] ?? 0) + 1).padStart(4, '0')}-${match[3]} BC`;
}
