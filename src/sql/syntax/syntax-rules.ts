import type { DialectName } from '../dialect.ts';

/** Where the dialects' queries read differently: all that the parser asks. */
export interface SyntaxRules {
  /** `FROM t SELECT a`, `FROM t`. */
  readonly fromFirst: boolean;
  /** A string may stand as an alias: `a 'x'`. */
  readonly stringNames: boolean;
  /** A string before a dot is a name: `'t'.c`. */
  readonly stringQualifiers: boolean;
  /** A string in FROM is a file. */
  readonly stringTables: boolean;
  /** Any type's name before a string makes a literal of it (`json '{}'`), or only these. */
  readonly typedLiterals: 'any' | readonly string[];
  /** INTERVAL takes a number or expression and a unit. */
  readonly intervalUnits: boolean;
  readonly hasInterval: boolean;
  /** `[1, 2]` and `{'a': 1}` are values. */
  readonly bracketValues: boolean;
  /** `ARRAY[…]`, `x[1]`. */
  readonly arrays: boolean;
  /** `x -> x + 1` in an argument may be a function. */
  readonly arrowLambdas: boolean;
  /** `name: expression` before an item of a select list or of FROM. */
  readonly colonAliases: boolean;
  /** Words that are values or functions without parentheses. */
  readonly bareFunctions: readonly string[];
  /** Words that are functions where no column bears the name. */
  readonly fallbackFunctions: readonly string[];
  /** Unary operators spelled as words. */
  readonly unaryWords: readonly string[];
  /** A name that is double-quoted and stands for nothing is a string. */
  readonly quotedFallback: boolean;
  /** `WITH` entries see those that come later. */
  readonly forwardCtes: boolean;
  /** Words before JOIN; elsewhere they are the alias of the item before it: `FROM t semi JOIN u`. */
  readonly joinSides: readonly string[];
  /** What may stand behind a table; where it may not, its first word is the table's alias. */
  readonly tableOptions: readonly TableOption[];
  /** A word in FROM that is no table: `FROM DUAL`. */
  readonly noTableWord: string | null;
}

/** `t TABLESAMPLE …`, `t PIVOT (…)`, `t PARTITION (…)`, `t USE INDEX (…)`, `t INDEXED BY …`, `t FOR SYSTEM_TIME …`, `t AT (…)`. */
export type TableOption =
  | 'sample'
  | 'pivot'
  | 'partition'
  | 'index-hint'
  | 'indexed'
  | 'system-time'
  | 'version';

const standardSides = ['left', 'right', 'inner', 'cross'];

const standardBare = ['current_date', 'current_time', 'current_timestamp'];

const moreBare = [...standardBare, 'localtime', 'localtimestamp', 'current_user'];

/** The syntax rules of each dialect. */
export const syntaxRules: Readonly<Record<DialectName, SyntaxRules>> = {
  sqlite: {
    fromFirst: false,
    stringNames: true,
    stringQualifiers: true,
    stringTables: false,
    typedLiterals: [],
    intervalUnits: false,
    hasInterval: false,
    bracketValues: false,
    arrays: false,
    arrowLambdas: false,
    colonAliases: false,
    bareFunctions: standardBare,
    fallbackFunctions: [],
    unaryWords: ['not'],
    quotedFallback: true,
    forwardCtes: true,
    joinSides: [...standardSides, 'full'],
    tableOptions: ['indexed'],
    noTableWord: null,
  },
  duckdb: {
    fromFirst: true,
    stringNames: true,
    stringQualifiers: false,
    stringTables: true,
    typedLiterals: 'any',
    intervalUnits: true,
    hasInterval: true,
    bracketValues: true,
    arrays: true,
    arrowLambdas: true,
    colonAliases: true,
    // A column of such a name wins, so the parser takes them for columns: see `fallbackFunctions`.
    bareFunctions: [],
    fallbackFunctions: [
      ...moreBare,
      'current_catalog',
      'current_schema',
      'current_role',
      'session_user',
      'user',
    ],
    unaryWords: ['not'],
    quotedFallback: false,
    forwardCtes: false,
    joinSides: [...standardSides, 'full', 'asof', 'anti', 'semi', 'positional'],
    tableOptions: ['sample', 'pivot', 'version'],
    noTableWord: null,
  },
  postgres: {
    fromFirst: false,
    stringNames: false,
    stringQualifiers: false,
    stringTables: false,
    typedLiterals: 'any',
    intervalUnits: false,
    hasInterval: true,
    bracketValues: false,
    arrays: true,
    arrowLambdas: false,
    colonAliases: false,
    bareFunctions: [
      ...moreBare,
      'current_catalog',
      'current_schema',
      'current_role',
      'session_user',
      'user',
    ],
    fallbackFunctions: [],
    unaryWords: ['not'],
    quotedFallback: false,
    forwardCtes: false,
    joinSides: [...standardSides, 'full'],
    tableOptions: ['sample'],
    noTableWord: null,
  },
  mysql: {
    fromFirst: false,
    stringNames: true,
    stringQualifiers: false,
    stringTables: false,
    typedLiterals: ['date', 'time', 'timestamp'],
    intervalUnits: true,
    hasInterval: true,
    bracketValues: false,
    arrays: false,
    arrowLambdas: false,
    colonAliases: false,
    bareFunctions: [...moreBare, 'utc_date', 'utc_time', 'utc_timestamp', 'current_role'],
    fallbackFunctions: [],
    unaryWords: ['not', 'binary'],
    quotedFallback: false,
    forwardCtes: false,
    joinSides: standardSides,
    tableOptions: ['partition', 'index-hint', 'system-time'],
    noTableWord: 'dual',
  },
};
