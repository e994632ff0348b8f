/**
 * The syntax tree of a query: as much of it as names, reads and writes need. Precedence of operators is
 * not kept (`a + b * c` is one operation), since no fact we state rests on it.
 */

/** A name as spelled; `quoted` names are not folded. */
export interface Name {
  readonly text: string;
  readonly quoted: boolean;
}

/** `schema.table`, `t.c`: its parts from left to right. */
export type Path = readonly Name[];

export type Expression =
  | { readonly kind: 'column'; readonly path: Path }
  /** `*` or `t.*`, with what DuckDB lets it leave out or put in place of. */
  | {
      readonly kind: 'star';
      readonly path: Path;
      readonly exclude: readonly Path[];
      readonly replace: readonly Expression[];
    }
  | { readonly kind: 'literal'; readonly type: 'number' | 'string' | 'word'; readonly text: string }
  | { readonly kind: 'parameter'; readonly text: string }
  | {
      readonly kind: 'call';
      readonly path: Path;
      readonly arguments: readonly Expression[];
      /** ORDER BY inside or WITHIN GROUP, FILTER, OVER: all read columns too. */
      readonly more: readonly Expression[];
      readonly isDistinct: boolean;
      readonly isWindow: boolean;
      /** `OVER name`. */
      readonly windowName?: Name;
    }
  | {
      readonly kind: 'operation';
      readonly operators: readonly string[];
      readonly operands: readonly Expression[];
    }
  | {
      readonly kind: 'case';
      readonly subject: Expression | null;
      readonly branches: readonly { readonly when: Expression; readonly result: Expression }[];
      readonly otherwise: Expression | null;
    }
  | { readonly kind: 'subquery'; readonly query: Query }
  | { readonly kind: 'cast'; readonly operand: Expression; readonly type: string }
  | { readonly kind: 'list'; readonly items: readonly Expression[] }
  /** `(x).f` and `x.f` of something that is no name. */
  | { readonly kind: 'field'; readonly base: Expression; readonly field: Name | '*' }
  | { readonly kind: 'lambda'; readonly parameters: readonly Name[]; readonly body: Expression }
  /** `x := 1` in a call: the name is the parameter's. */
  | { readonly kind: 'named'; readonly name: Name; readonly value: Expression };

/** One item of a select list. */
export interface SelectItem {
  readonly expression: Expression;
  readonly alias: Name | null;
}

export interface OrderItem {
  readonly expression: Expression;
}

export type FromItem =
  | {
      readonly kind: 'table';
      readonly path: Path;
      readonly alias: Name | null;
      readonly columns: readonly Name[];
      /** Written as a string literal: a file, in DuckDB. */
      readonly isText: boolean;
    }
  | {
      readonly kind: 'derived';
      readonly query: Query;
      readonly alias: Name | null;
      readonly columns: readonly Name[];
      readonly isLateral: boolean;
    }
  | {
      readonly kind: 'function';
      readonly calls: readonly Expression[];
      readonly alias: Name | null;
      readonly columns: readonly Name[];
    }
  | {
      readonly kind: 'join';
      readonly left: FromItem;
      readonly right: FromItem;
      readonly isNatural: boolean;
      readonly using: readonly Name[];
      readonly on: Expression | null;
      /** `left`, `cross`, `asof`, …; `inner` where nothing is said; `comma` between items of a list. */
      readonly type: string;
    }
  /** PIVOT and UNPIVOT: what is read of the source; the columns that come out are not known. */
  | {
      readonly kind: 'pivot';
      readonly source: FromItem;
      readonly expressions: readonly Expression[];
      readonly alias: Name | null;
    };

export interface Select {
  readonly kind: 'select';
  readonly isDistinct: boolean;
  readonly distinctOn: readonly Expression[];
  readonly items: readonly SelectItem[];
  readonly from: FromItem | null;
  readonly where: Expression | null;
  readonly groupBy: readonly Expression[];
  readonly having: Expression | null;
  readonly qualify: Expression | null;
  readonly windows: readonly Expression[];
}

export type QueryBody =
  | Select
  | {
      readonly kind: 'set';
      readonly operators: readonly string[];
      readonly byName: boolean;
      readonly branches: readonly Query[];
    }
  | { readonly kind: 'values'; readonly rows: readonly (readonly Expression[])[] }
  | { readonly kind: 'table'; readonly from: FromItem }
  | { readonly kind: 'nested'; readonly query: Query }
  /** SHOW, DESCRIBE: metadata, nothing of which is a column of a table. */
  | { readonly kind: 'opaque'; readonly from: FromItem | null };

export interface CommonTable {
  readonly name: Name;
  readonly columns: readonly Name[];
  readonly query: Query;
  /** What SEARCH and CYCLE add. */
  readonly extraColumns: readonly Name[];
}

export interface Query {
  readonly with: readonly CommonTable[];
  readonly isRecursive: boolean;
  readonly body: QueryBody;
  readonly orderBy: readonly OrderItem[];
  readonly limits: readonly Expression[];
}

/** Something in a text that is more than reading, met while parsing. */
export interface Effect {
  readonly code:
    | 'write'
    | 'write-in-cte'
    | 'select-into'
    | 'row-lock'
    | 'session-state'
    | 'sequence'
    | 'file';
  readonly what: string;
}

/** A statement of a text. */
export type Statement =
  | {
      readonly kind: 'query';
      readonly word: string;
      readonly query: Query;
    }
  | { readonly kind: 'explain'; readonly analyzes: boolean; readonly inner: Statement | null }
  | { readonly kind: 'pragma'; readonly name: string; readonly argument: 'none' | 'call' | 'set' }
  /** SHOW, DESCRIBE and their kind: reads metadata; `query` where it describes one. */
  | { readonly kind: 'metadata'; readonly word: string; readonly query: Query | null }
  /** Any other statement, by its first word. */
  | { readonly kind: 'other'; readonly word: string };
