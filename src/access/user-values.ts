import type { Expression } from '../expression/index.ts';
import type { RowFilterRule } from './policies.ts';
import type { RowFilters, UserValues } from './scope.ts';

const placeholder = /^\$user\.([A-Za-z_][A-Za-z0-9_]*)$/;

/** Puts the caller's values where a filter says `$user.KEY`; a missing value means no rows at all. */
export function bindUserValues(rules: readonly RowFilterRule[], user: UserValues): RowFilters {
  const missing = new Set<string>();
  const filters = rules.map((rule) => replaceValues(rule.where, user, missing));
  return missing.size > 0
    ? { status: 'missing-user-value', keys: [...missing].sort() }
    : { status: 'filtered', filters: filters as Expression<never>[] };
}

/** Filters are small trees of plain data: every literal is looked at, whatever node it stands in. */
function replaceValues(node: unknown, user: UserValues, missing: Set<string>): unknown {
  if (Array.isArray(node)) return node.map((item) => replaceValues(item, user, missing));
  if (node === null || typeof node !== 'object') return node;
  const record = node as Record<string, unknown>;
  if (record['kind'] === 'literal' && typeof record['value'] === 'string') {
    const key = placeholder.exec(record['value'])?.[1];
    if (key === undefined) return node;
    const value = Object.hasOwn(user, key) ? user[key] : undefined;
    if (value === undefined) missing.add(key);
    return { kind: 'literal', value: value ?? '' };
  }
  return Object.fromEntries(
    Object.entries(record).map(([field, value]) => [field, replaceValues(value, user, missing)]),
  );
}
