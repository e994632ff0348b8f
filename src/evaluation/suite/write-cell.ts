import { type Cell, cellTag, cellToJson, floatValue, type Row } from '../../catalog/index.ts';
import type { StoredRows } from './model.ts';
import {
  mapNode,
  nullNode,
  rawNode,
  seqNode,
  textNode,
  type WriteNode,
} from './yaml/write-node.ts';

/** Rows as a list of maps from column to cell; `null` for no rows at all. */
export function rowsNode(stored: StoredRows | null): WriteNode {
  if (stored === null) return nullNode;
  const columns = stored.columns ?? [];
  return seqNode(stored.rows.map((row) => rowNode(columns, row)));
}

/** One row as a map from column to cell. */
export function rowNode(columns: readonly string[], row: Row): WriteNode {
  return mapNode(columns.map((column, index) => [column, cellNode(row[index] ?? null)]));
}

/** A cell as both YAML versions read it: numbers with their digits, typed values with their tag. */
export function cellNode(cell: Cell): WriteNode {
  if (cell === null) return nullNode;
  if (typeof cell === 'boolean') return rawNode(String(cell));
  if (typeof cell === 'string') return textNode(cell);
  if (typeof cell === 'bigint') return rawNode(cell.toString());
  if (typeof cell === 'number') {
    return rawNode(Number.isInteger(cell) ? String(cell) : formatFloat(cell));
  }
  if (isCellArray(cell)) return seqNode(cell.map(cellNode));
  if ('$float' in cell) return rawNode(formatFloat(floatValue(cell.$float)));
  if (
    '$decimal' in cell &&
    /^-?\d+(?:\.\d+)?$/.test(cell.$decimal) &&
    !/^-?0\d/.test(cell.$decimal)
  ) {
    return rawNode(cell.$decimal);
  }
  if ('$struct' in cell) {
    const fields = Object.entries(cell.$struct).map(
      ([name, value]) => [name, cellNode(value)] as const,
    );
    return mapNode([['$struct', mapNode(fields)]]);
  }
  if ('$map' in cell) {
    const entries = cell.$map.map(([key, value]) => seqNode([cellNode(key), cellNode(value)]));
    return mapNode([['$map', seqNode(entries)]]);
  }
  if ('$json' in cell) return mapNode([['$json', dataNode(cell.$json)]]);
  const tag = cellTag(cell) ?? '$decimal';
  return mapNode([[tag, textNode(String((cellToJson(cell) as Record<string, unknown>)[tag]))]]);
}

function isCellArray(cell: Cell): cell is readonly Cell[] {
  return Array.isArray(cell);
}

/** Any data: a plan, a JSON value. Numbers may be cells, so that 60000.0 stays a float. */
export function dataNode(data: unknown): WriteNode {
  if (data === null || data === undefined) return nullNode;
  if (typeof data === 'string') return textNode(data);
  if (typeof data === 'boolean' || typeof data === 'bigint') return rawNode(String(data));
  if (typeof data === 'number') {
    return rawNode(Number.isInteger(data) ? String(data) : formatFloat(data));
  }
  if (Array.isArray(data)) return seqNode(data.map(dataNode));
  const entries = Object.entries(data as Record<string, unknown>);
  const [first] = entries;
  const isNumber =
    entries.length === 1 &&
    (first?.[0] === '$float' || first?.[0] === '$decimal') &&
    typeof first[1] === 'string';
  if (isNumber) return cellNode(data as Cell);
  return mapNode(entries.map(([key, value]) => [key, dataNode(value)]));
}

/**
 * A double as YAML 1.1 and 1.2 both read it: always a point, an exponent with its sign, and the shortest
 * digits that give the same double.
 *
 * @example
 * formatFloat(60000); // '60000.0'
 * formatFloat(1e20); // '1.0e+20'
 */
export function formatFloat(value: number): string {
  if (Number.isNaN(value)) return '.nan';
  if (!Number.isFinite(value)) return value > 0 ? '.inf' : '-.inf';
  const sign = value < 0 || Object.is(value, -0) ? '-' : '';
  const [mantissa = '0', exponentText = '0'] = Math.abs(value).toExponential().split('e');
  const digits = mantissa.replace('.', '');
  const exponent = Number(exponentText);
  if (exponent < -4 || exponent >= 16) {
    const fraction = digits.slice(1) || '0';
    const power = String(Math.abs(exponent)).padStart(2, '0');
    return `${sign}${digits[0] ?? '0'}.${fraction}e${exponent < 0 ? '-' : '+'}${power}`;
  }
  if (exponent < 0) return `${sign}0.${'0'.repeat(-exponent - 1)}${digits}`;
  const whole = digits.slice(0, exponent + 1).padEnd(exponent + 1, '0');
  return `${sign}${whole}.${digits.slice(exponent + 1) || '0'}`;
}
