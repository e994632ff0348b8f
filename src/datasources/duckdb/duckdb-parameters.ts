import type { DuckDBPreparedStatement } from '@duckdb/node-api';
import { type Cell, cellToJson, floatValue } from '../../catalog/index.ts';
import type { Driver } from './duckdb-cells.ts';

/**
 * Binds a cell to a placeholder, typed; false when DuckDB has no value for it. Dates and the like go
 * in as text, which DuckDB turns into the type the statement asks for.
 */
export function bindCell(
  driver: Driver,
  statement: DuckDBPreparedStatement,
  position: number,
  cell: Cell,
): boolean {
  switch (typeof cell) {
    case 'boolean':
      statement.bindBoolean(position, cell);
      return true;
    case 'string':
      statement.bindVarchar(position, cell);
      return true;
    case 'bigint':
      return bindInteger(statement, position, cell);
    case 'number':
      if (Number.isInteger(cell)) return bindInteger(statement, position, BigInt(cell));
      statement.bindDouble(position, cell);
      return true;
    default:
  }
  if (cell === null) {
    statement.bindNull(position);
    return true;
  }
  if ('$float' in cell) {
    statement.bindDouble(position, floatValue(cell.$float));
    return true;
  }
  if ('$decimal' in cell) return bindDecimal(driver, statement, position, cell.$decimal);
  if ('$bytes' in cell) {
    statement.bindBlob(position, Buffer.from(cell.$bytes, 'hex'));
    return true;
  }
  const text = '$json' in cell ? jsonText(cell.$json) : textOf(cell);
  if (text === undefined) return false;
  statement.bindVarchar(position, text);
  return true;
}

const textTags = [
  '$date',
  '$time',
  '$timetz',
  '$timestamp',
  '$timestamptz',
  '$interval',
  '$bit',
  '$uuid',
] as const;

function textOf(cell: Exclude<Cell, null>): string | undefined {
  for (const tag of textTags) {
    const text = (cell as { readonly [Tag in typeof tag]?: string })[tag];
    if (text !== undefined) return text;
  }
  return undefined;
}

function bindInteger(statement: DuckDBPreparedStatement, position: number, value: bigint): boolean {
  if (value === BigInt.asIntN(32, value)) statement.bindInteger(position, Number(value));
  else if (value === BigInt.asIntN(64, value)) statement.bindBigInt(position, value);
  else if (value === BigInt.asIntN(128, value)) statement.bindHugeInt(position, value);
  else return false;
  return true;
}

/** A DECIMAL holds 38 digits; what is longer is none of its values. */
function bindDecimal(
  driver: Driver,
  statement: DuckDBPreparedStatement,
  position: number,
  text: string,
): boolean {
  const match = /^([-+]?)(\d*)\.?(\d*)$/.exec(text);
  if (match === null) return false;
  const [, sign = '', whole = '', fraction = ''] = match;
  const width = Math.max(whole.length + fraction.length, 1);
  if (width > 38) return false;
  const value = BigInt(`${sign === '-' ? '-' : ''}${whole}${fraction}` || '0');
  statement.bindDecimal(position, new driver.DuckDBDecimalValue(value, width, fraction.length));
  return true;
}

function jsonText(content: unknown): string {
  return typeof content === 'string' ? content : JSON.stringify(cellToJson(content as Cell));
}
