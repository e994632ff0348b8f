import { familyOf } from '../value-type.ts';
import type { Dialect, Operand } from './dialect.ts';
import {
  at,
  formatPieces,
  ignoringNulls,
  infix,
  isInsideDay,
  isInteger,
  isLiteral,
  isText,
  literalText,
  plain,
  plainFunctions,
  quoteText,
  unitOf,
} from './shared-rules.ts';
import { joinSql, type Sql, sql } from './sql-fragment.ts';

/**
 * MySQL and MariaDB: texts compare by a collation that may ignore case, accents and trailing blanks, so
 * they are compared by their UTF-8 bytes, whose order is that of the code points. Division keeps four
 * digits, AVG too, ROUND of a double goes to even, and there is neither FULL JOIN nor FILTER.
 */
export const mysql: Dialect = {
  name: 'mysql',
  nullOrder: 'smallest-without-keywords',
  aggregateFilter: 'case',
  unlimited: '18446744073709551615',
  fullJoin: 'union',
  textSets: 'keyed',
  groupKeys: 'value-and-key',
  innerWith: 'misses-outer',
  filterFence: '',
  limitInSubquery: 'wrapped',
  // Backslashes mean what the session's mode says; hexadecimal digits mean one thing.
  quoteText: (text) =>
    /^[ -&(-[\]-~]*$/.test(text)
      ? quoteText(text)
      : `CONVERT(X'${Buffer.from(text, 'utf8').toString('hex')}' USING utf8mb4)`,
  temporalLiteral: (literal, text) =>
    sql`CAST(${text(literal.text.replace(/^(.{10})T/, '$1 ').replace(/Z$/, ''))} AS ${temporalNames[literal.type] ?? 'DATETIME(6)'})`,
  typedText: (text) => text,
  equalityKey: bytes,
  orderKey: bytes,
  fromKey: (key, operand) =>
    operand.expression.type === 'text' ? sql`CONVERT(${key} USING utf8mb4)` : key,
  distinctText: (operand) => operand.sql,
  setText: (operand) => operand.sql,
  temporalSides: (left, right) => [left.sql, right.sql],
  arithmetic: {
    '+': infix('+'),
    '-': infix('-'),
    '*': infix('*'),
    '/': (left, right) => sql`${double(left)} / ${right.sql}`,
    '%': infix('%'),
  },
  concat: (parts) => sql`CONCAT(${joinSql(parts, ', ')})`,
  like,
  same: (left, right) => sql`${left} <=> ${right}`,
  average: averageOf,
  casts: {
    integer: ({ sql: x, expression }) => {
      if (expression.type === 'boolean' || expression.type === 'integer') return x;
      return familyOf(expression.type) === 'text'
        ? sql`CAST(${x} AS SIGNED)`
        : sql`CAST(TRUNCATE(${x}, 0) AS SIGNED)`;
    },
    decimal: ({ sql: x }) => sql`CAST(${x} AS DECIMAL(65, 10))`,
    float: ({ sql: x }) => sql`CAST(${x} AS DOUBLE)`,
    text: ({ sql: x, expression }) => {
      switch (expression.type) {
        case 'boolean':
          return sql`CASE WHEN ${x} THEN 'true' WHEN NOT ${x} THEN 'false' END`;
        case 'timestamp':
        case 'timestamptz':
          return sql`DATE_FORMAT(${x}, '%Y-%m-%d %H:%i:%S')`;
        case 'decimal':
          return sql`TRIM(TRAILING '.' FROM TRIM(TRAILING '0' FROM CAST(CAST(${x} AS DECIMAL(65, 15)) AS CHAR)))`;
        default:
          return sql`CAST(${x} AS CHAR)`;
      }
    },
    boolean: ({ sql: x, expression }) =>
      familyOf(expression.type) === 'text'
        ? sql`LOWER(${x}) IN ('true', 't', '1')`
        : sql`${x} <> 0`,
    date: ({ sql: x }) => sql`CAST(${x} AS DATE)`,
    timestamp: ({ sql: x }) => sql`CAST(${x} AS DATETIME)`,
  },
  functions: {
    ...plainFunctions,
    NULLIF: (args) => {
      const [left, right] = [at(args, 0), at(args, 1)];
      return isText(left)
        ? sql`CASE WHEN ${bytes(left)} = ${bytes(right)} THEN NULL ELSE ${left.sql} END`
        : sql`NULLIF(${left.sql}, ${right.sql})`;
    },
    ROUND: (args) => {
      const value = at(args, 0);
      const isExact =
        isInteger(value) ||
        (value.expression.type === 'decimal' && value.expression.scale !== undefined);
      const number = isExact ? value.sql : sql`CAST(${value.sql} AS DECIMAL(65, 15))`;
      return args.length > 1
        ? sql`ROUND(${number}, ${literalText(args, 1)})`
        : sql`ROUND(${number})`;
    },
    POWER: plain('POWER'),
    SQRT: plain('SQRT'),
    MOD: (args) => infix('%')(at(args, 0), at(args, 1)),
    INTDIV: (args) => infix('DIV')(at(args, 0), at(args, 1)),
    GREATEST: (args) => extreme('GREATEST', args),
    LEAST: (args) => extreme('LEAST', args),
    LENGTH: plain('CHAR_LENGTH'),
    SUBSTR: substring,
    CONCAT: (args) =>
      sql`CONCAT_WS('', ${joinSql(
        args.map((arg) => arg.sql),
        ', ',
      )})`,
    STRFTIME: (args) =>
      sql`DATE_FORMAT(${at(args, 1).sql}, ${quoteText(format(literalText(args, 0)))})`,
    DATE_PART: (args) => sql`EXTRACT(${unitOf(args).toUpperCase()} FROM ${at(args, 1).sql})`,
    DATE_TRUNC: (args) => truncate(unitOf(args), at(args, 1).sql),
    DATE_ADD: (args) => {
      const unit = unitOf(args);
      const mask = isInsideDay(unit) ? '%Y-%m-%d %H:%i:%S' : '%Y-%m-%d';
      return sql`DATE_FORMAT(${at(args, 2).sql} + INTERVAL (${at(args, 1).sql}) ${unit.toUpperCase()}, '${mask}')`;
    },
    DATE_DIFF: (args) => difference(unitOf(args), at(args, 1).sql, at(args, 2).sql),
  },
};

const temporalNames: Readonly<Record<string, string>> = { date: 'DATE', time: 'TIME(6)' };

function bytes(operand: Operand): Sql {
  if (operand.expression.type !== 'text' || isLiteral(operand)) return operand.sql;
  return sql`CAST(CONVERT(${operand.sql} USING utf8mb4) AS BINARY)`;
}

function double({ sql: x }: Operand): Sql {
  return sql`CAST(${x} AS DOUBLE)`;
}

function averageOf({ sql: x }: Operand): Sql {
  const [first, ...rest] = x;
  return typeof first === 'string' && first.startsWith('DISTINCT ')
    ? sql`AVG(DISTINCT CAST(${[first.slice('DISTINCT '.length), ...rest]} AS DOUBLE))`
    : sql`AVG(CAST(${x} AS DOUBLE))`;
}

/**
 * LIKE that ignores the case of A to Z and nothing else. A pattern that is known becomes a regular
 * expression with both cases of each letter; one that is computed meets a text whose letters are made
 * small one by one, for no collation here does only that.
 */
function like(left: Operand, right: Operand, pattern: string | null): Sql {
  const text = sql`CONVERT(${left.sql} USING utf8mb4) COLLATE utf8mb4_bin`;
  if (pattern !== null) {
    const expression = likeExpression(pattern);
    const value: Sql = right.sql.map((piece) =>
      typeof piece === 'string' ? mysql.quoteText(expression) : { parameter: expression },
    );
    return sql`${text} REGEXP ${value}`;
  }
  const other = sql`CONVERT(${right.sql} USING utf8mb4) COLLATE utf8mb4_bin`;
  return sql`${smallLetters(text)} LIKE ${smallLetters(other)} ESCAPE ''`;
}

function likeExpression(pattern: string): string {
  const pieces = [...pattern].map((char) => {
    if (char === '%') return '.*';
    if (char === '_') return '.';
    if (/[a-z]/i.test(char)) return `[${char.toLowerCase()}${char.toUpperCase()}]`;
    return /[0-9 ]/.test(char) || char.charCodeAt(0) > 127
      ? char
      : `\\x{${char.charCodeAt(0).toString(16)}}`;
  });
  return `(?s)\\A${pieces.join('')}\\z`;
}

function smallLetters(text: Sql): Sql {
  return [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].reduce<Sql>(
    (inner, letter) => sql`REPLACE(${inner}, '${letter}', '${letter.toLowerCase()}')`,
    text,
  );
}

function extreme(name: string, args: readonly Operand[]): Sql {
  const [only] = args;
  if (args.length === 1 && only) return only.sql;
  const isTextual = args.some(isText);
  const turns = ignoringNulls(args.map(isTextual ? bytes : (arg) => arg.sql));
  const text = sql`${name}(${joinSql(turns, ', ')})`;
  return isTextual ? sql`CONVERT(${text} USING utf8mb4)` : text;
}

/** A start of 0 or far below counts places before the text, as elsewhere; here it would give nothing. */
function substring(args: readonly Operand[]): Sql {
  const [text, start, length] = [at(args, 0), at(args, 1), args[2]];
  const isKnown = isLiteral(start) || start.expression.kind === 'negate';
  const first = isKnown ? Number(literalText(args, 1)) : 1;
  if (first > 0 || !isKnown) return plain('SUBSTR')(args);
  if (first === 0) {
    return length === undefined ? sql`${text.sql}` : sql`SUBSTR(${text.sql}, 1, ${length.sql} - 1)`;
  }
  const size = sql`CHAR_LENGTH(${text.sql})`;
  const from = sql`GREATEST(${size} - ${-first - 1}, 1)`;
  return length === undefined
    ? sql`SUBSTR(${text.sql}, ${from})`
    : sql`SUBSTR(${text.sql}, ${from}, LEAST(${length.sql}, ${size} - ${-first} + ${length.sql}))`;
}

const letters: Readonly<Record<string, string>> = { M: '%i', S: '%S' };

function format(text: string): string {
  return formatPieces(text)
    .map((piece) =>
      piece.letter === undefined
        ? (piece.text ?? '').replaceAll('%', '%%')
        : (letters[piece.letter] ?? `%${piece.letter}`),
    )
    .join('');
}

function truncate(unit: string, x: Sql): Sql {
  switch (unit) {
    case 'year':
      return sql`DATE_FORMAT(${x}, '%Y-01-01')`;
    case 'quarter':
      return sql`DATE_FORMAT(MAKEDATE(YEAR(${x}), 1) + INTERVAL (QUARTER(${x}) - 1) QUARTER, '%Y-%m-%d')`;
    case 'month':
      return sql`DATE_FORMAT(${x}, '%Y-%m-01')`;
    case 'week':
      return sql`DATE_FORMAT(${x} - INTERVAL WEEKDAY(${x}) DAY, '%Y-%m-%d')`;
    case 'hour':
      return sql`DATE_FORMAT(${x}, '%Y-%m-%d %H:00:00')`;
    case 'minute':
      return sql`DATE_FORMAT(${x}, '%Y-%m-%d %H:%i:00')`;
    default:
      return sql`DATE_FORMAT(${x}, '%Y-%m-%d')`;
  }
}

function difference(unit: string, from: Sql, to: Sql): Sql {
  const count = (x: Sql, perYear: number, name: string) =>
    sql`(YEAR(${x}) * ${perYear} + ${name}(${x}))`;
  switch (unit) {
    case 'year':
      return sql`YEAR(${to}) - YEAR(${from})`;
    case 'quarter':
      return sql`${count(to, 4, 'QUARTER')} - ${count(from, 4, 'QUARTER')}`;
    case 'month':
      return sql`${count(to, 12, 'MONTH')} - ${count(from, 12, 'MONTH')}`;
    case 'day':
      return sql`DATEDIFF(${to}, ${from})`;
    default:
      return sql`TIMESTAMPDIFF(${unit.toUpperCase()}, ${from}, ${to})`;
  }
}
