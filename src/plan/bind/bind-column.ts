import { nearest } from '../../validation/index.ts';
import type { BoundExpression } from '../bound-plan.ts';
import { issue } from '../issue.ts';
import { type Binding, type Frame, type Source, type SourceColumn, unbound } from './binding.ts';
import type { RefusalCause } from './refusal-reason.ts';

type Match<T> =
  | { readonly status: 'found'; readonly item: T }
  | { readonly status: 'missing' }
  | { readonly status: 'ambiguous'; readonly names: readonly string[] };

/** The item of that name: as spelled, else the only one in another case. */
export function matchName<T>(
  items: readonly T[],
  nameOf: (item: T) => string,
  name: string,
): Match<T> {
  const exact = items.filter((item) => nameOf(item) === name);
  const lower = name.toLowerCase();
  const candidates =
    exact.length > 0 ? exact : items.filter((item) => nameOf(item).toLowerCase() === lower);
  const [item] = candidates;
  if (item === undefined) return { status: 'missing' };
  return candidates.length === 1
    ? { status: 'found', item }
    : { status: 'ambiguous', names: candidates.map(nameOf) };
}

/** Resolves a column by its alias, or by its name alone where only one source has it. */
export function bindColumn(
  binding: Binding,
  frame: Frame,
  alias: string | null,
  name: string,
  path: string,
): BoundExpression {
  return alias === null
    ? bindBareColumn(binding, frame, name, path)
    : bindQualifiedColumn(binding, frame, alias, name, path);
}

function bindQualifiedColumn(
  binding: Binding,
  frame: Frame,
  alias: string,
  name: string,
  path: string,
): BoundExpression {
  for (let place: Frame | null = frame; place !== null; place = place.parent) {
    const match = matchName(place.sources, (source) => source.alias, alias);
    if (match.status === 'ambiguous') {
      report(
        binding,
        path,
        `alias "${alias}" is ambiguous: ${match.names.join(', ')}`,
        alias,
        null,
        true,
      );
      return unbound;
    }
    if (match.status === 'found') return columnOf(binding, match.item, name, path);
  }
  const known = aliasesOf(frame);
  binding.issues.push(
    issue('COLUMN_NOT_FOUND', path, `alias "${alias}" is not declared in tables`, {
      found: alias,
      expected: known.join(', '),
      suggestion: nearest(alias, known) ?? null,
    }),
  );
  return unbound;
}

function columnOf(binding: Binding, source: Source, name: string, path: string): BoundExpression {
  if (source.columns === null) return unbound;
  const match = matchName(source.columns, (column) => column.name, name);
  if (match.status === 'found') return use(binding, source, match.item);
  if (match.status === 'ambiguous') {
    report(
      binding,
      path,
      `column "${name}" is ambiguous in ${source.alias}: ${match.names.join(', ')}`,
      name,
      match.names,
      true,
    );
    return unbound;
  }
  if (source.table !== null && !binding.mayNameNames) {
    binding.refusals.push({ path, cause: unseenColumn([source], name) });
    return unbound;
  }
  const known = source.columns.map((column) => column.name);
  report(binding, path, `no column "${name}" in ${describe(source)}`, name, known, false);
  return unbound;
}

function bindBareColumn(
  binding: Binding,
  frame: Frame,
  name: string,
  path: string,
): BoundExpression {
  for (let place: Frame | null = frame; place !== null; place = place.parent) {
    const owners = place.sources.filter(
      (source) =>
        source.columns !== null &&
        matchName(source.columns, (column) => column.name, name).status !== 'missing',
    );
    const [owner] = owners;
    if (owner !== undefined) {
      if (owners.length === 1) return columnOf(binding, owner, name, path);
      const candidates = owners.map((source) => `${source.alias}.${name}`);
      binding.issues.push(
        issue('COLUMN_NOT_FOUND', path, `column "${name}" is ambiguous: ${candidates.join(', ')}`, {
          found: name,
          expected: 'an alias',
          suggestion: candidates[0] ?? null,
          ambiguous: true,
          severity: binding.strictColumns ? 'error' : 'warning',
        }),
      );
      return binding.strictColumns ? unbound : columnOf(binding, owner, name, path);
    }
    if (place.sources.some((source) => source.columns === null)) return unbound;
  }
  const sources = frame.sources;
  if (!binding.mayNameNames && sources.some((source) => source.table !== null)) {
    binding.refusals.push({ path, cause: unseenColumn(sources, name) });
    return unbound;
  }
  const known = sources.flatMap((source) => (source.columns ?? []).map((column) => column.name));
  report(
    binding,
    path,
    `no column "${name}" in ${sources.map(describe).join(', ')}`,
    name,
    known,
    false,
  );
  return unbound;
}

function unseenColumn(sources: readonly Source[], column: string): RefusalCause {
  const tables = sources.flatMap(({ table }) =>
    table === null ? [] : [{ schema: table.schema, name: table.name }],
  );
  return { kind: 'unseen-column', tables, column };
}

function use(binding: Binding, source: Source, column: SourceColumn): BoundExpression {
  source.used.add(column.name);
  if (source.table !== null) {
    binding.columns.add(`${source.table.schema}.${source.table.name}.${column.name}`);
  }
  return {
    kind: 'column',
    type: column.type,
    source: source.alias,
    name: column.name,
    dataType: column.dataType,
    ...(column.scale === undefined ? {} : { scale: column.scale }),
    ...(column.isEnum ? { isEnum: true as const } : {}),
  };
}

/** Every visible column of one source, or of all of them, for `*`. */
export function expandStar(
  binding: Binding,
  frame: Frame,
  alias: string | null,
  path: string,
): BoundExpression[] {
  const sources =
    alias === null ? frame.sources : frame.sources.filter((source) => source.alias === alias);
  if (sources.length === 0) return [bindQualifiedColumn(binding, frame, alias ?? '', '*', path)];
  return sources.flatMap((source) =>
    (source.columns ?? []).map((column) => use(binding, source, column)),
  );
}

function aliasesOf(frame: Frame): string[] {
  const aliases: string[] = [];
  for (let place: Frame | null = frame; place !== null; place = place.parent) {
    aliases.push(...place.sources.map((source) => source.alias));
  }
  return aliases;
}

function describe(source: Source): string {
  return source.table === null || source.table.name === source.alias
    ? source.alias
    : `${source.alias} (${source.table.name})`;
}

const shownColumns = 15;

function report(
  binding: Binding,
  path: string,
  message: string,
  found: string,
  known: readonly string[] | null,
  ambiguous: boolean,
): void {
  const suggestion = known === null || ambiguous ? null : (nearest(found, known) ?? null);
  const shown = known?.slice(0, shownColumns).join(', ') ?? null;
  binding.issues.push(
    issue(
      'COLUMN_NOT_FOUND',
      path,
      suggestion === null ? message : `${message}; did you mean "${suggestion}"?`,
      {
        found,
        expected:
          shown === null ? null : known && known.length > shownColumns ? `${shown}, …` : shown,
        suggestion,
        ...(ambiguous ? { ambiguous: true as const } : {}),
      },
    ),
  );
}
