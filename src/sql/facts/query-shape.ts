import type { Expression, FromItem, Query, Select } from '../syntax/tree.ts';
import type { ResolvedQuery } from './resolve-query.ts';
import type { QueryShape } from './sql-facts.ts';
import { childrenOf, selectsOf } from './tree-walk.ts';

const aggregates =
  /^(?:count|sum|avg|min|max|total|group_concat|string_agg|array_agg|list|json_agg|jsonb_agg|json_group_array|median|mode|stddev\w*|var\w*|variance|any_value|bool_and|bool_or|every|quantile\w*|percentile_\w+)$/i;

/** What can be said of a query by its form alone. */
export function queryShape(query: Query, resolved: ResolvedQuery): QueryShape {
  const selects = selectsOf(query);
  const outer = outerSelect(query);
  return {
    countsElse: selects.some((select) => expressionsOf(select).some(countsElse)),
    joinsWithoutKey: selects.flatMap(joinsWithoutKey),
    duplicateOutputs: duplicates((resolved.outputs ?? []).map((output) => output.key)),
    isDistinct: outer?.isDistinct ?? false,
    isAggregate: outer?.items.some((item) => hasAggregate(item.expression)) ?? false,
  };
}

function outerSelect(query: Query): Select | null {
  if (query.body.kind === 'select') return query.body;
  return query.body.kind === 'nested' ? outerSelect(query.body.query) : null;
}

function expressionsOf(select: Select): Expression[] {
  return [
    ...select.items.map((item) => item.expression),
    ...(select.having ? [select.having] : []),
  ];
}

/** COUNT counts what is not NULL, and 0 is not. */
function countsElse(expression: Expression): boolean {
  if (expression.kind === 'call' && /^count$/i.test(expression.path.at(-1)?.text ?? '')) {
    const [argument] = expression.arguments;
    const isCase = argument?.kind === 'case' && !expression.isDistinct;
    if (isCase && argument.otherwise && !isNull(argument.otherwise)) {
      return argument.branches.every((branch) => !isNull(branch.result));
    }
  }
  return childrenOf(expression).some(countsElse);
}

function isNull(expression: Expression): boolean {
  return expression.kind === 'literal' && expression.type === 'word' && expression.text === 'null';
}

function hasAggregate(expression: Expression): boolean {
  if (expression.kind === 'call' && !expression.isWindow) {
    if (aggregates.test(expression.path.at(-1)?.text ?? '')) return true;
  }
  return childrenOf(expression).some(hasAggregate);
}

/** Items of FROM that neither ON, USING, NATURAL nor WHERE ties to the others. */
function joinsWithoutKey(select: Select): string[] {
  if (!select.from) return [];
  const found: string[] = [];
  const conditions: Expression[] = select.where ? [select.where] : [];
  const open: { readonly left: string[]; readonly right: string[] }[] = [];
  const visit = (item: FromItem): string[] => {
    if (item.kind !== 'join') return [nameOf(item)];
    const left = visit(item.left);
    const right = visit(item.right);
    if (item.on) conditions.push(item.on);
    const isTied = item.isNatural || item.using.length > 0 || isDependent(item.right);
    if (!isTied && item.type !== 'cross') open.push({ left, right });
    return [...left, ...right];
  };
  visit(select.from);
  for (const { left, right } of open) {
    if (conditions.some((condition) => ties(condition, left, right))) continue;
    found.push(right.join(', '));
  }
  return found;
}

function nameOf(item: FromItem): string {
  if (item.kind === 'join') return '';
  if (item.alias) return item.alias.text.toLowerCase();
  return item.kind === 'table' ? (item.path.at(-1)?.text.toLowerCase() ?? '') : '';
}

/** Functions and lateral subqueries hang on the items before them. */
function isDependent(item: FromItem): boolean {
  return item.kind === 'function' || (item.kind === 'derived' && item.isLateral);
}

/** A comparison with something of both sides; a bare name may be of either, so two of them tie. */
function ties(condition: Expression, left: readonly string[], right: readonly string[]): boolean {
  const qualifiers = new Set<string>();
  let bare = 0;
  const visit = (expression: Expression): void => {
    if (expression.kind === 'column') {
      if (expression.path.length > 1) {
        qualifiers.add(expression.path.at(-2)?.text.toLowerCase() ?? '');
      } else bare += 1;
    }
    if (expression.kind === 'subquery') bare += 2;
    for (const child of childrenOf(expression)) visit(child);
  };
  visit(condition);
  const hasLeft = left.some((name) => qualifiers.has(name));
  const hasRight = right.some((name) => qualifiers.has(name));
  return (hasLeft && hasRight) || (bare > 0 && (hasLeft || hasRight)) || bare > 1;
}

function duplicates(keys: readonly string[]): string[] {
  const seen = new Set<string>();
  const twice = new Set<string>();
  for (const key of keys) {
    if (key !== '' && seen.has(key)) twice.add(key);
    seen.add(key);
  }
  return [...twice];
}
