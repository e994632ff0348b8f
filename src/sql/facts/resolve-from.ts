import { isView, type Table } from '../../catalog/index.ts';
import { syntaxRules } from '../syntax/syntax-rules.ts';
import type { Expression, FromItem, Name } from '../syntax/tree.ts';
import { catalogKey, nameKey, nameRules } from './name-rules.ts';
import { writtenPath } from './reads.ts';
import { resolveExpression } from './resolve-expression.ts';
import { plainColumns, type Resolving, renamed, resolveQuery } from './resolve-query.ts';
import {
  type CteScope,
  columnNamed,
  createScope,
  findCte,
  isSeen,
  noMergedKeys,
  type Scope,
  type Sight,
  type Source,
  type SourceColumn,
} from './scope.ts';

/** Adds the items of a FROM to a scope, and reads what they read; gives those it added. */
export function resolveFrom(
  context: Resolving,
  item: FromItem,
  scope: Scope,
  ctes: CteScope | null,
): readonly Source[] {
  switch (item.kind) {
    case 'table': {
      const source = tableSource(context, item, ctes);
      scope.sources.push(source);
      return [source];
    }
    case 'derived': {
      const outer =
        item.isLateral || nameRules[context.dialect].implicitLateral ? scope : scope.parent;
      const { outputs } = resolveQuery(context, item.query, ctes, snapshot(outer));
      const source = plainSource(context, item.alias, renamed(context, outputs, item.columns));
      scope.sources.push(source);
      return [source];
    }
    case 'function':
      return [functionSource(context, item, scope, ctes)];
    case 'join':
      return resolveJoin(context, item, scope, ctes);
    case 'pivot': {
      const own = createScope(scope.parent);
      const sources = resolveFrom(context, item.source, own, ctes);
      for (const source of sources) readAll(context, source);
      for (const expression of item.expressions) {
        resolveExpression(context, expression, own, ctes, { isLenient: true });
      }
      const source = plainSource(context, item.alias, null);
      scope.sources.push(source);
      return [source];
    }
  }
}

/** What a subquery sees of FROM: the items so far, not those that follow. */
function snapshot(scope: Scope | null): Scope | null {
  return scope && { ...scope, sources: [...scope.sources] };
}

function plainSource(
  context: Resolving,
  alias: Name | null,
  columns: readonly SourceColumn[] | null,
): Source {
  return {
    alias: alias ? nameKey(alias, context.dialect) : null,
    qualifiers: [],
    columns,
    hidden: [],
    table: null,
    mergedKeys: noMergedKeys(),
  };
}

function tableSource(
  context: Resolving,
  item: Extract<FromItem, { kind: 'table' }>,
  ctes: CteScope | null,
): Source {
  const { path, alias } = item;
  const [first] = path;
  const last = path.at(-1);
  if (!first || !last) return plainSource(context, alias, null);
  if (path.length === 1 && !item.isText) {
    const cte = findCte(first, ctes, context.dialect);
    if (cte) {
      if (!cte.isDefined) readTable(context, path);
      const columns = cte.columns && newlyNamed(context, cte.columns, item.columns);
      return plainSource(context, alias ?? first, columns);
    }
  }
  const { noTableWord } = syntaxRules[context.dialect];
  if (path.length === 1 && !first.quoted && first.text.toLowerCase() === noTableWord) {
    return plainSource(context, alias ?? first, []);
  }
  const table = item.isText ? null : (context.names?.findTable(path) ?? null);
  if (!context.names || !table) return unknownTable(context, item);
  const { columns, hidden } = context.names.columnsOf(table);
  if (context.names.mayMeanWithheldTable(path)) context.reads.isComplete = false;
  context.reads.addTable({ ...tableNameOf(table), isView: isView(table), isKnown: true });
  return {
    alias: nameKey(alias ?? last, context.dialect),
    qualifiers: alias ? [] : qualifiersOf(context, path, table),
    columns: item.columns.length > 0 ? newlyNamed(context, columns, item.columns) : columns,
    hidden,
    table: tableNameOf(table),
    mergedKeys: noMergedKeys(),
  };
}

