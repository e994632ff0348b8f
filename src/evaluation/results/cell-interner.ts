import { type Cell, floatValue, type TaggedCell } from '../../catalog/index.ts';
import { cellKey, type Reading, readCell } from './cell-reading.ts';
import { exactKey, exactOfDouble, parseExactNumber } from './exact-number.ts';
import { createNumberTable, type NumberTable } from './number-table.ts';
import { powersOfTen, readPlainDecimal } from './plain-decimal.ts';
import { createVariantList, type NumberKind } from './variant-list.ts';

/**
 * Numbers every distinct cell, so that rows become arrays of small integers.
 *
 * A *variant* is a value as it was written (3, 3.0 and decimal 3.00 are three); its *class* is the exact
 * value (one for all three). Classes are what the exact comparison uses; variants keep what the
 * tolerance needs to know.
 */
export interface CellInterner {
  /** The variant of a cell. */
  intern(cell: Cell): number;
  /** The class of a variant: the number of the variant that stands for all equal ones. */
  classOf(variant: number): number;
  readingOf(variant: number): Reading;
  /** What a variant is as a number, and its double: told without reading the cell. */
  numberKindOf(variant: number): NumberKind;
  doubleOf(variant: number): number;
}

export function createCellInterner(): CellInterner {
  const list = createVariantList();
  const readings: (Reading | undefined)[] = [];
  const numbers = createNumberTable();
  const wholeDoubles = createNumberTable();
  /** Plain decimals by scale: the digits as a whole number say the rest. */
  const decimals: NumberTable[] = [];
  const texts = new Map<string, number>();
  const bigints = new Map<bigint, number>();
  const otherDecimals = new Map<string, number>();
  const others = new Map<string, number>();
  let nullVariant = -1;
  let trueVariant = -1;
  let falseVariant = -1;

  function internNumber(value: number): number {
    const variant = numbers.idOf(value, list.size);
    if (variant === list.size) list.addNumber(value);
    return variant;
  }

  function internText(text: string): number {
    let variant = texts.get(text);
    if (variant === undefined) {
      variant = list.add(text);
      texts.set(text, variant);
      const normal = text.normalize('NFC');
      if (normal !== text) list.setClass(variant, internText(normal));
    }
    return variant;
  }

  function internKeyed(key: string, cell: Cell): number {
    let variant = others.get(key);
    if (variant === undefined) {
      variant = list.add(cell);
      others.set(key, variant);
    }
    return variant;
  }

  function internBigint(value: bigint): number {
    let variant = bigints.get(value);
    if (variant === undefined) {
      const near = Number(value);
      variant = list.add(value, { kind: 'whole', double: near });
      bigints.set(value, variant);
      const isDouble = Number.isFinite(near) && BigInt(near) === value;
      list.setClass(variant, isDouble ? internNumber(near) : internKeyed(cellKey(value), value));
    }
    return variant;
  }

  function internDecimal(text: string, cell: Cell): number {
    const plain = readPlainDecimal(text);
    if (!plain) return internOtherDecimal(text, cell);
    const { digits, scale } = plain;
    decimals[scale] ??= createNumberTable();
    const variant = decimals[scale].idOf(digits, list.size);
    if (variant === list.size) {
      const double = digits / (powersOfTen[scale] ?? 1);
      list.add(cell, { kind: scale > 0 ? 'inexact' : 'whole', double });
      list.setClass(variant, internNumber(double));
    }
    return variant;
  }

  function internOtherDecimal(text: string, cell: Cell): number {
    let variant = otherDecimals.get(text);
    if (variant === undefined) {
      // NaN and infinities spell no fraction.
      const hasFraction = /\d/.test(text) && /[.eE]/.test(text);
      const kind = hasFraction ? 'inexact' : 'whole';
      variant = list.add(cell, { kind, double: Number(text) });
      otherDecimals.set(text, variant);
      list.setClass(variant, classOfDecimal(text, cell));
    }
    return variant;
  }

  function classOfDecimal(text: string, cell: Cell): number {
    const near = Number(text);
    const exact = parseExactNumber(text);
    if (!exact) return internNumber(near);
    const isDouble = Number.isFinite(near) && exactKey(exactOfDouble(near)) === exactKey(exact);
    return isDouble ? internNumber(near + 0) : internKeyed(cellKey(cell), cell);
  }

  function internFloat(text: string, cell: Cell): number {
    const double = floatValue(text);
    const variant = wholeDoubles.idOf(double, list.size);
    if (variant === list.size) {
      list.add(cell, { kind: 'inexact', double });
      list.setClass(variant, internNumber(double + 0));
    }
    return variant;
  }

  function internObject(cell: TaggedCell | readonly Cell[]): number {
    // Reading a property is quicker than asking whether it is there.
    const { $decimal, $float } = cell as { $decimal?: string; $float?: string };
    if ($decimal !== undefined) return internDecimal($decimal, cell);
    if ($float !== undefined) return internFloat($float, cell);
    return internKeyed(cellKey(cell), cell);
  }

  return {
    intern(cell) {
      switch (typeof cell) {
        case 'number':
          return internNumber(cell);
        case 'string':
          return internText(cell);
        case 'boolean':
          if (cell) {
            if (trueVariant < 0) trueVariant = list.add(true);
            return trueVariant;
          }
          if (falseVariant < 0) falseVariant = list.add(false);
          return falseVariant;
        case 'bigint':
          return internBigint(cell);
        default:
          if (cell === null) {
            if (nullVariant < 0) nullVariant = list.add(null);
            return nullVariant;
          }
          return internObject(cell);
      }
    },
    classOf: list.classOf,
    readingOf(variant) {
      const known = readings[variant];
      if (known) return known;
      const reading = readCell(list.cellOf(variant));
      // Without holes: a sparse array would be kept as a slow dictionary.
      while (readings.length <= variant) readings.push(undefined);
      readings[variant] = reading;
      return reading;
    },
    numberKindOf: list.numberKindOf,
    doubleOf: list.doubleOf,
  };
}
