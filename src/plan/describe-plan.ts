import { assertNever } from '../errors.ts';
import type { LiteralValue } from '../expression/index.ts';
import { findFunction, functionRules } from './functions.ts';
import type {
  Join,
  Plan,
  PlanExpression,
  PlanOrderItem,
  SelectItem,
  TableReference,
} from './plan.ts';

/**
 * A plan in plain words, for a person who reads no SQL.
 *
 * @example
 * describePlan(plan); // 'Takes customer (c). Shows for each c.country: c.country, the number of rows. …'
 */
export function describePlan(plan: Plan): string {
  const sentences = [
    ...(plan.ctes ?? []).map((cte) => `First makes "${cte.name}": ${describePlan(cte.query)}`),
    `Takes ${plan.tables.slice(0, 1).map(describeTable).join('')}${(plan.joins ?? []).map((join) => `, ${describeJoin(join, plan.tables)}`).join('')}.`,
    ...(plan.where == null ? [] : [`Keeps rows where ${words(plan.where)}.`]),
    describeSelect(plan),
    ...(plan.having == null ? [] : [`Keeps groups where ${words(plan.having)}.`]),
    ...(plan.set_operations ?? []).map(
      ({ op, query }) => `${setWords[op]}: ${describePlan(query)}`,
    ),
    ...describeOrder(plan.order_by ?? []),
    ...describeLimit(plan),
  ];
  return sentences.join(' ');
}

const setWords = {
  union: 'Adds what this gives, equal rows once',
  union_all: 'Adds what this gives, every row',
  intersect: 'Keeps only rows that this gives too',
  except: 'Takes away rows that this gives',
} as const;

function describeTable(table: TableReference): string {
  if (table.query != null) return `"${table.alias}" (${describePlan(table.query)})`;
  const name = table.schema_name == null ? table.name : `${table.schema_name}.${table.name}`;
  return table.name === table.alias ? `${name}` : `${name} (${table.alias})`;
}

function describeJoin(join: Join, tables: readonly TableReference[]): string {
  const joined = tables.find((table) => table.alias === join.right_alias);
  const right = joined === undefined ? join.right_alias : describeTable(joined);
  const condition = join.condition == null ? '' : ` where ${words(join.condition)}`;
  switch (join.join_type ?? 'inner') {
    case 'left':
      return `with ${right}${condition} if there is one (every ${join.left_alias} stays)`;
    case 'right':
      return `with ${right}${condition} (every ${join.right_alias} stays)`;
    case 'full':
      return `with ${right}${condition} (every row of both stays)`;
    case 'cross':
      return `with every ${right}`;
    default:
      return `with each ${right}${condition}`;
  }
}

function describeSelect(plan: Plan): string {
  const items = plan.select_items.map(describeItem).join(', ');
  const groups = (plan.group_by ?? []).map((item) => words(item.expr)).join(', ');
  const each = groups === '' ? '' : ` for each ${groups}`;
  return `Shows${each}: ${items}${plan.distinct === true ? ', equal rows once' : ''}.`;
}

function describeItem({ expr, alias }: SelectItem): string {
  const text = words(expr);
  return alias == null || text.endsWith(`.${alias}`) || text === alias
    ? text
    : `${text} as "${alias}"`;
}

function describeOrder(items: readonly PlanOrderItem[]): string[] {
  if (items.length === 0) return [];
  const terms = items.map((item) => {
    const direction = item.direction === 'desc' ? ' from the largest' : '';
    return `${words(item.expr)}${direction}${item.nulls == null ? '' : `, nulls ${item.nulls}`}`;
  });
  return [`Sorts by ${terms.join(', then ')}.`];
}

function describeLimit({ limit, offset }: Plan): string[] {
  const skipped = offset == null || offset === 0 ? '' : `Skips ${offset} rows. `;
  if (limit == null) return skipped === '' ? [] : [skipped.trim()];
  return [`${skipped}Gives at most ${limit} ${limit === 1 ? 'row' : 'rows'}.`];
}

const operatorWords: Readonly<Record<string, string>> = {
  '=': 'is',
  '!=': 'is not',
  '>': 'is over',
  '<': 'is under',
  '>=': 'is at least',
  '<=': 'is at most',
  LIKE: 'is like',
  'NOT LIKE': 'is not like',
  IN: 'is one of',
  'NOT IN': 'is none of',
  AND: 'and',
  OR: 'or',
  IS: 'is',
  'IS NOT': 'is not',
  '||': 'followed by',
};

function words(node: PlanExpression): string {
  switch (node.kind) {
    case 'literal':
      return node.value == null ? 'null' : literalWords(node.value);
    case 'column':
      return node.alias == null ? node.column_name : `${node.alias}.${node.column_name}`;
    case 'func':
      return callWords(node);
    case 'binary': {
      const side = (child: PlanExpression) =>
        child.kind === 'binary' &&
        (child.op === 'OR' ||
          (child.op !== node.op && child.op !== 'AND' && node.op !== 'AND' && node.op !== 'OR'))
          ? `(${words(child)})`
          : words(child);
      return `${side(node.left)} ${operatorWords[node.op] ?? node.op} ${side(node.right)}`;
    }
    case 'unary':
      return node.op === 'NOT' ? `not (${words(node.expr)})` : `${node.op}${words(node.expr)}`;
    case 'case': {
      const whens = node.whens.map(
        (when) => `${words(when.result)} where ${words(when.condition)}`,
      );
      return `(${whens.join(', ')}${node.else_expr == null ? '' : `, else ${words(node.else_expr)}`})`;
    }
    case 'between':
      return `${words(node.expr)} is ${node.negated === true ? 'not ' : ''}between ${words(node.low)} and ${words(node.high)}`;
    case 'in': {
      const word = node.negated === true ? 'is none of' : 'is one of';
      const list =
        node.query == null ? (node.values ?? []).map(words).join(', ') : describePlan(node.query);
      return `${words(node.expr)} ${word} (${list})`;
    }
    case 'exists':
      return `there is ${node.negated === true ? 'none' : 'one'} of (${describePlan(node.query)})`;
    case 'subquery':
      return `the value of (${describePlan(node.query)})`;
    case 'cast':
      return `${words(node.expr)} as ${node.type}`;
    default:
      return assertNever(node);
  }
}

function literalWords(value: LiteralValue): string {
  if (typeof value === 'string') return `"${value}"`;
  if (typeof value !== 'object') return String(value);
  return '$decimal' in value ? value.$decimal : value.$float;
}

function callWords(node: Extract<PlanExpression, { kind: 'func' }>): string {
  const args = node.args ?? [];
  const name = findFunction(node.func_name);
  const isStar =
    args.length === 0 || (args.length === 1 && words(args[0] ?? { kind: 'literal' }) === '*');
  const list = args.map(words).join(', ');
  const distinct = node.distinct === true ? 'different ' : '';
  const what =
    name === 'COUNT' && isStar
      ? 'the number of rows'
      : name === null
        ? `${node.func_name.toLowerCase()}(${list})`
        : `${functionRules[name].words} ${distinct}${list}`;
  const filter = node.filter == null ? '' : ` where ${words(node.filter)}`;
  if (node.over == null) return `${what}${filter}`;
  const partition = (node.over.partition_by ?? []).map(words).join(', ');
  const order = describeOrder(node.over.order_by ?? [])
    .join('')
    .replace(/^Sorts by /, ' in order of ')
    .replace(/\.$/, '');
  return `${what}${filter}${partition === '' ? '' : ` within each ${partition}`}${order}`;
}
