import { type Cell, floatValue } from '../../catalog/index.ts';
import { cellKey, type Reading, readCell } from './cell-reading.ts';
import { exactKey, exactOfDouble, parseExactNumber } from './exact-number.ts';

import { createNumberTable } from './number-table.ts';

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
  cellOf(variant: number): Cell;
  readingOf(variant: number): Reading;
}

export function createCellInterner(): CellInterner {
  const cells: Cell[] = [];
  const classes: number[] = [];
  const readings: (Reading | undefined)[] = [];
  const numbers = createNumberTable();
  const wholeDoubles = createNumberTable();
  const texts = new Map<string, number>();
  const bigints = new Map<bigint, number>();
  const decimals = new Map<string, number>();
  const others = new Map<string, number>();
  let nullVariant = -1;
  let trueVariant = -1;
  let falseVariant = -1;

  /** Without `classVariant` the new variant stands for its own class. */
  function add(cell: Cell, classVariant?: number): number {
    const variant = cells.length;
    cells.push(cell);
    classes.push(classVariant ?? variant);
    return variant;
  }

  function internNumber(value: number): number {
    let variant = numbers.get(value);
    if (variant === undefined) {
      variant = add(value);
      numbers.set(value, variant);
    }
    return variant;
  }

  function internText(text: string): number {
    let variant = texts.get(text);
    if (variant === undefined) {
      const normal = text.normalize('NFC');
      variant = add(text, normal === text ? undefined : internText(normal));
      texts.set(text, variant);
    }
    return variant;
  }

  function internKeyed(key: string, cell: Cell): number {
    let variant = others.get(key);
    if (variant === undefined) {
      variant = add(cell);
      others.set(key, variant);
    }
    return variant;
  }

  function internBigint(value: bigint): number {
    let variant = bigints.get(value);
    if (variant === undefined) {
      const near = Number(value);
      const isDouble = Number.isFinite(near) && BigInt(near) === value;
      variant = add(value, isDouble ? internNumber(near) : internKeyed(cellKey(value), value));
      bigints.set(value, variant);
    }
    return variant;
  }

  function internDecimal(text: string, cell: Cell): number {
    let variant = decimals.get(text);
    if (variant === undefined) {
      variant = add(cell, classOfDecimal(text, cell));
      decimals.set(text, variant);
    }
    return variant;
  }

  /** Fifteen digits always survive in a double; longer decimals only sometimes. */
  function classOfDecimal(text: string, cell: Cell): number {
    if (/^-?\d{1,12}(?:\.\d{1,2})?$/.test(text)) return internNumber(Number(text) + 0);
    const exact = parseExactNumber(text);
    if (!exact) {
      return internNumber(/^nan$/i.test(text) ? Number.NaN : Number(text));
    }
    const near = Number(text);
    const isDouble = Number.isFinite(near) && exactKey(exactOfDouble(near)) === exactKey(exact);
    return isDouble ? internNumber(near + 0) : internKeyed(cellKey(cell), cell);
  }

  function internObject(cell: Exclude<Cell, null>): number {
    if (typeof cell === 'object' && '$decimal' in cell) return internDecimal(cell.$decimal, cell);
    if (typeof cell === 'object' && '$float' in cell) {
      const value = floatValue(cell.$float);
      let variant = wholeDoubles.get(value);
      if (variant === undefined) {
        variant = add(cell, internNumber(value + 0));
        wholeDoubles.set(value, variant);
      }
      return variant;
    }
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
            if (trueVariant < 0) trueVariant = add(true);
            return trueVariant;
          }
          if (falseVariant < 0) falseVariant = add(false);
          return falseVariant;
        case 'bigint':
          return internBigint(cell);
        default:
          if (cell === null) {
            if (nullVariant < 0) nullVariant = add(null);
            return nullVariant;
          }
          return internObject(cell);
      }
    },
    classOf: (variant) => classes[variant] ?? -1,
    cellOf: (variant) => cells[variant] ?? null,
    readingOf(variant) {
      let reading = readings[variant];
      if (reading === undefined) {
        reading = readCell(cells[variant] ?? null);
        readings[variant] = reading;
      }
      return reading;
    },
  };
}
