import { InternalError } from '../../errors.ts';
import type { FrameBound } from '../../expression/index.ts';
import { quoteIdentifier } from '../../sql/index.ts';
import {
  type BoundCall,
  type BoundColumn,
  type BoundExpression,
  type BoundKind,
  type BoundLiteral,
  type BoundQuery,
  type BoundWindowCall,
  expressionKey,
} from '../bound-plan.ts';
import { type FunctionName, ruleOf } from '../functions.ts';
import { familyOf } from '../value-type.ts';
import type { Dialect, Operand, ScalarName } from './dialect.ts';
import { orderTerms } from './order.ts';
import { joinSql, parameter, type Sql, sql } from './sql-fragment.ts';

/** Columns that go by another name, by `columnKey`. */
export type RenamedColumns = ReadonlyMap<string, Sql>;

/** `keys`: the query stands in IN, and its one column is compared as equality compares. */
export type QueryUse = 'rows' | 'keys';

/** What an expression needs to know of the query it stands in. */
export interface EmitContext {
  readonly dialect: Dialect;
  /** Columns that go by another name here. */
  readonly renamed: RenamedColumns;
  /** Expressions that must be written the same wherever they stand: group keys and the like. */
  readonly inlineKeys: ReadonlySet<string>;
  readonly emitQuery: (
    query: BoundQuery,
    dialect: Dialect,
    use?: QueryUse,
    outer?: RenamedColumns,
  ) => Sql;
  /** Set while inside such an expression: literals are written out. */
  readonly isInline?: true;
}

type Emitter<Kind extends BoundKind> = (
  node: Extract<BoundExpression, { kind: Kind }>,
  context: EmitContext,
) => Sql;

/** The SQL of an expression, in parentheses where it is made of several parts. */
export function emit(expression: BoundExpression, context: EmitContext): Sql {
  // A column has no literals to write out, and is most of what a plan holds.
  const isKey =
    expression.kind !== 'column' &&
    context.inlineKeys.size > 0 &&
    !context.isInline &&
    context.inlineKeys.has(expressionKey(expression));
  return emitNode(expression, isKey ? { ...context, isInline: true } : context);
}

/** The same as an operand of another expression. */
export function emitOperand(expression: BoundExpression, context: EmitContext): Operand {
  const text = emit(expression, context);
  return { expression, sql: isCompound(expression) ? sql`(${text})` : text };
}

function emitNode(expression: BoundExpression, context: EmitContext): Sql {
  const emitter = emitters[expression.kind] as Emitter<BoundKind>;
  return emitter(expression, context);
}

/** Functions that some database writes with operators. */
const operatorCalls: ReadonlySet<FunctionName> = new Set<FunctionName>([
  'MOD',
  'INTDIV',
  'CONCAT',
  'DATE_PART',
  'DATE_DIFF',
]);

/** Kinds written with operators; calls, names and literals need no parentheses. */
function isCompound(expression: BoundExpression): boolean {
  switch (expression.kind) {
    case 'literal':
      return expression.text.startsWith('-') && familyOf(expression.type) === 'number';
    case 'column':
    case 'exists':
    case 'scalar':
    case 'window':
    case 'case':
      return false;
    case 'call':
      return operatorCalls.has(expression.name);
    default:
      return true;
  }
}

