import type { EvalCase, Outcome } from '../suite/index.ts';

/** A table that was sent, with the columns sent of it. Names are the catalog's. */
export interface SentTable {
  readonly name: string;
  readonly columns: readonly string[];
}

/** What retrieval sent of one datasource. */
export interface RetrievedSchema {
  readonly datasource: string;
  /** `schema.table`, in the order they were sent. */
  readonly tables: readonly SentTable[];
  /** Tables as the retriever ranked them, best first; goes beyond what was sent, or not as far. */
  readonly ranking: readonly string[];
}

/** A name of the case, resolved against the catalog of a datasource of the case. */
export interface GoldTable {
  readonly datasource: string;
  /** `schema.table` as the catalog spells it. */
  readonly name: string;
}

/** A gold column: its table and its name as the catalog spells it. */
export interface GoldColumn extends GoldTable {
  readonly column: string;
}

/** What a case says must be retrieved. */
export type RetrievalGold =
  | {
      readonly status: 'resolved';
      /** Sets of tables; one of them in full is enough. The case's `tables` first. Empty: the case names none. */
      readonly alternatives: readonly (readonly GoldTable[])[];
      readonly columns: readonly GoldColumn[];
    }
  /** A name that no datasource of the case has. */
  | { readonly status: 'unresolved'; readonly message: string };

/** All that the scorers of mode retrieval may look at. */
export interface RetrievalEvidence {
  readonly case: EvalCase;
  readonly role: string;
  readonly expected: Outcome;
  readonly gold: RetrievalGold;
  /** One entry per datasource of the case. */
  readonly retrieved: readonly RetrievedSchema[];
  /** Datasources, best first, cut at `max_datasources`; null where the retriever does not route. */
  readonly routed: readonly { readonly id: string; readonly score: number }[] | null;
  /** Why a datasource of the case could not be searched. */
  readonly unavailable: string | null;
  /** `columns`: every gold column must be sent too. */
  readonly require: 'tables' | 'columns';
}