/** Counts a table and all its columns as read, where the catalog has it. */
function readTable(context: Resolving, path: readonly Name[]): void {
  const { names } = context;
  if (names?.mayMeanWithheldTable(path)) context.reads.isComplete = false;
  const table = names?.findTable(path);
  if (!names || !table) return;
  context.reads.addTable({ ...tableNameOf(table), isView: isView(table), isKnown: true });
  for (const column of names.columnsOf(table).columns) readOne(context, column);
}

function tableNameOf({ schema, name }: Table) {
  return { schema, name };
}

/** `public.t.c` is right where FROM says `t`, too. */
function qualifiersOf(context: Resolving, path: readonly Name[], table: Table): string[] {
  const written = path.slice(0, -1).map((name) => nameKey(name, context.dialect));
  return written.length > 0 ? written : [catalogKey(table.schema, context.dialect)];
}

/** `FROM t AS x(a, b)`: the first columns under other names. */
function newlyNamed(
  context: Resolving,
  columns: readonly SourceColumn[],
  names: readonly Name[],
): SourceColumn[] {
  return columns.map((column, index) => {
    const name = names[index];
    return name ? { ...column, key: nameKey(name, context.dialect), name: name.text } : column;
  });
}

function unknownTable(context: Resolving, item: Extract<FromItem, { kind: 'table' }>): Source {
  const { path, alias } = item;
  const last = path.at(-1);
  const written = writtenPath(path);
  const asFile = path.map((name) => name.text).join('.');
  if (item.isText || (context.dialect === 'duckdb' && looksLikeFile(asFile))) {
    context.reads.files.push(asFile);
    context.reads.isComplete = false;
    return plainSource(context, alias, null);
  }
  const schema = path.slice(0, -1).map((name) => name.text);
  const name = { schema: schema.at(-1) ?? '', name: last?.text ?? '' };
  context.reads.addTable({ ...name, isView: false, isKnown: false });
  if (context.names) context.reads.addUnknown(written);
  else context.reads.isComplete = false;
  return {
    alias:
      alias || last ? nameKey(alias ?? last ?? { text: '', quoted: false }, context.dialect) : null,
    qualifiers: alias ? [] : path.slice(0, -1).map((part) => nameKey(part, context.dialect)),
    columns: null,
    hidden: [],
    table: name,
    mergedKeys: noMergedKeys(),
  };
}

/** DuckDB opens a name that is no table as a file, quoted or not: `FROM data.csv`. */
function looksLikeFile(name: string): boolean {
  return /[/\\*?]|:\/\/|\.(?:csv|tsv|txt|json|jsonl|ndjson|parquet|parq|xlsx|arrow|feather|avro|orc|db|duckdb|sqlite|gz|zst|bz2|shp|gpkg|geojson|xml|yaml|html)$/i.test(
    name,
  );
}

function functionSource(
  context: Resolving,
  item: Extract<FromItem, { kind: 'function' }>,
  scope: Scope,
  ctes: CteScope | null,
): Source {
  for (const call of item.calls) resolveExpression(context, call, scope, ctes);
  const alias = item.alias ?? functionName(item.calls[0]);
  const columns =
    item.columns.length > 0
      ? plainColumns(context, item.columns)
      : knownColumns(context, item, alias);
  const source = plainSource(context, alias, columns);
  scope.sources.push(source);
  return source;
}

function functionName(call: Expression | undefined): Name | null {
  return call?.kind === 'call' ? (call.path.at(-1) ?? null) : null;
}

const seriesFunctions = new Set([
  'generate_series',
  'unnest',
  'range',
  'generate_subscripts',
  'regexp_split_to_table',
  'string_to_table',
]);

/** A function that makes one column names it like its alias. */
function knownColumns(
  context: Resolving,
  item: Extract<FromItem, { kind: 'function' }>,
  alias: Name | null,
): SourceColumn[] | null {
  const own = functionName(item.calls[0]);
  const key = own?.text.toLowerCase() ?? '';
  if (item.calls.length !== 1 || !own || !alias || !seriesFunctions.has(key)) return null;
  if (context.dialect !== 'postgres' || key === 'unnest') return null;
  return plainColumns(context, [alias, { text: 'ordinality', quoted: false }]);
}

