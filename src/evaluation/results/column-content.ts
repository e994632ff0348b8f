import type { Row } from '../../catalog/index.ts';
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

/** Interns the columns of some rows, row by row: cells of a row lie together in memory. */
export function readColumns(
  rows: readonly Row[],
  width: number,
  interner: CellInterner,
): ColumnContent[] {
  const columns = Array.from({ length: width }, () => new Int32Array(rows.length));
  for (let index = 0; index < rows.length; index++) {
    const row = rows[index] ?? [];
    for (let column = 0; column < width; column++) {
      const variants = columns[column];
      if (variants) variants[index] = interner.intern(row[column] ?? null);
    }
  }
  return columns.map((variants) => createContent(variants, interner));
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
  const other = variants.findIndex((variant) => interner.classOf(variant) !== variant);
  if (other < 0) return variants;
  const classes = variants.slice();
  for (let index = other; index < classes.length; index++) {
    classes[index] = interner.classOf(classes[index] ?? 0);
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
  const positionOf = new Map<number, number>();
  const positions = new Int32Array(variants.length);
  const found: number[] = [];
  for (let index = 0; index < variants.length; index++) {
    const variant = variants[index] ?? 0;
    let position = positionOf.get(variant);
    if (position === undefined) {
      position = found.length;
      found.push(variant);
      positionOf.set(variant, position);
    }
    positions[index] = position;
  }
  return { variants: Int32Array.from(found), positions };
}
