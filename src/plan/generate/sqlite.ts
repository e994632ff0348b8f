import { familyOf } from '../value-type.ts';
import type { Dialect, Operand } from './dialect.ts';
import {
  at,
  ignoringNulls,
  infix,
  isInsideDay,
  isInteger,
  isLiteral,
  literalText,
  plain,
  plainFunctions,
  quoteText,
  unitOf,
} from './shared-rules.ts';
import { joinSql, type Sql, sql } from './sql-fragment.ts';

/**
 * SQLite: dates are text, whole numbers divide without a fraction, NUMERIC columns hold whole numbers
 * as integers, and a column may carry a collation that only an explicit BINARY switches off.
 */
export const sqlite: Dialect = {
  name: 'sqlite',
  nullOrder: 'smallest',
  aggregateFilter: 'native',
  unlimited: '-1',
  fullJoin: 'native',
  textSets: 'collated',
  groupKeys: 'key',
  innerWith: 'sees-outer',
  filterFence: '',
  limitInSubquery: 'native',
  quoteText: (text) =>
    text.includes('\u0000')
      ? `CAST(X'${Buffer.from(text, 'utf8').toString('hex')}' AS TEXT)`
      : quoteText(text),
  temporalLiteral: (literal, text) => text(literal.text.replace(/^(.{10})T/, '$1 ')),
  typedText: (text) => text,
  equalityKey: binary,
  orderKey: binary,
  fromKey: (key) => key,
  distinctText: binary,
  setText: binary,
  temporalSides,
  arithmetic: {
    '+': infix('+'),
    '-': infix('-'),
    '*': infix('*'),
    '/': (left, right) => sql`${real(left)} / ${right.sql}`,
    '%': modulo,
  },
  concat: (parts) => joinSql(parts, ' || '),
  like: (left, right) => sql`${left.sql} LIKE ${right.sql}`,
  same: (left, right) => sql`${left} IS ${right}`,
  average: (operand) => sql`AVG(${operand.sql})`,
  casts: {
    integer: ({ sql: x, expression }) =>
      expression.type === 'boolean' || expression.type === 'integer'
        ? x
        : sql`CAST(${x} AS INTEGER)`,
    decimal: ({ sql: x }) => sql`CAST(${x} AS NUMERIC)`,
    float: ({ sql: x }) => sql`CAST(${x} AS REAL)`,
    text: ({ sql: x, expression }) => {
      if (expression.type === 'boolean') {
        return sql`CASE WHEN ${x} THEN 'true' WHEN NOT ${x} THEN 'false' END`;
      }
      const isFraction = expression.type === 'decimal' || expression.type === 'float';
      return isFraction
        ? sql`CASE WHEN ${x} IS NOT NULL THEN PRINTF('%.15g', ${x}) END`
        : sql`CAST(${x} AS TEXT)`;
    },
    boolean: ({ sql: x, expression }) =>
      familyOf(expression.type) === 'text'
        ? sql`LOWER(${x}) IN ('true', 't', '1')`
        : sql`${x} <> 0`,
    date: ({ sql: x }) => sql`DATE(${x})`,
    timestamp: ({ sql: x }) => sql`DATETIME(${x})`,
  },
  functions: {
    ...plainFunctions,
    NULLIF: (args) => sql`NULLIF(${binary(at(args, 0))}, ${at(args, 1).sql})`,
    ROUND: round,
    POWER: plain('POWER'),
    SQRT: plain('SQRT'),
    MOD: (args) => modulo(at(args, 0), at(args, 1)),
    INTDIV: (args) => {
      const [left, right] = [at(args, 0), at(args, 1)];
      return isInteger(left) && isInteger(right)
        ? sql`${left.sql} / ${right.sql}`
        : sql`CAST(${real(left)} / ${right.sql} AS INTEGER)`;
    },
    GREATEST: (args) => extreme('MAX', args),
    LEAST: (args) => extreme('MIN', args),
    LENGTH: plain('LENGTH'),
    SUBSTR: plain('SUBSTR'),
    CONCAT: (args) =>
      joinSql(
        args.map((arg) => sql`COALESCE(${arg.sql}, '')`),
        ' || ',
      ),
    STRFTIME: (args) => sql`STRFTIME(${quoteText(literalText(args, 0))}, ${at(args, 1).sql})`,
    DATE_PART: (args) => part(unitOf(args), at(args, 1).sql),
    DATE_TRUNC: (args) => truncate(unitOf(args), at(args, 1).sql),
    DATE_ADD: (args) => add(unitOf(args), at(args, 1).sql, at(args, 2).sql),
    DATE_DIFF: (args) => difference(unitOf(args), at(args, 1).sql, at(args, 2).sql),
  },
};

function binary(operand: Operand): Sql {
  const { type } = operand.expression;
  return (type === 'text' || type === 'unknown') && !isLiteral(operand)
    ? sql`${operand.sql} COLLATE BINARY`
    : operand.sql;
}

/** A number that divides with a fraction. */
function real({ sql: x, expression }: Operand): Sql {
  const isReal =
    (expression.kind === 'arithmetic' && expression.op === '/') ||
    (expression.kind === 'call' && expression.name === 'AVG') ||
    (expression.kind === 'column' && expression.type === 'float' && expression.dataType !== null);
  return isReal ? x : sql`CAST(${x} AS REAL)`;
}