function resolveJoin(
  context: Resolving,
  item: Extract<FromItem, { kind: 'join' }>,
  scope: Scope,
  ctes: CteScope | null,
): readonly Source[] {
  const left = resolveFrom(context, item.left, scope, ctes);
  const right = resolveFrom(context, item.right, scope, ctes);
  const keysFor = (sight: Sight) =>
    item.isNatural
      ? commonKeys(context, left, right, sight)
      : item.using.map((name) => nameKey(name, context.dialect));
  const visible = keysFor('visible');
  for (const key of visible) mergeKey(context, key, left, right, 'visible');
  const all = keysFor('all');
  // What NATURAL finds of withheld columns stands nowhere in the text.
  if (all.length > visible.length) context.reads.isComplete = false;
  for (const key of all) mergeKey(context, key, left, right, 'all');
  if (item.on) {
    const surelySeen = new Set([...left.slice(-1), ...right]);
    resolveExpression(context, item.on, { ...scope, surelySeen }, ctes);
  }
  if (!hidesRight(item)) return [...left, ...right];
  // What only tells which rows of the left stay is not seen further on.
  scope.sources.splice(0, scope.sources.length, ...without(scope.sources, right));
  return left;
}

function hidesRight({ type }: { readonly type: string }): boolean {
  return type === 'semi' || type === 'anti';
}

function without(sources: readonly Source[], left: readonly Source[]): Source[] {
  return sources.filter((source) => !left.includes(source));
}

function commonKeys(
  context: Resolving,
  left: readonly Source[],
  right: readonly Source[],
  sight: Sight,
): string[] {
  const keysOf = (sources: readonly Source[]) =>
    new Set(
      sources.flatMap((source) => {
        if (isOpenTable(source)) context.reads.isComplete = false;
        return (source.columns ?? [])
          .filter((column) => isSeen(column, sight))
          .map((column) => column.key);
      }),
    );
  const own = keysOf(left);
  return [...keysOf(right)].filter((key) => own.has(key));
}

/** Reads a join key on both sides, and makes its bare name mean the left one. */
function mergeKey(
  context: Resolving,
  key: string,
  left: readonly Source[],
  right: readonly Source[],
  sight: Sight,
): void {
  for (const side of [left, right]) {
    const owners = keyOwners(side, key, sight);
    for (const source of owners) {
      if (sight === 'visible') readColumn(context, source, key);
      else if (findSourceColumn(source, key)?.reads === 'withheld')
        context.reads.isComplete = false;
    }
    if (owners.length === 0 && sight === 'visible') context.reads.addUnknown(key);
  }
  for (const source of keyOwners(right, key, sight)) source.mergedKeys[sight].add(key);
}

/** The items of one side that have the key; else the last of those whose columns nobody knows. */
function keyOwners(side: readonly Source[], key: string, sight: Sight): readonly Source[] {
  const named = side.filter((source) => isSeen(columnNamed(source.columns, key), sight));
  return named.length > 0 ? named : side.filter((source) => source.columns === null).slice(-1);
}

/** Reads a column. Where one is withheld, more is read than may be said. */
export function readOne(context: Resolving, column: SourceColumn): void {
  if (column.reads === 'withheld') context.reads.isComplete = false;
  else context.reads.addColumns(column.reads);
}

/** Reads one column of an item by its key. */
export function readColumn(context: Resolving, source: Source, key: string, written = key): void {
  const column = findSourceColumn(source, key);
  if (column) readOne(context, column);
  else if (source.columns === null && source.table) {
    context.reads.addColumn({ table: source.table, column: written });
  }
}

/** A column of an item by its key, those that `*` leaves out last. */
export function findSourceColumn(source: Source, key: string): SourceColumn | undefined {
  return (
    columnNamed(source.columns, key) ?? source.hidden.find((candidate) => candidate.key === key)
  );
}

/** Whether an item is a table whose columns nobody knows: then more may be read than is seen. */
export function isOpenTable(source: Source): boolean {
  return source.columns === null && source.table !== null;
}

/** Reads every column of an item. */
export function readAll(context: Resolving, source: Source): void {
  if (isOpenTable(source)) context.reads.isComplete = false;
  for (const column of source.columns ?? []) readOne(context, column);
}
