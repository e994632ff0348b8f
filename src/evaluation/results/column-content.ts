import type { Cell, Row } from '../../catalog/index.ts';
import type { CellInterner } from './cell-interner.ts';

/** One column as numbers: the variant of every row, and what is worth knowing about all of them. */
export interface ColumnContent {
  readonly variants: Int32Array;
  /** Class of every row: equal exactly when the cells are. */
  readonly classes: Int32Array;
  /** The distinct variants, and for every row the position of its variant among them. */
  distinct(): DistinctVariants;
  /** A number that is equal for columns with the same cells in each group, in whatever order. */
  fingerprint(groups: Int32Array): number;
}

export interface DistinctVariants {
  readonly variants: Int32Array;
  readonly positions: Int32Array;
}

/** So many rows at a time: few enough that their cells stay close at hand for every column. */
const blockRows = 64;

/**
 * Interns the columns of some rows, column by column within blocks of rows. The cells of a block are
 * gathered first: rows lie anywhere in memory, and a loop that only reads waits for several at once.
 */
export function readColumns(
  rows: readonly Row[],
  width: number,
  interner: CellInterner,
): ColumnContent[] {
  const columns = Array.from({ length: width }, () => new Int32Array(rows.length));
  const cells: Cell[] = new Array<Cell>(blockRows * width).fill(null);
  for (let start = 0; start < rows.length; start += blockRows) {
    const count = Math.min(blockRows, rows.length - start);
    gather(rows, start, count, width, cells);
    for (const [column, variants] of columns.entries()) {
      for (let row = 0, at = column; row < count; row++, at += width) {
        variants[start + row] = interner.intern(cells[at] ?? null);
      }
    }
  }
  return columns.map((variants) => createContent(variants, interner));
}

function gather(
  rows: readonly Row[],
  start: number,
  count: number,
  width: number,
  cells: Cell[],
): void {
  for (let row = 0, at = 0; row < count; row++) {
    const from = rows[start + row];
    for (let column = 0; column < width; column++) cells[at++] = from?.[column] ?? null;
  }
}

function createContent(variants: Int32Array, interner: CellInterner): ColumnContent {
  const classes = classesOf(variants, interner);
  let distinct: DistinctVariants | null = null;
  let fingerprint: { readonly groups: Int32Array; readonly value: number } | null = null;
  return {
    variants,
    classes,
    distinct() {
      distinct ??= distinctOf(variants);
      return distinct;
    },
    fingerprint(groups) {
      if (fingerprint?.groups !== groups) {
        fingerprint = { groups, value: fingerprintOf(classes, groups) };
      }
      return fingerprint.value;
    },
  };
}

/** The classes of variants; the very same array where each value is written in one way only. */
function classesOf(variants: Int32Array, interner: CellInterner): Int32Array {
  let classes = variants;
  for (let row = 0; row < variants.length; row++) {
    const variant = variants[row] ?? 0;
    const classVariant = interner.classOf(variant);
    if (classVariant === variant) continue;
    if (classes === variants) classes = variants.slice();
    classes[row] = classVariant;
  }
  return classes;
}

function fingerprintOf(classes: Int32Array, groups: Int32Array): number {
  let sum = 0;
  for (let row = 0; row < classes.length; row++) {
    let hash = Math.imul((classes[row] ?? 0) + 0x7f4a7c15, 0x85ebca6b);
    hash ^= Math.imul(groups[row] ?? 0, 0x9e3779b1);
    hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
    sum = (sum + (hash ^ (hash >>> 13))) | 0;
  }
  return sum;
}

function distinctOf(variants: Int32Array): DistinctVariants {
  const known = createPositionTable(variants);
  const positions = new Int32Array(variants.length);
  const found: number[] = [];
  for (let row = 0; row < variants.length; row++) {
    const variant = variants[row] ?? 0;
    let position = known.get(variant) ?? -1;
    if (position < 0) {
      position = found.length;
      found.push(variant);
      known.set(variant, position);
    }
    positions[row] = position;
  }
  return { variants: Int32Array.from(found), positions };
}

interface PositionTable {
  get(variant: number): number | undefined;
  set(variant: number, position: number): void;
}

/** By index where the variants of a column lie close together, as they mostly do; else a Map. */
function createPositionTable(variants: Int32Array): PositionTable {
  let lowest = Number.POSITIVE_INFINITY;
  let highest = 0;
  for (const variant of variants) {
    if (variant < lowest) lowest = variant;
    if (variant > highest) highest = variant;
  }
  if (variants.length === 0 || highest - lowest > variants.length * 32) return new Map();
  const positions = new Int32Array(highest - lowest + 1).fill(-1);
  return {
    get: (variant) => positions[variant - lowest],
    set(variant, position) {
      positions[variant - lowest] = position;
    },
  };
}