const emitters: { readonly [Kind in BoundKind]: Emitter<Kind> } = {
  literal: (node, context) => emitLiteral(node, context, 'typed'),
  column: emitColumn,
  call: emitCall,
  window: emitWindow,
  arithmetic: (node, context) =>
    context.dialect.arithmetic[node.op](
      emitOperand(node.left, context),
      emitOperand(node.right, context),
    ),
  concat: (node, context) =>
    context.dialect.concat(node.parts.map((part) => emitOperand(part, context).sql)),
  comparison: (node, context) => {
    const isEquality = node.op === '=' || node.op === '!=';
    const [left, right] = comparedSides(node.left, node.right, context, isEquality);
    return sql`${left} ${node.op === '!=' ? '<>' : node.op} ${right}`;
  },
  same: emitSame,
  like: (node, context) => {
    const left = emitOperand(node.left, context);
    const right = comparedOperand(node.right, context);
    const pattern =
      node.right.kind === 'literal' && node.right.type === 'text' ? node.right.text : null;
    const text = context.dialect.like(left, right, pattern);
    return node.negated ? sql`NOT (${text})` : text;
  },
  logic: (node, context) =>
    sql`${logicSide(node.left, node.op, context)} ${node.op} ${logicSide(node.right, node.op, context)}`,
  not: (node, context) => sql`NOT ${emitOperand(node.expression, context).sql}`,
  negate: (node, context) => sql`- ${emitOperand(node.expression, context).sql}`,
  case: (node, context) => {
    const whens = node.whens.map(
      (when) => sql`WHEN ${emit(when.condition, context)} THEN ${emit(when.result, context)}`,
    );
    const otherwise = node.otherwise === null ? sql`` : sql` ELSE ${emit(node.otherwise, context)}`;
    return sql`CASE ${joinSql(whens, ' ')}${otherwise} END`;
  },
  between: (node, context) => {
    const [value, low] = comparedSides(node.expression, node.low, context, false);
    const [again, high] = comparedSides(node.expression, node.high, context, false);
    const text = sql`${value} >= ${low} AND ${again} <= ${high}`;
    return node.negated ? sql`NOT (${text})` : text;
  },
  inList: (node, context) => {
    const sides = node.values.map((value) => comparedSides(node.expression, value, context, true));
    const [first] = sides;
    if (first === undefined) throw new InternalError('a bound IN list is empty');
    const word = node.negated ? 'NOT IN' : 'IN';
    const isUniform = sides.every(([left]) => JSON.stringify(left) === JSON.stringify(first[0]));
    if (isUniform) {
      return sql`${first[0]} ${word} (${joinSql(
        sides.map(([, right]) => right),
        ', ',
      )})`;
    }
    const choices = joinSql(
      sides.map(([left, right]) => sql`${left} = ${right}`),
      ' OR ',
    );
    return node.negated ? sql`NOT (${choices})` : choices;
  },
  inQuery: (node, context) => {
    const operand = emitOperand(node.expression, context);
    const key =
      familyOf(node.expression.type) === 'text'
        ? context.dialect.equalityKey(operand)
        : operand.sql;
    const query = nested(node.query, context, 'keys');
    return sql`${key} ${node.negated ? 'NOT IN' : 'IN'} (${query})`;
  },
  exists: (node, context) =>
    sql`${node.negated ? 'NOT EXISTS' : 'EXISTS'} (${nested(node.query, context)})`,
  scalar: (node, context) => sql`(${nested(node.query, context)})`,
  cast: (node, context) => context.dialect.casts[node.to](emitOperand(node.expression, context)),
};

function nested(query: BoundQuery, context: EmitContext, use: QueryUse = 'rows'): Sql {
  return context.emitQuery(query, context.dialect, use, context.renamed);
}

/** AND inside OR and OR inside AND keep their parentheses; a chain of one needs none. */
function logicSide(side: BoundExpression, op: 'AND' | 'OR', context: EmitContext): Sql {
  const text = emit(side, context);
  const isOtherLogic = side.kind === 'logic' && side.op !== op;
  const isLoose = side.kind === 'between' || side.kind === 'inList' || side.kind === 'same';
  return isOtherLogic || isLoose ? sql`(${text})` : text;
}

function emitLiteral(
  node: BoundLiteral,
  { dialect, isInline }: EmitContext,
  use: 'typed' | 'compared',
): Sql {
  const text = (value: string) => (isInline ? sql`${dialect.quoteText(value)}` : parameter(value));
  switch (node.type) {
    case 'null':
      return sql`NULL`;
    case 'boolean':
      return sql`${node.text === 'true' ? 'TRUE' : 'FALSE'}`;
    case 'integer':
    case 'decimal':
    case 'float':
      return sql`${numberText(node.text)}`;
    case 'date':
    case 'time':
    case 'timestamp':
    case 'timestamptz':
      return dialect.temporalLiteral(node, text);
    default:
      return use === 'compared' || isInline ? text(node.text) : dialect.typedText(text(node.text));
  }
}

/** Digits are the only text of a value that stands in the SQL; anything else is our own fault. */
function numberText(text: string): string {
  const match = /^(-?)(\d*)(?:\.(\d*))?([eE][-+]?\d+)?$/.exec(text);
  if (match === null || (match[2] === '' && (match[3] ?? '') === '')) {
    throw new InternalError('a bound number is not written in digits');
  }
  const [, sign = '', whole = '', fraction = '', exponent = ''] = match;
  return `${sign}${whole === '' ? '0' : whole}${fraction === '' ? '' : `.${fraction}`}${exponent}`;
}

function emitColumn(node: BoundColumn, { dialect, renamed }: EmitContext): Sql {
  const other = renamed.get(columnKey(node.source, node.name));
  if (other !== undefined) return other;
  return sql`${quoteIdentifier(node.source, dialect.name)}.${quoteIdentifier(node.name, dialect.name)}`;
}

export function columnKey(source: string, name: string): string {
  return `${source}\u0000${name}`;
}

function emitCall(node: BoundCall, context: EmitContext): Sql {
  const { dialect } = context;
  if (ruleOf(node.name).kind === 'scalar') {
    const args = node.args.map((arg) => emitOperand(arg, context));
    return dialect.functions[node.name as ScalarName](args);
  }
  return emitAggregate(node, context);
}

