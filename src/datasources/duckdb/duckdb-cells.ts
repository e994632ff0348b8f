import type * as DuckDB from '@duckdb/node-api';
import { type Cell, floatCell, integerCell } from '../../catalog/index.ts';
import { jsonCell } from '../json-cell.ts';
import { dateText, intervalText, offsetText, timestampText, timeText } from './temporal-text.ts';

/** The driver, which is loaded late. */
export type Driver = typeof DuckDB;

/** Turns a value of the driver into a cell. */
export type CellReader = (value: DuckDB.DuckDBValue) => Cell;

const second = 1n;
const millisecond = 1_000n;
const microsecond = 1_000_000n;
const nanosecond = 1_000_000_000n;

/** Both ends of the range of a 64-bit timestamp mean infinity. */
const endOfTime = 9_223_372_036_854_775_807n;

/** The reader of a column, by its type: the same JavaScript number is an integer here and a double there. */
export function cellReader(driver: Driver, type: DuckDB.DuckDBType): CellReader {
  const read = presentReader(driver, type);
  return (value) => (value === null ? null : read(value));
}

/** A value that is not NULL, as the driver's class for the type; `typeId` has told which. */
type Present = Exclude<DuckDB.DuckDBValue, null>;

function presentReader(driver: Driver, type: DuckDB.DuckDBType): (value: Present) => Cell {
  const id = driver.DuckDBTypeId;
  switch (type.typeId) {
    case id.BOOLEAN:
    case id.ENUM:
      return (value) => value as boolean | string;
    case id.VARCHAR:
      return type.alias === 'JSON'
        ? (value) => jsonCell(value as string)
        : (value) => value as string;
    case id.TINYINT:
    case id.SMALLINT:
    case id.INTEGER:
    case id.UTINYINT:
    case id.USMALLINT:
    case id.UINTEGER:
    case id.BIGINT:
    case id.UBIGINT:
    case id.HUGEINT:
    case id.UHUGEINT:
    case id.BIGNUM:
      return (value) => integerCell(value as number | bigint);
    case id.FLOAT:
      return (value) => floatCell(shortestSingle(value as number));
    case id.DOUBLE:
      return (value) => floatCell(value as number);
    case id.DECIMAL:
      return (value) => ({ $decimal: decimalText(value as DuckDB.DuckDBDecimalValue) });
    case id.DATE:
      return (value) => ({ $date: dayText((value as DuckDB.DuckDBDateValue).days) });
    case id.TIME:
      return (value) => ({
        $time: timeText((value as DuckDB.DuckDBTimeValue).micros, microsecond),
      });
    case id.TIME_NS:
      return (value) => ({
        $time: timeText((value as DuckDB.DuckDBTimeNSValue).nanos, nanosecond),
      });
    case id.TIME_TZ:
      return (value) => {
        const { micros, offset } = value as DuckDB.DuckDBTimeTZValue;
        return { $timetz: timeText(micros, microsecond) + offsetText(offset) };
      };
    case id.TIMESTAMP:
      return (value) => timestamp((value as DuckDB.DuckDBTimestampValue).micros, microsecond);
    case id.TIMESTAMP_S:
      return (value) => timestamp((value as DuckDB.DuckDBTimestampSecondsValue).seconds, second);
    case id.TIMESTAMP_MS:
      return (value) =>
        timestamp((value as DuckDB.DuckDBTimestampMillisecondsValue).millis, millisecond);
    case id.TIMESTAMP_NS:
      return (value) =>
        timestamp((value as DuckDB.DuckDBTimestampNanosecondsValue).nanos, nanosecond);
    case id.TIMESTAMP_TZ:
      return (value) => {
        const { micros } = value as DuckDB.DuckDBTimestampTZValue;
        const text = momentText(micros, microsecond);
        return { $timestamptz: text.endsWith('infinity') ? text : `${text}Z` };
      };
    case id.INTERVAL:
      return (value) => ({ $interval: intervalText(value as DuckDB.DuckDBIntervalValue) });
    case id.BLOB:
    case id.GEOMETRY:
      return (value) => ({
        $bytes: Buffer.from((value as DuckDB.DuckDBBlobValue).bytes).toString('hex'),
      });
    case id.BIT:
      return (value) => ({ $bit: (value as DuckDB.DuckDBBitValue).toString() });
    case id.UUID:
      return (value) => ({ $uuid: (value as DuckDB.DuckDBUUIDValue).toString() });
    case id.LIST:
    case id.ARRAY: {
      const { valueType } = type as DuckDB.DuckDBListType | DuckDB.DuckDBArrayType;
      const read = cellReader(driver, valueType);
      return (value) => (value as DuckDB.DuckDBListValue).items.map(read);
    }
    case id.STRUCT:
      return structReader(driver, type as DuckDB.DuckDBStructType);
    case id.MAP: {
      const { keyType, valueType } = type as DuckDB.DuckDBMapType;
      const readKey = cellReader(driver, keyType);
      const readValue = cellReader(driver, valueType);
      return (value) => ({
        $map: (value as DuckDB.DuckDBMapValue).entries.map(
          (entry) => [readKey(entry.key), readValue(entry.value)] as const,
        ),
      });
    }
    case id.UNION:
      return unionReader(driver, type as DuckDB.DuckDBUnionType);
    case id.VARIANT:
      return (value) => {
        const { value: inner, type: innerType } = value as DuckDB.DuckDBVariantValue;
        return innerType === undefined ? String(inner) : cellReader(driver, innerType)(inner);
      };
    default:
      return (value) => String(value);
  }
}

function structReader(driver: Driver, type: DuckDB.DuckDBStructType): (value: Present) => Cell {
  const fields = type.entryNames.map((name, index) => {
    const fieldType = type.entryTypes[index];
    return { name, read: fieldType && cellReader(driver, fieldType) };
  });
  return (value) => {
    const { entries } = value as DuckDB.DuckDBStructValue;
    return {
      $struct: Object.fromEntries(
        fields.map(({ name, read }) => [name, read?.(entries[name] ?? null) ?? null]),
      ),
    };
  };
}

/** A union is a struct of the one member it holds, so its tag is not lost. */
function unionReader(driver: Driver, type: DuckDB.DuckDBUnionType): (value: Present) => Cell {
  const readers = new Map(
    type.memberTags.map((tag, index) => {
      const memberType = type.memberTypes[index];
      return [tag, memberType && cellReader(driver, memberType)];
    }),
  );
  return (value) => {
    const { tag, value: member } = value as DuckDB.DuckDBUnionValue;
    return { $struct: { [tag]: readers.get(tag)?.(member) ?? null } };
  };
}

function timestamp(units: bigint, unitsPerSecond: bigint): Cell {
  return { $timestamp: momentText(units, unitsPerSecond) };
}

function momentText(units: bigint, unitsPerSecond: bigint): string {
  if (units === endOfTime) return 'infinity';
  if (units === -endOfTime) return '-infinity';
  return timestampText(units, unitsPerSecond);
}

function dayText(days: number): string {
  if (days === 2_147_483_647) return 'infinity';
  if (days === -2_147_483_647) return '-infinity';
  return dateText(days);
}

function decimalText({ value, scale }: DuckDB.DuckDBDecimalValue): string {
  const size = value < 0n ? -value : value;
  const digits = String(size).padStart(scale + 1, '0');
  const text =
    scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(digits.length - scale)}`;
  return value < 0n ? `-${text}` : text;
}

/** The shortest number that is this single-precision value: 0.1 and not 0.10000000149011612. */
function shortestSingle(value: number): number {
  for (let digits = 6; digits < 9; digits += 1) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return short;
  }
  return value;
}
