import type { Row } from '../../../catalog/index.ts';
import { cellKey } from '../cell-reading.ts';
import { createColumnNames } from '../column-names.ts';

/** One side of a comparison, as the diagnosis looks at it. */
export interface Side {
  readonly names: readonly string[];
  readonly rows: readonly Row[];
}

/** Per gold column the predicted column that is most likely meant, with the share of values in common. */
export interface NearestColumn {
  readonly predicted: number | null;
  readonly share: number;
}

/** Rows looked at: enough to tell, few enough to be quick. */
const sampledRows = 2000;

/** Pairs columns by values in common, then by name, then by place; each predicted column is used once. */
export function pairColumns(gold: Side, predicted: Side): NearestColumn[] {
  const names = createColumnNames(gold.names, predicted.names);
  const goldBags = gold.names.map((_, column) => bagOf(gold.rows, column));
  const predictedBags = predicted.names
    .slice(0, 400)
    .map((_, column) => bagOf(predicted.rows, column));
  const rows = Math.max(
    1,
    Math.min(sampledRows, Math.max(gold.rows.length, predicted.rows.length)),
  );
  const candidates = goldBags
    .slice(0, 400)
    .flatMap((goldBag, goldColumn) =>
      predictedBags.map((predictedBag, predictedColumn) => {
        const share = commonCount(goldBag, predictedBag) / rows;
        const isSame = names.isSame(goldColumn, predictedColumn);
        const isAtPlace = goldColumn === predictedColumn;
        const score = share + (isSame ? 0.35 : 0) + (isAtPlace ? 0.2 : 0);
        return { goldColumn, predictedColumn, share, score };
      }),
    )
    .sort((a, b) => b.score - a.score);
  const found: NearestColumn[] = gold.names.map(() => ({ predicted: null, share: 0 }));
  const used = new Set<number>();
  const answered = new Set<number>();
  for (const { goldColumn, predictedColumn, share, score } of candidates) {
    if (score <= 0 || used.has(predictedColumn) || answered.has(goldColumn)) continue;
    used.add(predictedColumn);
    answered.add(goldColumn);
    found[goldColumn] = { predicted: predictedColumn, share };
  }
  return found;
}

function bagOf(rows: readonly Row[], column: number): Map<string, number> {
  const bag = new Map<string, number>();
  for (const row of rows.slice(0, sampledRows)) {
    const key = cellKey(row[column] ?? null);
    bag.set(key, (bag.get(key) ?? 0) + 1);
  }
  return bag;
}

function commonCount(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  let common = 0;
  for (const [key, count] of a) common += Math.min(count, b.get(key) ?? 0);
  return common;
}
