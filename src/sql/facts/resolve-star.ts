import type { Expression } from '../syntax/tree.ts';
import { nameKey } from './name-rules.ts';
import { writtenPath } from './reads.ts';
import { findSources } from './resolve-column.ts';
import { isOpenTable, readOne } from './resolve-from.ts';
import type { Resolving } from './resolve-query.ts';
import { isQualifiedBy, type OutputColumn, type Scope, type Source } from './scope.ts';

type Star = Extract<Expression, { kind: 'star' }>;

/** Reads what `*` or `t.*` stands for; gives its columns, or null where they are not known. */
export function expandStar(context: Resolving, star: Star, scope: Scope): OutputColumn[] | null {
  const left = star.exclude.map((path) => path.map((name) => nameKey(name, context.dialect)));
  if (star.path.length === 0) return expand(context, scope.sources, scope, left, true);
  const sources = findSources(context, star.path, scope);
  if (sources.length === 0) {
    context.reads.addUnknown(writtenPath(star.path));
    return null;
  }
  return expand(context, sources, scope, left, false);
}

function expand(
  context: Resolving,
  sources: readonly Source[],
  scope: Scope,
  left: readonly (readonly string[])[],
  mergesKeys: boolean,
): OutputColumn[] | null {
  const outputs: OutputColumn[] = [];
  let isKnown = true;
  for (const source of sources) {
    if (source.columns === null) {
      if (isOpenTable(source)) context.reads.isComplete = false;
      isKnown = false;
      continue;
    }
    const index = scope.sources.indexOf(source);
    for (const column of source.columns) {
      if (left.some((keys) => isLeftOut(keys, source, column.key))) continue;
      readOne(context, column);
      if (column.reads === 'withheld') continue;
      if (mergesKeys && source.mergedKeys.visible.has(column.key)) continue;
      outputs.push({
        key: column.key,
        name: column.name,
        canonical: index === -1 ? null : `#${index}.${column.key}`,
      });
    }
  }
  return isKnown ? outputs : null;
}

/** `EXCLUDE (t.c)` leaves out the column of that item only. */
function isLeftOut(keys: readonly string[], source: Source, column: string): boolean {
  if (keys.at(-1) !== column) return false;
  return keys.length === 1 || isQualifiedBy(source, keys.slice(0, -1));
}
