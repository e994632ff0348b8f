import type { OrderKey } from '../query-tail.ts';
import type { Query, Statement } from '../syntax/tree.ts';
import { orderPosition, type ResolvedQuery, type Resolving } from './resolve-query.ts';
import type { ResolvedOrderKey } from './sql-facts.ts';

/** The query a statement runs or describes. */
export function queryOf(statement: Statement): Query | null {
  switch (statement.kind) {
    case 'query':
    case 'metadata':
      return statement.query;
    case 'explain':
      return statement.inner ? queryOf(statement.inner) : null;
    default:
      return null;
  }
}

/** The keys of a query's own ORDER BY with the output columns they are. */
export function resolveOrder(
  context: Resolving,
  query: Query | null,
  resolved: ResolvedQuery | null,
  keys: readonly OrderKey[],
): ResolvedOrderKey[] {
  const items = innermost(query)?.orderBy ?? [];
  return keys.map((key, index) => {
    const item = items[index];
    const position =
      item && resolved && items.length === keys.length
        ? orderPosition(context, item.expression, resolved)
        : null;
    return { ...key, position: position ?? 'unknown' };
  });
}

/** The query whose ORDER BY is the whole's: parentheses around it are looked through. */
function innermost(query: Query | null): Query | null {
  let own = query;
  while (own && own.orderBy.length === 0 && own.body.kind === 'nested') own = own.body.query;
  return own;
}
