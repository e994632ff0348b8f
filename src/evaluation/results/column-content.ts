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

/** Interns one column of some rows. */
export function readColumn(
  rows: readonly Row[],
  column: number,
  interner: CellInterner,
): ColumnContent {
  const variants = new Int32Array(rows.length);
  const classes = new Int32Array(rows.length);
  for (let index = 0; index < rows.length; index++) {
    const variant = interner.intern(rows[index]?.[column] ?? null);
    variants[index] = variant;
    classes[index] = interner.classOf(variant);
  }
  let distinct: DistinctVariants | null = null;
  return {
    variants,
    classes,
    distinct() {
      distinct ??= distinctOf(variants);
      return distinct;
    },
    fingerprint: (groups) => fingerprintOf(classes, groups),
  };
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