function modulo(left: Operand, right: Operand): Sql {
  // The operator drops fractions here; the function keeps them.
  return isInteger(left) && isInteger(right)
    ? sql`${left.sql} % ${right.sql}`
    : sql`MOD(${left.sql}, ${right.sql})`;
}

function extreme(name: 'MAX' | 'MIN', args: readonly Operand[]): Sql {
  const [only] = args;
  if (args.length === 1 && only) return only.sql;
  const turns = ignoringNulls(args.map((arg) => arg.sql));
  const isText = args.some((arg) => arg.expression.type === 'text');
  return sql`${name}(${joinSql(isText ? turns.map((turn) => sql`${turn} COLLATE BINARY`) : turns, ', ')})`;
}

/**
 * Half away from zero on the decimal a person sees: 2.675 is stored a hair below itself, so the value
 * moves up by one unit in its last place first, unless its digits are known to fit.
 */
function round(args: readonly Operand[]): Sql {
  const value = at(args, 0);
  const digits = args.length > 1 ? Number(literalText(args, 1)) : 0;
  const { scale } = value.expression;
  const isExact = scale !== undefined && scale <= digits;
  if (digits < 0) {
    const unit = `1${'0'.repeat(-digits)}`;
    return sql`(ROUND(${value.sql} / ${unit}.0) * ${unit})`;
  }
  const nudged = isExact || isInteger(value) ? value.sql : sql`${value.sql} * 1.0000000000000002`;
  return args.length > 1 ? sql`ROUND(${nudged}, ${digits})` : sql`ROUND(${nudged})`;
}

const letters: Readonly<Record<string, string>> = {
  year: '%Y',
  month: '%m',
  day: '%d',
  hour: '%H',
  minute: '%M',
  second: '%S',
};

function part(unit: string, x: Sql): Sql {
  if (unit === 'quarter') return sql`(CAST(STRFTIME('%m', ${x}) AS INTEGER) + 2) / 3`;
  return sql`CAST(STRFTIME('${letters[unit] ?? '%d'}', ${x}) AS INTEGER)`;
}

function truncate(unit: string, x: Sql): Sql {
  switch (unit) {
    case 'year':
      return sql`DATE(${x}, 'start of year')`;
    case 'quarter':
      return sql`DATE(${x}, 'start of month', '-' || ((STRFTIME('%m', ${x}) - 1) % 3) || ' months')`;
    case 'month':
      return sql`DATE(${x}, 'start of month')`;
    case 'week':
      return sql`DATE(${x}, '-' || ((STRFTIME('%w', ${x}) + 6) % 7) || ' days')`;
    case 'hour':
      return sql`STRFTIME('%Y-%m-%d %H:00:00', ${x})`;
    case 'minute':
      return sql`STRFTIME('%Y-%m-%d %H:%M:00', ${x})`;
    default:
      return sql`DATE(${x})`;
  }
}

const months: Readonly<Record<string, number>> = { year: 12, quarter: 3, month: 1 };

function add(unit: ReturnType<typeof unitOf>, amount: Sql, x: Sql): Sql {
  const perUnit = months[unit];
  if (perUnit !== undefined) {
    const count = sql`${amount} * ${perUnit}`;
    // 31 January and one month is the last day of February: the day that overflows is cut.
    return sql`MIN(DATE(${x}, (${count}) || ' months'), DATE(${x}, 'start of month', (${count} + 1) || ' months', '-1 day'))`;
  }
  if (isInsideDay(unit)) return sql`DATETIME(${x}, (${amount}) || ' ${unit}s')`;
  return sql`DATE(${x}, (${amount} * ${unit === 'week' ? 7 : 1}) || ' days')`;
}

function difference(unit: string, from: Sql, to: Sql): Sql {
  const year = (x: Sql) => part('year', x);
  switch (unit) {
    case 'year':
      return sql`${year(to)} - ${year(from)}`;
    case 'quarter':
      return sql`(${year(to)} * 4 + ${part('quarter', to)}) - (${year(from)} * 4 + ${part('quarter', from)})`;
    case 'month':
      return sql`(${year(to)} * 12 + ${part('month', to)}) - (${year(from)} * 12 + ${part('month', from)})`;
    case 'day':
      return sql`CAST(JULIANDAY(DATE(${to})) - JULIANDAY(DATE(${from})) AS INTEGER)`;
    default: {
      const seconds = unit === 'hour' ? 3600 : unit === 'minute' ? 60 : 1;
      return sql`(STRFTIME('%s', ${to}) - STRFTIME('%s', ${from})) / ${seconds}`;
    }
  }
}

/** A stored timestamp may be spelled with T, without seconds or as a mere date; against a literal it is read first. */
function temporalSides(left: Operand, right: Operand): readonly [Sql, Sql] {
  const sides = [left, right] as const;
  const literal = sides.find(isLiteral);
  const other = sides.find((side) => !isLiteral(side));
  const needsReading =
    literal?.expression.kind === 'literal' &&
    other !== undefined &&
    (other.expression.type === 'timestamp' || literal.expression.type === 'timestamp') &&
    other.expression.type !== 'time' &&
    !/\.\d/.test(literal.expression.text);
  if (!needsReading) return [left.sql, right.sql];
  const read = (side: Operand) => sql`DATETIME(${side.sql})`;
  return [read(left), read(right)];
}
