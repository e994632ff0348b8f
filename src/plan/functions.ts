import type { ValueType } from './value-type.ts';
import { commonType } from './value-type.ts';

/** What a function gives back, from the types of its arguments. */
type ResultType = ValueType | ((args: readonly ValueType[]) => ValueType);

interface FunctionRule {
  readonly kind: 'scalar' | 'aggregate' | 'window';
  readonly minimumArgs: number;
  readonly maximumArgs: number;
  readonly type: ResultType;
  /** What each argument is read as; the last one stands for all further ones. */
  readonly reads: readonly ('number' | 'text' | 'temporal' | 'unit' | 'same' | 'any')[];
  /** For `policy check` and `nl2sql plan`: what it does, in words. */
  readonly words: string;
}

const same = (args: readonly ValueType[]): ValueType => args.reduce(commonType, 'null');
const first = (args: readonly ValueType[]): ValueType => args[0] ?? 'unknown';
const sum = (args: readonly ValueType[]): ValueType =>
  args[0] === 'integer' || args[0] === 'boolean'
    ? 'integer'
    : args[0] === 'float'
      ? 'float'
      : 'decimal';

function rule(
  kind: FunctionRule['kind'],
  args: number | readonly [number, number],
  type: ResultType,
  reads: FunctionRule['reads'],
  words: string,
): FunctionRule {
  const [minimumArgs, maximumArgs] = typeof args === 'number' ? [args, args] : args;
  return { kind, minimumArgs, maximumArgs, type, reads, words };
}

const many = Number.POSITIVE_INFINITY;

/** Every function a plan may call, under the one name it has here. */
export const functionRules = {
  COUNT: rule('aggregate', [0, 1], 'integer', ['any'], 'the number of'),
  SUM: rule('aggregate', 1, sum, ['number'], 'the sum of'),
  AVG: rule('aggregate', 1, 'float', ['number'], 'the average of'),
  MIN: rule('aggregate', 1, first, ['any'], 'the smallest'),
  MAX: rule('aggregate', 1, first, ['any'], 'the largest'),
  COALESCE: rule('scalar', [1, many], same, ['same'], 'the first that is not null of'),
  NULLIF: rule('scalar', 2, first, ['same', 'same'], 'null where equal, of'),
  ABS: rule('scalar', 1, first, ['number'], 'the absolute value of'),
  ROUND: rule('scalar', [1, 2], 'decimal', ['number', 'number'], 'rounded'),
  CEIL: rule('scalar', 1, 'decimal', ['number'], 'rounded up'),
  FLOOR: rule('scalar', 1, 'decimal', ['number'], 'rounded down'),
  POWER: rule('scalar', 2, 'float', ['number', 'number'], 'the power of'),
  SQRT: rule('scalar', 1, 'float', ['number'], 'the square root of'),
  MOD: rule('scalar', 2, same, ['number', 'number'], 'the remainder of'),
  INTDIV: rule('scalar', 2, 'integer', ['number', 'number'], 'the whole quotient of'),
  SIGN: rule('scalar', 1, 'integer', ['number'], 'the sign of'),
  GREATEST: rule('scalar', [1, many], same, ['same'], 'the greatest of'),
  LEAST: rule('scalar', [1, many], same, ['same'], 'the least of'),
  LOWER: rule('scalar', 1, 'text', ['text'], 'in lower case'),
  UPPER: rule('scalar', 1, 'text', ['text'], 'in upper case'),
  LENGTH: rule('scalar', 1, 'integer', ['text'], 'the length of'),
  SUBSTR: rule('scalar', [2, 3], 'text', ['text', 'number', 'number'], 'a part of'),
  TRIM: rule('scalar', 1, 'text', ['text'], 'without blanks around, of'),
  LTRIM: rule('scalar', 1, 'text', ['text'], 'without blanks before, of'),
  RTRIM: rule('scalar', 1, 'text', ['text'], 'without blanks after, of'),
  REPLACE: rule('scalar', 3, 'text', ['text', 'text', 'text'], 'with text replaced, of'),
  CONCAT: rule('scalar', [1, many], 'text', ['text'], 'joined texts of'),
  STRFTIME: rule('scalar', 2, 'text', ['unit', 'temporal'], 'the date as text, of'),
  DATE_PART: rule('scalar', 2, 'integer', ['unit', 'temporal'], 'the part of the date'),
  DATE_TRUNC: rule('scalar', 2, 'text', ['unit', 'temporal'], 'the first day of the period of'),
  DATE_ADD: rule('scalar', 3, 'text', ['unit', 'number', 'temporal'], 'the date moved, of'),
  DATE_DIFF: rule('scalar', 3, 'integer', ['unit', 'temporal', 'temporal'], 'the time between'),
  ROW_NUMBER: rule('window', 0, 'integer', [], 'the row number'),
  RANK: rule('window', 0, 'integer', [], 'the rank'),
  DENSE_RANK: rule('window', 0, 'integer', [], 'the rank without gaps'),
  PERCENT_RANK: rule('window', 0, 'float', [], 'the relative rank'),
  CUME_DIST: rule('window', 0, 'float', [], 'the cumulative share'),
  NTILE: rule('window', 1, 'integer', ['number'], 'the tile of'),
  LAG: rule('window', [1, 2], first, ['any', 'number'], 'the row before of'),
  LEAD: rule('window', [1, 2], first, ['any', 'number'], 'the row after of'),
  FIRST_VALUE: rule('window', 1, first, ['any'], 'the first of'),
  LAST_VALUE: rule('window', 1, first, ['any'], 'the last of'),
} as const satisfies Readonly<Record<string, FunctionRule>>;

export type FunctionName = keyof typeof functionRules;

/** Other names of the same functions. */
const synonyms: Readonly<Record<string, FunctionName>> = {
  IFNULL: 'COALESCE',
  CEILING: 'CEIL',
  SUBSTRING: 'SUBSTR',
  EXTRACT: 'DATE_PART',
};

/** Functions that are a date part by name: `YEAR(d)`. */
export const datePartNames = ['YEAR', 'QUARTER', 'MONTH', 'DAY'] as const;

/** Names that only stand for a list, as the right side of IN. */
export const listNames: readonly string[] = ['TUPLE', 'LIST'];

export const allFunctionNames: readonly string[] = [
  ...Object.keys(functionRules),
  ...Object.keys(synonyms),
  ...datePartNames,
  ...listNames,
];

/** The function a name means, in any case; null for one a plan may not call. */
export function findFunction(name: string): FunctionName | null {
  const upper = name.toUpperCase();
  if (Object.hasOwn(functionRules, upper)) return upper as FunctionName;
  return Object.hasOwn(synonyms, upper) ? (synonyms[upper] ?? null) : null;
}

export function ruleOf(name: FunctionName): FunctionRule {
  return functionRules[name];
}

export function resultType(name: FunctionName, args: readonly ValueType[]): ValueType {
  const { type } = ruleOf(name);
  return typeof type === 'function' ? type(args) : type;
}

/** Units of dates; those from `hour` on look inside a day. */
export const dateUnits = [
  'year',
  'quarter',
  'month',
  'week',
  'day',
  'hour',
  'minute',
  'second',
] as const;
export type DateUnit = (typeof dateUnits)[number];

/** The letters a STRFTIME format may use, the same on every database. */
export const strftimeLetters = ['Y', 'm', 'd', 'H', 'M', 'S', 'j', 'w', '%'] as const;
