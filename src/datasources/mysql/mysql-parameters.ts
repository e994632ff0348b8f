import type { TypedParameter, TypedParameterValue } from 'mysql2';
import { type Cell, cellToJson, floatValue } from '../../catalog/index.ts';

/** What the driver binds. */
export type MysqlParameter = null | string | number | Buffer | TypedParameterValue;

/** Integers above this need the unsigned type. */
const largestSigned = 2n ** 63n - 1n;

/** A cell as a parameter of the prepared statement, with the type that keeps all of it. */
export function mysqlParameter(cell: Cell, typed: TypedParameter): MysqlParameter {
  if (cell === null || typeof cell === 'string') return cell;
  if (typeof cell === 'boolean') return typed.TINYINT(cell);
  if (typeof cell === 'bigint') {
    return cell > largestSigned ? typed.BIGINT.unsigned(cell) : typed.BIGINT(cell);
  }
  if (typeof cell === 'number') return Number.isInteger(cell) ? typed.BIGINT(cell) : cell;
  if (isList(cell)) return JSON.stringify(cell.map(cellToJson));
  if ('$float' in cell) return floatValue(cell.$float);
  if ('$decimal' in cell) return typed.NEWDECIMAL(cell.$decimal);
  if ('$bytes' in cell) return Buffer.from(cell.$bytes, 'hex');
  if ('$bit' in cell) return typed.BIGINT.unsigned(BigInt(`0b${cell.$bit || '0'}`));
  if ('$json' in cell) {
    return typeof cell.$json === 'string' ? cell.$json : JSON.stringify(cell.$json);
  }
  if ('$timestamptz' in cell) return cell.$timestamptz.replace('T', ' ').replace('Z', '+00:00');
  if ('$timestamp' in cell) return cell.$timestamp.replace('T', ' ');
  if ('$struct' in cell || '$map' in cell) return JSON.stringify(cellToJson(cell));
  return Object.values(cell)[0] as string;
}

function isList(cell: Cell): cell is readonly Cell[] {
  return Array.isArray(cell);
}
