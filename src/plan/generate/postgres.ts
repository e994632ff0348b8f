import { familyOf } from '../value-type.ts';
import type { Dialect, Operand } from './dialect.ts';
import {
  at,
  formatPieces,
  infix,
  isInsideDay,
  isInteger,
  isLiteral,
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
 * PostgreSQL: text sorts by the collation of the database unless told "C", NULL sorts as the largest,
 * LIKE minds case, whole numbers divide without a fraction in the width of their columns, and division
 * by zero is an error.
 */
export const postgres: Dialect = {
  name: 'postgres',
  nullOrder: 'keywords',
  aggregateFilter: 'native',
  unlimited: null,
  fullJoin: 'native',
  textSets: 'collated',
  groupKeys: 'value-and-key',
  innerWith: 'sees-outer',
  filterFence: ' OFFSET 0',
  limitInSubquery: 'native',
  quoteText: (text) =>
    text.includes('\\') ? `E${quoteText(text.replaceAll('\\', '\\\\'))}` : quoteText(text),
  temporalLiteral: (literal, text) => sql`CAST(${text(literal.text)} AS ${literal.type})`,
  typedText: (text) => sql`CAST(${text} AS text)`,
  equalityKey: (operand) => (isPlainText(operand) ? operand.sql : asText(operand)),
  orderKey: collated,
  fromKey: (key) => key,
  distinctText: collated,
  setText: (operand) => (isPlainText(operand) ? operand.sql : asText(operand)),
  temporalSides: (left, right) => [left.sql, right.sql],
  arithmetic: {
    '+': wideInfix('+', 'bigint'),
    '-': wideInfix('-', 'bigint'),
    '*': wideInfix('*', 'bigint'),
    '/': (left, right) =>
      isInteger(left) && isInteger(right)
        ? sql`CAST(${left.sql} AS numeric) / ${nullIfZero(right)}`
        : infix('/')(left, { ...right, sql: nullIfZero(right) }),
    '%': modulo,
  },
  concat: (parts) => joinSql(parts, ' || '),
  // LOWER under "C" changes A to Z and nothing else.
  like: (left, right, pattern) => {
    const lowered = sql`LOWER(${collated(left)})`;
    return pattern === null
      ? sql`${lowered} LIKE LOWER(${collated(right)}) ESCAPE ''`
      : sql`${lowered} LIKE ${lowerAscii(right.sql)} ESCAPE ''`;
  },
  same: (left, right) => sql`${left} IS NOT DISTINCT FROM ${right}`,
  average: (operand) => sql`AVG(${operand.sql})`,
  casts: {
    integer: ({ sql: x, expression }) => {
      if (expression.type === 'boolean') return sql`CAST(${x} AS integer)`;
      if (expression.type === 'integer') return sql`CAST(${x} AS bigint)`;
      const number = familyOf(expression.type) === 'text' ? sql`CAST(${x} AS numeric)` : x;
      return sql`CAST(TRUNC(${number}) AS bigint)`;
    },
    decimal: ({ sql: x, expression }) =>
      expression.type === 'boolean'
        ? sql`CAST(CAST(${x} AS integer) AS numeric)`
        : sql`CAST(${x} AS numeric)`,
    float: ({ sql: x }) => sql`CAST(${x} AS double precision)`,
    text: ({ sql: x, expression }) => {
      if (expression.type === 'timestamp') return sql`TO_CHAR(${x}, 'YYYY-MM-DD HH24:MI:SS')`;
      if (expression.type === 'timestamptz') {
        return sql`TO_CHAR(${x} AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS')`;
      }
      return expression.type === 'decimal'
        ? sql`CAST(TRIM_SCALE(CAST(${x} AS numeric)) AS text)`
        : sql`CAST(${x} AS text)`;
    },
    boolean: ({ sql: x, expression }) =>
      familyOf(expression.type) === 'number' ? sql`${x} <> 0` : sql`CAST(${x} AS boolean)`,
    date: (operand) => sql`CAST(${instant(operand)} AS date)`,
    timestamp: (operand) => sql`CAST(${instant(operand)} AS timestamp)`,
  },
  functions: {
    ...plainFunctions,
    NULLIF: plain('NULLIF'),
    ROUND: (args) => {
      const value = at(args, 0);
      const isExact = value.expression.type === 'decimal' || isInteger(value);
      const number =
        isExact && value.expression.scale !== undefined
          ? value.sql
          : sql`CAST(${value.sql} AS numeric)`;
      return args.length > 1
        ? sql`ROUND(${number}, ${literalText(args, 1)})`
        : sql`ROUND(${number})`;
    },
    POWER: (args) => sql`POWER(CAST(${at(args, 0).sql} AS double precision), ${at(args, 1).sql})`,
    SQRT: (args) => sql`CASE WHEN ${at(args, 0).sql} >= 0 THEN SQRT(${at(args, 0).sql}) END`,
    MOD: (args) => modulo(at(args, 0), at(args, 1)),
    INTDIV: (args) => {
      const [left, right] = [at(args, 0), at(args, 1)];
      return isInteger(left) && isInteger(right)
        ? sql`${left.sql} / ${nullIfZero(right)}`
        : sql`TRUNC(CAST(${left.sql} AS numeric) / CAST(${nullIfZero(right)} AS numeric))`;
    },
    GREATEST: (args) => extreme('GREATEST', args),
    LEAST: (args) => extreme('LEAST', args),
    LENGTH: plain('LENGTH'),
    SUBSTR: (args) => {
      const [text, start] = [at(args, 0), at(args, 1)];
      const rest = args.slice(2).map((arg) => sql`, ${arg.sql}`);
      const digits =
        isLiteral(start) || start.expression.kind === 'negate' ? literalText(args, 1) : '';
      // A start below zero counts from the end, as elsewhere.
      const from = digits.startsWith('-')
        ? sql`LENGTH(${text.sql}) - ${Number(digits.slice(1)) - 1}`
        : start.sql;
      return sql`SUBSTR(${text.sql}, CAST(${from} AS integer)${joinSql(rest, '')})`;
    },
    CONCAT: plain('CONCAT'),
    STRFTIME: (args) => format(literalText(args, 0), instant(at(args, 1))),
    DATE_PART: (args) => part(unitOf(args), instant(at(args, 1))),
    DATE_TRUNC: (args) => {
      const unit = unitOf(args);
      return sql`TO_CHAR(DATE_TRUNC('${unit}', ${instant(at(args, 1))}), '${pattern(unit)}')`;
    },
    DATE_ADD: (args) => {
      const unit = unitOf(args);
      const [size, name] = unit === 'quarter' ? [3, 'month'] : [1, unit];
      return sql`TO_CHAR(${instant(at(args, 2))} + ${at(args, 1).sql} * INTERVAL '${size} ${name}', '${pattern(unit)}')`;
    },
    DATE_DIFF: (args) => difference(unitOf(args), instant(at(args, 1)), instant(at(args, 2))),
  },
};

const paddedOrBlind = /^(?:char(?:acter)?\s*(?:\(|$)|bpchar|citext|name$)/i;

/** Whether texts compare as text: not padded, case-blind, or by the order of labels. */
function isPlainText({ expression }: Operand): boolean {
  if (expression.type !== 'text' || expression.kind !== 'column') return true;
  return !expression.isEnum && !paddedOrBlind.test(expression.dataType ?? '');
}

function asText({ sql: x }: Operand): Sql {
  return sql`CAST(${x} AS text)`;
}

function collated(operand: Operand): Sql {
  if (operand.expression.type !== 'text' || isLiteral(operand)) return operand.sql;
  return sql`${isPlainText(operand) ? operand.sql : asText(operand)} COLLATE "C"`;
}

/** The parameter of a pattern, its A to Z made small. */
export function lowerAscii(text: Sql): Sql {
  const lower = (value: string) => value.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  return text.map((piece) =>
    typeof piece === 'string' ? lower(piece) : { parameter: lower(piece.parameter) },
  );
}

function modulo(left: Operand, right: Operand): Sql {
  const whole = isInteger(left) && isInteger(right);
  const number = (operand: Operand) =>
    whole || operand.expression.type === 'decimal'
      ? operand.sql
      : sql`CAST(${operand.sql} AS numeric)`;
  return sql`${number(left)} % ${nullIfZero({ ...right, sql: number(right) })}`;
}

function extreme(name: string, args: readonly Operand[]): Sql {
  return sql`${name}(${joinSql(args.map(collated), ', ')})`;
}

/** A date or timestamp without a zone; instants are read as UTC. */
function instant({ sql: x, expression }: Operand): Sql {
  if (expression.type === 'timestamptz') return sql`(${x} AT TIME ZONE 'UTC')`;
  return expression.type === 'date' || expression.type === 'timestamp'
    ? x
    : sql`CAST(${x} AS timestamp)`;
}

function pattern(unit: ReturnType<typeof unitOf>): string {
  return isInsideDay(unit) ? 'YYYY-MM-DD HH24:MI:SS' : 'YYYY-MM-DD';
}

function part(unit: string, x: Sql): Sql {
  const value = sql`EXTRACT(${unit.toUpperCase()} FROM ${x})`;
  return sql`CAST(${unit === 'second' ? sql`FLOOR(${value})` : value} AS integer)`;
}

const letters: Readonly<Record<string, string>> = {
  Y: 'YYYY',
  m: 'MM',
  d: 'DD',
  H: 'HH24',
  M: 'MI',
  S: 'SS',
  j: 'DDD',
};

function format(text: string, x: Sql): Sql {
  const pieces = formatPieces(text);
  const isWeekday = (piece: { readonly letter?: string }) => piece.letter === 'w';
  if (pieces.some(isWeekday)) {
    const parts = pieces.map((piece) =>
      isWeekday(piece) ? sql`CAST(EXTRACT(DOW FROM ${x}) AS text)` : formatted([piece], x),
    );
    return sql`CONCAT(${joinSql(parts, ', ')})`;
  }
  return formatted(pieces, x);
}

function formatted(
  pieces: readonly { readonly letter?: string; readonly text?: string }[],
  x: Sql,
): Sql {
  const mask = pieces.map((piece) =>
    piece.letter === undefined
      ? /^[-:/. ]*$/.test(piece.text ?? '')
        ? piece.text
        : `"${(piece.text ?? '').replace(/["\\]/g, '\\$&')}"`
      : letters[piece.letter],
  );
  return sql`TO_CHAR(CAST(${x} AS timestamp), ${quoteText(mask.join(''))})`;
}

function difference(unit: string, from: Sql, to: Sql): Sql {
  switch (unit) {
    case 'year':
      return sql`${part('year', to)} - ${part('year', from)}`;
    case 'quarter':
      return sql`(${part('year', to)} * 4 + ${part('quarter', to)}) - (${part('year', from)} * 4 + ${part('quarter', from)})`;
    case 'month':
      return sql`(${part('year', to)} * 12 + ${part('month', to)}) - (${part('year', from)} * 12 + ${part('month', from)})`;
    case 'day':
      return sql`CAST(${to} AS date) - CAST(${from} AS date)`;
    default: {
      const seconds = unit === 'hour' ? 3600 : unit === 'minute' ? 60 : 1;
      const at = (x: Sql) => sql`EXTRACT(EPOCH FROM DATE_TRUNC('second', CAST(${x} AS timestamp)))`;
      return sql`CAST(TRUNC((${at(to)} - ${at(from)}) / ${seconds}) AS bigint)`;
    }
  }
}
