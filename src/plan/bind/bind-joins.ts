import type { ForeignKey } from '../../catalog/index.ts';
import { nearest } from '../../validation/index.ts';
import { issue } from '../issue.ts';
import type { Join, JoinType, Plan, PlanExpression } from '../plan.ts';
import { matchName } from './bind-column.ts';
import type { Binding, Source } from './binding.ts';

/** A join in the order in which its table is attached. */
export interface OrderedJoin {
  readonly type: JoinType;
  readonly source: Source;
  readonly join: Join;
  readonly path: string;
}

/**
 * Orders the joins so that each attaches one new table to those before it, left and right swapped
 * where the new table stands on the left. Reports what cannot be attached.
 */
export function orderJoins(
  binding: Binding,
  plan: Plan,
  sources: readonly Source[],
  path: string,
): OrderedJoin[] | null {
  const joins = plan.joins ?? [];
  const known = sources.map((source) => source.alias);
  const find = (alias: string, place: string): Source | null => {
    const match = matchName(sources, (source) => source.alias, alias);
    if (match.status === 'found') return match.item;
    binding.issues.push(
      issue('JOIN_TABLE_NOT_IN_PLAN', place, `join alias "${alias}" is not declared in tables`, {
        found: alias,
        expected: known.join(', '),
        suggestion: nearest(alias, known) ?? null,
      }),
    );
    return null;
  };
  let waiting = joins.map((join, index) => {
    const place = `${path}joins[${index}]`;
    return {
      join,
      path: place,
      left: find(join.left_alias, `${place}.left_alias`),
      right: find(join.right_alias, `${place}.right_alias`),
    };
  });
  if (waiting.some((entry) => entry.left === null || entry.right === null)) return null;
  const [from] = sources;
  if (from === undefined) return null;
  const attached = new Set<Source>([from]);
  const ordered: OrderedJoin[] = [];
  for (;;) {
    const next = waiting.find(({ join, left, right }) => {
      if (left === null || right === null || attached.has(left) === attached.has(right))
        return false;
      const after = new Set([...attached, left, right].map((source) => source.alias.toLowerCase()));
      return aliasesIn(join.condition).every(
        (alias) =>
          after.has(alias.toLowerCase()) ||
          !known.some((name) => name.toLowerCase() === alias.toLowerCase()),
      );
    });
    if (next === undefined || next.left === null || next.right === null) break;
    const isMirrored = attached.has(next.right);
    const source = isMirrored ? next.left : next.right;
    const type = next.join.join_type ?? 'inner';
    attached.add(source);
    ordered.push({
      type: isMirrored ? mirror(type) : type,
      source,
      join: next.join,
      path: next.path,
    });
    waiting = waiting.filter((entry) => entry !== next);
  }
  for (const { left, right, path: place } of waiting) {
    const isTwice = left !== null && right !== null && attached.has(left) && attached.has(right);
    binding.issues.push(
      issue(
        'INVALID_PLAN_STRUCTURE',
        place,
        isTwice
          ? `both sides are joined already (${left.alias}, ${right.alias}); put the condition into the join that attaches the second, or into where`
          : 'no chain of joins leads here from the first table',
        { suggestion: isTwice ? null : pathsOf(binding, sources) },
      ),
    );
  }
  const stranded = sources.filter((source) => !attached.has(source));
  if (waiting.length === 0) {
    for (const source of stranded) {
      binding.issues.push(
        issue(
          'INVALID_PLAN_STRUCTURE',
          `${path}tables`,
          `table "${source.alias}" is never joined`,
          {
            found: source.alias,
            expected: 'a join for every table after the first',
            suggestion: pathsOf(binding, sources),
          },
        ),
      );
    }
  }
  return waiting.length === 0 && stranded.length === 0 ? ordered : null;
}

function mirror(type: JoinType): JoinType {
  return type === 'left' ? 'right' : type === 'right' ? 'left' : type;
}

function aliasesIn(node: unknown): string[] {
  if (node === null || typeof node !== 'object') return [];
  if (Array.isArray(node)) return node.flatMap(aliasesIn);
  const record = node as Record<string, unknown>;
  // A query inside has aliases of its own.
  if (record['kind'] === 'exists' || record['kind'] === 'subquery') return [];
  const own =
    record['kind'] === 'column' && typeof record['alias'] === 'string' ? [record['alias']] : [];
  return [...own, ...Object.values(record).flatMap(aliasesIn)];
}

