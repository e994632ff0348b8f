/** How the columns of both sides are named: the one thing names are used for. */
export interface ColumnNames {
  isSame(goldColumn: number, predictedColumn: number): boolean;
  /**
   * Whether answering a gold column by this predicted column contradicts the names: it bears the name of
   * another gold column, while a column with gold's own name is there.
   */
  contradicts(goldColumn: number, predictedColumn: number): boolean;
  /** Whether any pair contradicts. */
  readonly mayContradict: boolean;
}

export function createColumnNames(
  goldNames: readonly string[],
  predictedNames: readonly string[],
): ColumnNames {
  const gold = goldNames.map(foldName);
  const predicted = predictedNames.map(foldName);
  const ofGold = new Set(gold);
  const ofPredicted = new Set(predicted);
  const shared = new Set(gold.filter((name) => name !== '' && ofPredicted.has(name)));
  return {
    mayContradict: shared.size > 1,
    isSame: (goldColumn, predictedColumn) =>
      gold[goldColumn] !== '' && gold[goldColumn] === predicted[predictedColumn],
    contradicts(goldColumn, predictedColumn) {
      const own = gold[goldColumn] ?? '';
      const other = predicted[predictedColumn] ?? '';
      return (
        own !== '' && other !== '' && own !== other && ofGold.has(other) && ofPredicted.has(own)
      );
    },
  };
}

/** SQL folds the case of names, and databases differ in how. */
function foldName(name: string): string {
  return name.trim().normalize('NFC').toLowerCase();
}
