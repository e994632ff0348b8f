import type { ColumnContent } from './column-content.ts';

/** Columns of equal content, cell by cell. */
export interface ContentClasses {
  readonly classOf: readonly number[];
  /** Column positions per class. */
  readonly members: readonly (readonly number[])[];
}

/** Groups columns of equal content: by how cells are written (`byVariant`), or by their exact value. */
export function groupContents(
  columns: readonly ColumnContent[],
  byVariant: boolean,
): ContentClasses {
  const members: number[][] = [];
  const byHash = new Map<number, number[]>();
  const codesOf = (column: ColumnContent) => (byVariant ? column.variants : column.classes);
  const classOf = columns.map((column, position) => {
    const hash = hashCodes(codesOf(column));
    const sameHash = byHash.get(hash) ?? [];
    byHash.set(hash, sameHash);
    for (const candidate of sameHash) {
      const other = columns[members[candidate]?.[0] ?? -1];
      if (other && isEqual(codesOf(other), codesOf(column))) {
        members[candidate]?.push(position);
        return candidate;
      }
    }
    members.push([position]);
    sameHash.push(members.length - 1);
    return members.length - 1;
  });
  return { classOf, members };
}

function hashCodes(codes: Int32Array): number {
  let hash = 0x811c9dc5;
  for (let row = 0; row < codes.length; row++) {
    hash = Math.imul(hash ^ (codes[row] ?? 0), 0x01000193);
  }
  return hash;
}

function isEqual(a: Int32Array, b: Int32Array): boolean {
  return a.length === b.length && a.every((code, index) => code === b[index]);
}