/** Checks that a join follows a foreign key, column pair by column pair. */
export function checkJoinKeys(
  binding: Binding,
  { join, path }: OrderedJoin,
  sources: readonly Source[],
): void {
  if (join.condition == null) return;
  const find = (alias: string) => {
    const match = matchName(sources, (source) => source.alias, alias);
    return match.status === 'found' ? match.item : null;
  };
  const left = find(join.left_alias);
  const right = find(join.right_alias);
  if (left === null || right === null) return;
  const pairs = equalPairs(join.condition, left.alias, right.alias);
  if (pairs.length === 0) {
    const named = new Set(aliasesIn(join.condition).map((alias) => alias.toLowerCase()));
    const missing = [left, right].filter((source) => !named.has(source.alias.toLowerCase()));
    binding.issues.push(
      issue(
        'INVALID_PLAN_STRUCTURE',
        `${path}.condition`,
        missing.length > 0
          ? `the condition does not name ${missing.map((source) => source.alias).join(' and ')}`
          : `the condition holds no column = column between ${left.alias} and ${right.alias}`,
        {
          expected: `${left.alias}.… = ${right.alias}.…`,
          suggestion: declaredKeys(binding, left, right)[0] ?? null,
        },
      ),
    );
    return;
  }
  if (left.table === null || right.table === null) return;
  const keys = keysBetween(binding, left, right);
  const isDeclared = pairs.some((pair) =>
    keys.some((key) =>
      key.columns.some((column, index) => {
        const other = key.referencedColumns[index] ?? primaryKey(binding, key);
        const forward =
          sameName(column, pair[key.isForward ? 0 : 1]) &&
          sameName(other, pair[key.isForward ? 1 : 0]);
        return forward;
      }),
    ),
  );
  if (isDeclared || columnsAreUnknown(left, right, pairs)) return;
  const declared = declaredKeys(binding, left, right);
  const isError = binding.strictJoins && keys.length > 0;
  const [pair] = pairs;
  const found = pair === undefined ? null : `${left.alias}.${pair[0]} = ${right.alias}.${pair[1]}`;
  binding.issues.push(
    issue(
      isError ? 'INVALID_PLAN_STRUCTURE' : 'JOIN_NOT_A_FOREIGN_KEY',
      `${path}.condition`,
      declared.length > 0
        ? `${found} follows no foreign key; declared: ${declared.join(', ')}`
        : `${found} follows no foreign key; none is declared between ${left.table.name} and ${right.table.name}`,
      {
        severity: isError ? 'error' : 'warning',
        found,
        expected: declared.join(', ') || null,
        suggestion: declared[0] ?? null,
      },
    ),
  );
}

/** `column = column` between two aliases, left alias first, under AND. */
function equalPairs(node: PlanExpression, left: string, right: string): [string, string][] {
  if (node.kind !== 'binary') return [];
  if (node.op === 'AND') {
    return [...equalPairs(node.left, left, right), ...equalPairs(node.right, left, right)];
  }
  if (node.op !== '=' || node.left.kind !== 'column' || node.right.kind !== 'column') return [];
  const aliases = [node.left.alias, node.right.alias];
  if (sameName(aliases[0], left) && sameName(aliases[1], right)) {
    return [[node.left.column_name, node.right.column_name]];
  }
  if (sameName(aliases[0], right) && sameName(aliases[1], left)) {
    return [[node.right.column_name, node.left.column_name]];
  }
  return [];
}

function sameName(a: string | null | undefined, b: string | null | undefined): boolean {
  return a != null && b != null && a.toLowerCase() === b.toLowerCase();
}

function columnsAreUnknown(
  left: Source,
  right: Source,
  pairs: readonly [string, string][],
): boolean {
  const has = (source: Source, name: string) =>
    source.columns?.some((column) => sameName(column.name, name)) === true;
  return pairs.every(([a, b]) => !has(left, a) || !has(right, b));
}

type DirectedKey = ForeignKey & { readonly isForward: boolean };

/** Keys between two tables; forward ones belong to the left table. */
function keysBetween(binding: Binding, left: Source, right: Source): DirectedKey[] {
  const of = (from: Source, to: Source, isForward: boolean): DirectedKey[] => {
    if (from.table === null || to.table === null) return [];
    const found = binding.visibleIndex.find([from.table.schema, from.table.name]);
    if (found.status !== 'found') return [];
    return found.table.foreignKeys
      .filter(
        (key) =>
          sameName(key.referencedTable, to.table?.name) &&
          sameName(key.referencedSchema, to.table?.schema),
      )
      .map((key) => ({ ...key, isForward }));
  };
  return [...of(left, right, true), ...of(right, left, false)];
}

/** A key that names no referenced column means the primary key. */
function primaryKey(binding: Binding, key: ForeignKey): string | undefined {
  const found = binding.visibleIndex.find([key.referencedSchema, key.referencedTable]);
  return found.status === 'found'
    ? found.table.columns.find((column) => column.isPrimaryKey)?.name
    : undefined;
}

function declaredKeys(binding: Binding, left: Source, right: Source): string[] {
  return keysBetween(binding, left, right).map((key) =>
    key.columns
      .map((column, index) => {
        const other = key.referencedColumns[index] ?? primaryKey(binding, key) ?? '?';
        return key.isForward
          ? `${left.alias}.${column} = ${right.alias}.${other}`
          : `${left.alias}.${other} = ${right.alias}.${column}`;
      })
      .join(' AND '),
  );
}

/** Every declared key between the plan's tables, as the hint for a missing join. */
function pathsOf(binding: Binding, sources: readonly Source[]): string | null {
  const keys = sources.flatMap((left, index) =>
    sources.slice(index + 1).flatMap((right) => declaredKeys(binding, left, right)),
  );
  return keys.length > 0 ? keys.join('; ') : null;
}
