import { familyOf } from '../value-type.ts';
import type { Dialect, Operand } from './dialect.ts';
import { lowerAscii } from './postgres.ts';
import {
  at,
  infix,
  isInsideDay,
  isInteger,
  literalText,
  nullIfZero,
  plain,
  plainFunctions,
  quoteText,
  unitOf,
  wideInfix,
} from './shared-rules.ts';
import { joinSql, type Sql, sql } from './sql-fragment.ts';

/**
 * DuckDB: text sorts by code point, NULL sorts last whichever way, LIKE minds case, division by zero is
 * an infinity, and parameters need their type told in many places.
 */
export const duckdb: Dialect = {
  name: 'duckdb',
  nullOrder: 'keywords',
  aggregateFilter: 'native',
  unlimited: null,
  fullJoin: 'native',
  textSets: 'collated',
  groupKeys: 'value-and-key',
  innerWith: 'sees-outer',
  filterFence: '',
  limitInSubquery: 'native',
  quoteText,
  temporalLiteral: (literal, text) =>
    sql`CAST(${text(literal.text)} AS ${temporalNames[literal.type] ?? 'TIMESTAMP'})`,
  typedText: (text) => sql`CAST(${text} AS VARCHAR)`,
  equalityKey: plainText,
  orderKey: plainText,
  fromKey: (key) => key,
  distinctText: plainText,
  setText: plainText,
  temporalSides: (left, right) => [left.sql, right.sql],
  arithmetic: {
    '+': wideInfix('+', 'BIGINT'),
    '-': wideInfix('-', 'BIGINT'),
    '*': wideInfix('*', 'BIGINT'),
    '/': (left, right) => sql`${left.sql} / ${nullIfZero(right)}`,
    '%': modulo,
  },
  concat: (parts) => joinSql(parts, ' || '),
  like: (left, right, pattern) => {
    const lowered = small(plainText(left));
    return pattern === null
      ? sql`${lowered} LIKE ${small(plainText(right))}`
      : sql`${lowered} LIKE ${lowerAscii(right.sql)}`;
  },
  same: (left, right) => sql`${left} IS NOT DISTINCT FROM ${right}`,
  average: (operand) => sql`AVG(${operand.sql})`,
  casts: {
    integer: ({ sql: x, expression }) => {
      if (expression.type === 'boolean' || expression.type === 'integer') {
        return sql`CAST(${x} AS BIGINT)`;
      }
      const number = familyOf(expression.type) === 'text' ? sql`CAST(${x} AS DOUBLE)` : x;
      return sql`CAST(TRUNC(${number}) AS BIGINT)`;
    },
    decimal: ({ sql: x }) => sql`CAST(${x} AS DECIMAL(38, 10))`,
    float: ({ sql: x }) => sql`CAST(${x} AS DOUBLE)`,
    text: ({ sql: x, expression }) => {
      switch (expression.type) {
        case 'timestamp':
        case 'timestamptz':
          return sql`STRFTIME(CAST(${x} AS TIMESTAMP), '%Y-%m-%d %H:%M:%S')`;
        case 'decimal':
        case 'float':
          return sql`PRINTF('%.15g', CAST(${x} AS DOUBLE))`;
        default:
          return sql`CAST(${x} AS VARCHAR)`;
      }
    },
    boolean: ({ sql: x, expression }) =>
      familyOf(expression.type) === 'number' ? sql`${x} <> 0` : sql`CAST(${x} AS BOOLEAN)`,
    date: ({ sql: x }) => sql`CAST(CAST(${x} AS TIMESTAMP) AS DATE)`,
    timestamp: ({ sql: x }) => sql`CAST(${x} AS TIMESTAMP)`,
  },
  functions: {
    ...plainFunctions,
    NULLIF: plain('NULLIF'),
    ROUND: plain('ROUND'),
    POWER: plain('POWER'),
    SQRT: (args) => sql`CASE WHEN ${at(args, 0).sql} >= 0 THEN SQRT(${at(args, 0).sql}) END`,
    MOD: (args) => modulo(at(args, 0), at(args, 1)),
    INTDIV: (args) => {
      const [left, right] = [at(args, 0), at(args, 1)];
      return isInteger(left) && isInteger(right)
        ? sql`${left.sql} // ${nullIfZero(right)}`
        : sql`CAST(TRUNC(${left.sql} / ${nullIfZero(right)}) AS BIGINT)`;
    },
    GREATEST: plain('GREATEST'),
    LEAST: plain('LEAST'),
    LENGTH: plain('LENGTH'),
    SUBSTR: plain('SUBSTR'),
    CONCAT: plain('CONCAT'),
    STRFTIME: (args) => sql`STRFTIME(${instant(at(args, 1))}, ${quoteText(literalText(args, 0))})`,
    DATE_PART: (args) => sql`EXTRACT(${unitOf(args).toUpperCase()} FROM ${instant(at(args, 1))})`,
    DATE_TRUNC: (args) => {
      const unit = unitOf(args);
      return sql`STRFTIME(DATE_TRUNC('${unit}', ${instant(at(args, 1))}), '${pattern(unit)}')`;
    },
    DATE_ADD: (args) => {
      const unit = unitOf(args);
      return sql`STRFTIME(${instant(at(args, 2))} + INTERVAL (${at(args, 1).sql}) ${unit.toUpperCase()}, '${pattern(unit)}')`;
    },
    DATE_DIFF: (args) => {
      const unit = unitOf(args);
      // DATE_DIFF counts the borders crossed, DATE_SUB the whole hours between.
      const name = isInsideDay(unit) ? 'DATE_SUB' : 'DATE_DIFF';
      return sql`${name}('${unit}', ${instant(at(args, 1))}, ${instant(at(args, 2))})`;
    },
  },
};

const temporalNames: Readonly<Record<string, string>> = {
  date: 'DATE',
  time: 'TIME',
  timestamp: 'TIMESTAMP',
  timestamptz: 'TIMESTAMPTZ',
};

/** Labels of an enum compare in the order of their type; as text they compare as text. */
function plainText({ sql: x, expression }: Operand): Sql {
  const isEnum =
    expression.kind === 'column' && (expression.isEnum || /^enum/i.test(expression.dataType ?? ''));
  return isEnum ? sql`CAST(${x} AS VARCHAR)` : x;
}

const capitals = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

function small(text: Sql): Sql {
  return sql`TRANSLATE(${text}, '${capitals}', '${capitals.toLowerCase()}')`;
}

function modulo(left: Operand, right: Operand): Sql {
  return infix('%')(left, { ...right, sql: nullIfZero(right) });
}

function instant({ sql: x, expression }: Operand): Sql {
  return expression.type === 'timestamp' ? x : sql`CAST(${x} AS TIMESTAMP)`;
}

function pattern(unit: ReturnType<typeof unitOf>): string {
  return isInsideDay(unit) ? '%Y-%m-%d %H:%M:%S' : '%Y-%m-%d';
}
