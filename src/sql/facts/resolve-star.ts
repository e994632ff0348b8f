import type { Expression } from '../syntax/tree.ts';
import { nameKey } from './name-rules.ts';
import { writtenPath } from './reads.ts';
import { findSource } from './resolve-column.ts';
import { isOpenTable } from './resolve-from.ts';
import type { Resolving } from './resolve-query.ts';
import type { OutputColumn, Scope, Source } from './scope.ts';

type Star = Extract<Expression, { kind: 'star' }>;

/** Reads what `*` or `t.*` stands for; gives its columns, or null where they are not known. */
export function expandStar(context: Resolving, star: Star, scope: Scope): OutputColumn[] | null {
  const left = new Set(
    star.exclude.map((path) => {
      const last = path.at(-1);
      return last ? nameKey(last, context.dialect) : '';
    }),
  );
  if (star.path.length === 0) return expand(context, scope.sources, scope, left, true);
  const source = findSource(context, star.path, scope);
  if (!source) {
    context.reads.addUnknown(writtenPath(star.path));
    return null;
  }
  return expand(context, [source], scope, left, false);
}

function expand(
  context: Resolving,
  sources: readonly Source[],
  scope: Scope,
  left: ReadonlySet<string>,
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
      if (left.has(column.key)) continue;
      context.reads.addColumns(column.reads);
      if (mergesKeys && source.mergedKeys.has(column.key)) continue;
      outputs.push({
        key: column.key,
        name: column.name,
        canonical: index === -1 ? null : `#${index}.${column.key}`,
      });
    }
  }
  return isKnown ? outputs : null;
}
