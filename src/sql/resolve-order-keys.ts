import type { ResolvedOrderKey, SqlFacts } from './facts/sql-facts.ts';

/** A key of a query's ORDER BY as the result column it is, from 0. */
export interface OrderKeyColumn {
  readonly column: number;
  readonly direction: 'asc' | 'desc';
}

/**
 * The ORDER BY keys of a text as result columns, for rows that tie on them. `unknown` when a key is no
 * result column or nobody can say which: such keys forgive nothing. No ORDER BY is no key.
 */
export function resolveOrderKeys(facts: SqlFacts): readonly OrderKeyColumn[] | 'unknown' {
  const [statement] = facts.statements;
  if (!statement || facts.statements.length > 1) return 'unknown';
  return orderKeyColumns(statement.orderBy);
}

/** Keys as result columns; `unknown` when one of them is none. */
export function orderKeyColumns(
  orderBy: readonly ResolvedOrderKey[],
): readonly OrderKeyColumn[] | 'unknown' {
  const keys: OrderKeyColumn[] = [];
  for (const { position, direction } of orderBy) {
    if (position === 'unknown') return 'unknown';
    keys.push({ column: position, direction });
  }
  return keys;
}
