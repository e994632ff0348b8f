/** What may be sent to a model: all limits hold together. */
export interface RetrievalBudget {
  readonly maxTables: number;
  /** Columns over all tables; without it every column that helps is sent. */
  readonly maxColumns?: number;
  readonly tokens?: TokenBudget;
  /** Least share of the best table's score, 0 to 1; ours only. Default 0: the budget is filled. */
  readonly minScore?: number;
  /** Say why each table and column is there; costs about as much as finding them. */
  readonly withReasons?: boolean;
}

/** Tokens of the schema text as a model gets it. */
export interface TokenBudget {
  readonly maxTokens: number;
  readonly countTokens: (text: string) => number;
}

/** One column of a selection and why it is there. */
export interface SelectedColumn {
  readonly name: string;
  readonly why: string;
}

/** One table of a selection, its score (best is 1, unmatched 0) and why it is there. */
export interface SelectedTable {
  /** Place in the catalog that was searched. */
  readonly position: number;
  /** `schema.table` as the catalog spells it. */
  readonly name: string;
  readonly score: number;
  readonly why: readonly string[];
  readonly columns: readonly SelectedColumn[];
}

/** The part of a catalog that a question needs. */
export interface SchemaSelection {
  /** `nothing-matched`: no word of the question met anything; the tables are then a mere guess, or none. */
  readonly status: 'matched' | 'nothing-matched';
  /** What is sent, best first. */
  readonly tables: readonly SelectedTable[];
  /** Names of tables in the order the retriever ranked them; recall@k and the rank of a table read this. */
  readonly ranking: readonly string[];
  /**
   * Share of the needed tables that a selection like this holds on the average, measured over reference
   * sets; null where nothing was measured: another retriever, similarities, or columns or tokens that cut
   * tables.
   */
  readonly expectedRecall: number | null;
}

/** Finds the tables and columns a question needs; holds its index of one catalog. */
export interface Retriever {
  /** As reports name it: `nl2sql`, `promptquery`, `random`. */
  readonly name: string;
  /**
   * @param similarities for each table of the catalog, how near its meaning is to the question's (see
   *   `TableVectors`). Without them ours goes by words alone; the baselines go by words always.
   */
  retrieve(question: string, budget: RetrievalBudget, similarities?: Float32Array): SchemaSelection;
}
