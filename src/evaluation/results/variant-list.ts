import type { Cell } from '../../catalog/index.ts';

/** A whole number as written, a number with room for a tolerance (a fraction, a double), or no number. */
export type NumberKind = 'whole' | 'inexact' | 'none';

/** What is known of every variant, in arrays: millions of small objects would keep the collector busy. */
export interface VariantList {
  readonly size: number;
  /** Adds a number that is its own cell. */
  addNumber(value: number): number;
  /** Adds any other cell; `number` says what it is as a number. */
  add(cell: Cell, number?: WrittenNumber): number;
  /** A new variant stands for its own class until it is told otherwise. */
  setClass(variant: number, classVariant: number): void;
  classOf(variant: number): number;
  cellOf(variant: number): Cell;
  numberKindOf(variant: number): NumberKind;
  /** The nearest double of a number, NaN for anything else. */
  doubleOf(variant: number): number;
}

interface WrittenNumber {
  readonly kind: 'whole' | 'inexact';
  readonly double: number;
}

const kinds = ['none', 'whole', 'inexact'] as const;
const [none, whole, inexact] = [0, 1, 2] as const;

export function createVariantList(): VariantList {
  let size = 0;
  let classes = new Int32Array(1024);
  let doubles = new Float64Array(1024);
  let numberKinds = new Uint8Array(1024);
  /** Null for numbers that are their own cells: their doubles say it all. */
  const cells: Cell[] = [];

  function push(cell: Cell, kind: number, double: number): number {
    if (size === classes.length) widen();
    const variant = size;
    classes[variant] = variant;
    doubles[variant] = double;
    numberKinds[variant] = kind;
    cells.push(cell);
    size++;
    return variant;
  }

  function widen(): void {
    const [oldClasses, oldDoubles, oldKinds] = [classes, doubles, numberKinds];
    classes = new Int32Array(size * 2);
    classes.set(oldClasses);
    doubles = new Float64Array(size * 2);
    doubles.set(oldDoubles);
    numberKinds = new Uint8Array(size * 2);
    numberKinds.set(oldKinds);
  }

  return {
    get size() {
      return size;
    },
    addNumber: (value) => push(null, Number.isInteger(value) ? whole : inexact, value),
    add(cell, number) {
      if (!number) return push(cell, none, Number.NaN);
      return push(cell, number.kind === 'whole' ? whole : inexact, number.double);
    },
    setClass(variant, classVariant) {
      classes[variant] = classVariant;
    },
    classOf: (variant) => classes[variant] ?? -1,
    cellOf(variant) {
      const cell = cells[variant] ?? null;
      if (cell !== null || numberKinds[variant] === none) return cell;
      return doubles[variant] ?? 0;
    },
    numberKindOf: (variant) => kinds[numberKinds[variant] ?? none] ?? 'none',
    doubleOf: (variant) => doubles[variant] ?? Number.NaN,
  };
}
