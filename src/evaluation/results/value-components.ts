import type { NumberList } from './number-list.ts';

/**
 * Joins the distinct values of both sides that answer each other, directly or by way of others. Gives the
 * component of each, and those components where not everything answers everything.
 */
export function findComponents(
  goldCount: number,
  predictedCount: number,
  lists: readonly NumberList[],
  others: readonly (readonly number[])[],
) {
  const parents = new Int32Array(goldCount + predictedCount);
  for (let node = 0; node < parents.length; node++) parents[node] = node;
  const rootOf = (node: number): number => {
    let root = node;
    while ((parents[root] ?? root) !== root) {
      parents[root] = parents[parents[root] ?? root] ?? root;
      root = parents[root] ?? root;
    }
    return root;
  };
  const unite = (a: number, b: number) => {
    parents[rootOf(a)] = rootOf(b);
  };
  const degrees = new Int32Array(goldCount);
  for (const list of lists) {
    // Neighbours in rank that some stretch covers together hang together.
    const covered = new Int32Array(list.positions.length + 1);
    for (let position = 0; position < goldCount; position++) {
      const from = list.from[position] ?? 0;
      const to = list.to[position] ?? 0;
      if (from >= to) continue;
      degrees[position] = (degrees[position] ?? 0) + to - from;
      unite(position, goldCount + (list.positions[from] ?? 0));
      covered[from] = (covered[from] ?? 0) + 1;
      covered[to - 1] = (covered[to - 1] ?? 0) - 1;
    }
    let open = 0;
    for (let rank = 0; rank + 1 < list.positions.length; rank++) {
      open += covered[rank] ?? 0;
      if (open > 0) {
        unite(goldCount + (list.positions[rank] ?? 0), goldCount + (list.positions[rank + 1] ?? 0));
      }
    }
  }
  others.forEach((found, position) => {
    degrees[position] = (degrees[position] ?? 0) + found.length;
    for (const value of found) unite(position, goldCount + value);
  });

  const codeOfRoot = new Map<number, number>();
  const gold = new Int32Array(goldCount).fill(-1);
  for (let position = 0; position < goldCount; position++) {
    if ((degrees[position] ?? 0) === 0) continue;
    const root = rootOf(position);
    const code = codeOfRoot.get(root) ?? codeOfRoot.size;
    codeOfRoot.set(root, code);
    gold[position] = code;
  }
  const predicted = new Int32Array(predictedCount);
  const sizes = new Int32Array(codeOfRoot.size);
  for (let value = 0; value < predictedCount; value++) {
    const code = codeOfRoot.get(rootOf(goldCount + value)) ?? -1;
    predicted[value] = code;
    if (code >= 0) sizes[code] = (sizes[code] ?? 0) + 1;
  }
  const incomplete = new Set<number>();
  gold.forEach((code, position) => {
    if (code >= 0 && (degrees[position] ?? 0) !== sizes[code]) incomplete.add(code);
  });
  return { gold, predicted, incomplete };
}