function emitAggregate(node: BoundCall, context: EmitContext): Sql {
  const { dialect } = context;
  const usesCase = node.filter !== null && dialect.aggregateFilter === 'case';
  const condition = node.filter === null ? null : emit(node.filter, context);
  const [arg, ...more] = node.args.map((expression) => emitOperand(expression, context));
  const counted = (value: Sql): Sql =>
    usesCase && condition !== null ? sql`CASE WHEN ${condition} THEN ${value} END` : value;
  const call = (): Sql => {
    if (arg === undefined) {
      return node.name === 'COUNT'
        ? sql`COUNT(${usesCase ? counted(sql`1`) : '*'})`
        : sql`${node.name}()`;
    }
    const isText = familyOf(arg.expression.type) === 'text' || arg.expression.type === 'unknown';
    if (node.name === 'MIN' || node.name === 'MAX') {
      if (!isText) return sql`${node.name}(${counted(emit(arg.expression, context))})`;
      const key = dialect.orderKey(arg);
      return dialect.fromKey(sql`${node.name}(${counted(key)})`, arg);
    }
    const value =
      node.distinct && isText ? dialect.equalityKey(arg) : emit(arg.expression, context);
    const word = node.distinct ? 'DISTINCT ' : '';
    if (node.name === 'AVG') {
      return dialect.average({ ...arg, sql: sql`${word}${counted(value)}` });
    }
    const rest = more.map((operand) => operand.sql);
    return sql`${node.name}(${word}${joinSql([counted(value), ...rest], ', ')})`;
  };
  const text = call();
  return condition !== null && !usesCase ? sql`${text} FILTER (WHERE ${condition})` : text;
}

function emitWindow(node: BoundWindowCall, context: EmitContext): Sql {
  const { dialect } = context;
  const partition = node.partitionBy.map((item) => {
    const operand = emitOperand(item, context);
    return familyOf(item.type) === 'text' ? dialect.equalityKey(operand) : operand.sql;
  });
  const order = node.orderBy.flatMap((item) =>
    orderTerms(item, emitOperand(item.expression, context), dialect),
  );
  const clauses = [
    ...(partition.length > 0 ? [sql`PARTITION BY ${joinSql(partition, ', ')}`] : []),
    ...(order.length > 0 ? [sql`ORDER BY ${joinSql(order, ', ')}`] : []),
    ...(node.frame === null
      ? []
      : [
          sql`${node.frame.unit.toUpperCase()} BETWEEN ${boundText(node.frame.start)} AND ${boundText(node.frame.end)}`,
        ]),
  ];
  return sql`${emitAggregate(node.call, context)} OVER (${joinSql(clauses, ' ')})`;
}

function boundText(bound: FrameBound): string {
  switch (bound.kind) {
    case 'unbounded_preceding':
      return 'UNBOUNDED PRECEDING';
    case 'unbounded_following':
      return 'UNBOUNDED FOLLOWING';
    case 'current_row':
      return 'CURRENT ROW';
    case 'preceding':
      return `${bound.rows} PRECEDING`;
    case 'following':
      return `${bound.rows} FOLLOWING`;
  }
}

function emitSame(node: Extract<BoundExpression, { kind: 'same' }>, context: EmitContext): Sql {
  const isNull = (side: BoundExpression) => side.kind === 'literal' && side.type === 'null';
  if (isNull(node.right) || isNull(node.left)) {
    const side = isNull(node.right) ? node.left : node.right;
    const operand = emitOperand(side, context);
    return sql`${operand.sql} IS ${node.negated ? 'NOT NULL' : 'NULL'}`;
  }
  const [left, right] = comparedSides(node.left, node.right, context, true);
  const text = context.dialect.same(left, right);
  return node.negated ? sql`NOT (${text})` : text;
}

/** Both sides as the database must look at them to mean what plans mean. */
function comparedSides(
  left: BoundExpression,
  right: BoundExpression,
  context: EmitContext,
  isEquality: boolean,
): readonly [Sql, Sql] {
  const { dialect } = context;
  const [a, b] = [comparedOperand(left, context), comparedOperand(right, context)];
  const types = [familyOf(left.type), familyOf(right.type)];
  if (types.includes('temporal')) return dialect.temporalSides(a, b);
  if (!types.includes('text')) return [a.sql, b.sql];
  const key = isEquality ? dialect.equalityKey : dialect.orderKey;
  return [key(a), key(b)];
}

/** An operand of a comparison: the other side tells a literal its type. */
function comparedOperand(expression: BoundExpression, context: EmitContext): Operand {
  if (expression.kind !== 'literal') return emitOperand(expression, context);
  const text = emitLiteral(expression, context, 'compared');
  return { expression, sql: isCompound(expression) ? sql`(${text})` : text };
}
