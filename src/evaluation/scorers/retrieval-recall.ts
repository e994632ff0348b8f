import type {
  GoldColumn,
  GoldTable,
  RetrievalEvidence,
  RetrievedSchema,
} from './retrieval-evidence.ts';
import { failed, passed, type Score } from './score.ts';

/** A judge of one retrieval. */
export interface RetrievalScorer {
  readonly name: string;
  readonly version: number;
  score(evidence: RetrievalEvidence): Score;
}

/** How far down a ranking recall is looked at. */
const cuts = [5, 10, 20] as const;

/**
 * Schema linking recall: 1 when every gold table was sent (or one whole alternative set), else the share
 * that was. Columns are counted beside and decide only with `require: 'columns'`. A case that names no
 * tables is not applicable.
 */
export const retrievalRecall: RetrievalScorer = {
  name: 'retrieval_recall',
  version: 1,
  score(evidence) {
    if (evidence.expected !== 'allowed') return { state: 'not-applicable' };
    const { gold, unavailable } = evidence;
    if (unavailable !== null) {
      return { state: 'error', errorKind: 'infrastructure', message: unavailable };
    }
    if (gold.status === 'unresolved') {
      return { state: 'error', errorKind: 'gold', message: gold.message };
    }
    if (gold.alternatives.every((set) => set.length === 0)) return { state: 'not-applicable' };
    return judge(evidence, gold.alternatives, gold.columns);
  },
};

function judge(
  { retrieved, require }: RetrievalEvidence,
  alternatives: readonly (readonly GoldTable[])[],
  goldColumns: readonly GoldColumn[],
): Score {
  const isSent = (table: GoldTable) =>
    schemaOf(retrieved, table)?.tables.some(({ name }) => name === table.name) === true;
  const gold = bestMet(alternatives, isSent);
  const missed = gold.filter((table) => !isSent(table));
  const tableRecall = 1 - missed.length / gold.length;
  const missedColumns = goldColumns.filter((column) => !isColumnSent(retrieved, column));
  const sentTables = retrieved.reduce((sum, { tables }) => sum + tables.length, 0);
  const ranks = gold.map((table) => rankOf(retrieved, table));
  const first = Math.min(...ranks.map((rank) => rank ?? Number.POSITIVE_INFINITY));
  const detail = {
    tables: retrieved.flatMap(({ tables }) => tables.map(({ name }) => name)),
    columns: retrieved.flatMap(({ tables }) =>
      tables.flatMap(({ name, columns }) => columns.map((column) => `${name}.${column}`)),
    ),
    missedTables: missed.map(({ name }) => name),
    missedColumns: missedColumns.map(({ name, column }) => `${name}.${column}`),
    tablesSent: sentTables,
    columnsSent: retrieved.reduce(
      (sum, { tables }) => sum + tables.reduce((count, table) => count + table.columns.length, 0),
      0,
    ),
    rankOf: Object.fromEntries(gold.map(({ name }, place) => [name, ranks[place] ?? null])),
    tableRecall,
    columnRecall: goldColumns.length === 0 ? null : 1 - missedColumns.length / goldColumns.length,
    recallAt: Object.fromEntries(
      cuts.map((cut) => [
        cut,
        ranks.filter((rank) => rank !== null && rank <= cut).length / gold.length,
      ]),
    ),
    reciprocalRank: Number.isFinite(first) ? 1 / first : 0,
    precision: sentTables === 0 ? 0 : (gold.length - missed.length) / sentTables,
  };
  if (missed.length > 0) {
    const names = detail.missedTables.join(', ');
    const score = failed('missed-tables', `not sent: ${names}`, detail);
    return score.state === 'scored' ? { ...score, value: tableRecall } : score;
  }
  if (require === 'columns' && missedColumns.length > 0) {
    const names = detail.missedColumns.join(', ');
    const score = failed('missed-columns', `not sent: ${names}`, detail);
    return score.state === 'scored' ? { ...score, value: detail.columnRecall ?? 0 } : score;
  }
  return passed(detail);
}

/** The alternative of which the greatest share was sent; the first of equals. */
function bestMet(
  alternatives: readonly (readonly GoldTable[])[],
  isSent: (table: GoldTable) => boolean,
): readonly GoldTable[] {
  const sets = alternatives.filter((set) => set.length > 0);
  const share = (set: readonly GoldTable[]) => set.filter(isSent).length / set.length;
  return sets.reduce((best, set) => (share(set) > share(best) ? set : best), sets[0] ?? []);
}

function schemaOf(
  retrieved: readonly RetrievedSchema[],
  { datasource }: GoldTable,
): RetrievedSchema | undefined {
  return retrieved.find((schema) => schema.datasource === datasource);
}

function isColumnSent(retrieved: readonly RetrievedSchema[], gold: GoldColumn): boolean {
  const table = schemaOf(retrieved, gold)?.tables.find(({ name }) => name === gold.name);
  return table?.columns.includes(gold.column) === true;
}

function rankOf(retrieved: readonly RetrievedSchema[], gold: GoldTable): number | null {
  const place = schemaOf(retrieved, gold)?.ranking.indexOf(gold.name) ?? -1;
  return place === -1 ? null : place + 1;
}
