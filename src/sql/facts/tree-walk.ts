import type { Expression, FromItem, Query, Select } from '../syntax/tree.ts';

/** The expressions directly inside one; the query of a subquery is not entered. */
export function childrenOf(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case 'call':
      return [...expression.arguments, ...expression.more];
    case 'operation':
      return expression.operands;
    case 'case':
      return [
        ...(expression.subject ? [expression.subject] : []),
        ...expression.branches.flatMap((branch) => [branch.when, branch.result]),
        ...(expression.otherwise ? [expression.otherwise] : []),
      ];
    case 'cast':
      return [expression.operand];
    case 'list':
      return expression.items;
    case 'field':
      return [expression.base];
    case 'lambda':
      return [expression.body];
    case 'named':
      return [expression.value];
    case 'star':
      return expression.replace;
    default:
      return [];
  }
}

/** Every SELECT of a query: its own, its CTEs', and those of subqueries in FROM. */
export function selectsOf(query: Query): Select[] {
  const found = query.with.flatMap((entry) => selectsOf(entry.query));
  switch (query.body.kind) {
    case 'select':
      found.push(query.body, ...(query.body.from ? selectsInFrom(query.body.from) : []));
      break;
    case 'nested':
      found.push(...selectsOf(query.body.query));
      break;
    case 'set':
      found.push(...query.body.branches.flatMap(selectsOf));
      break;
    default:
      break;
  }
  return found;
}

function selectsInFrom(item: FromItem): Select[] {
  switch (item.kind) {
    case 'derived':
      return selectsOf(item.query);
    case 'join':
      return [...selectsInFrom(item.left), ...selectsInFrom(item.right)];
    case 'pivot':
      return selectsInFrom(item.source);
    default:
      return [];
  }
}
