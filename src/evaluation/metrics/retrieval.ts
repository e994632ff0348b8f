/** What one retrieval came to, as its scorers measured it. */
export interface RetrievalMeasures {
  readonly passed: boolean;
  /** null where the case names no tables. */
  readonly recall: {
    readonly tableRecall: number;
    readonly columnRecall: number | null;
    readonly recallAt: Readonly<Record<string, number>>;
    readonly reciprocalRank: number;
    readonly precision: number;
  } | null;
  readonly tablesSent: number;
  readonly columnsSent: number;
  readonly tokensSent: number;
  readonly milliseconds: number;
}

/** Means over the cases of one retriever at one noise level; null where no case had it. */
export interface RetrievalSummary {
  readonly total: number;
  readonly pass: number;
  readonly tableRecall: number | null;
  readonly columnRecall: number | null;
  readonly recallAt: Readonly<Record<'5' | '10' | '20', number | null>>;
  readonly mrr: number | null;
  readonly precision: number | null;
  readonly tablesSent: number | null;
  readonly columnsSent: number | null;
  readonly tokensSent: number | null;
  readonly msPerQuestion: number | null;
}

/** Adds up what the retrievals of one retriever came to. */
export function summarizeRetrieval(measures: readonly RetrievalMeasures[]): RetrievalSummary {
  const recalls = measures.flatMap(({ recall }) => recall ?? []);
  const linked = measures.filter(({ recall }) => recall !== null);
  const at = (cut: string) => mean(recalls.map(({ recallAt }) => recallAt[cut] ?? 0));
  return {
    total: measures.length,
    pass: measures.filter(({ passed }) => passed).length,
    tableRecall: mean(recalls.map(({ tableRecall }) => tableRecall)),
    columnRecall: mean(recalls.flatMap(({ columnRecall }) => columnRecall ?? [])),
    recallAt: { 5: at('5'), 10: at('10'), 20: at('20') },
    mrr: mean(recalls.map(({ reciprocalRank }) => reciprocalRank)),
    precision: mean(recalls.map(({ precision }) => precision)),
    tablesSent: mean(linked.map(({ tablesSent }) => tablesSent)),
    columnsSent: mean(linked.map(({ columnsSent }) => columnsSent)),
    tokensSent: mean(linked.map(({ tokensSent }) => tokensSent)),
    msPerQuestion: mean(measures.map(({ milliseconds }) => milliseconds)),
  };
}

function mean(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
