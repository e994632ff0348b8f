import type { DialectName } from '../dialect.ts';
import type { CommonTable, Expression, Name, Query, QueryBody, Select } from '../syntax/tree.ts';
import { canonicalExpression, outputName } from './canonical.ts';
import type { CatalogNames } from './catalog-names.ts';
import { nameKey, nameRules } from './name-rules.ts';
import type { Reads } from './reads.ts';
import { resolveExpression } from './resolve-expression.ts';
import { resolveFrom } from './resolve-from.ts';
import { expandStar } from './resolve-star.ts';
import {
  type CteBinding,
  type CteScope,
  createScope,
  inDoubt,
  noMergedKeys,
  type OutputColumn,
  type Scope,
  type SourceColumn,
} from './scope.ts';

/** What resolving needs everywhere. */
export interface Resolving {
  readonly dialect: DialectName;
  readonly names: CatalogNames | null;
  readonly reads: Reads;
  readonly forwardCtes: boolean;
}

/** A query's result columns (null where unknown) and, of a plain SELECT, the names it sees. */
export interface ResolvedQuery {
  readonly outputs: readonly OutputColumn[] | null;
  readonly scope: Scope | null;
}

/** Finds every table and column a query reads, subqueries included. */
export function resolveQuery(
  context: Resolving,
  query: Query,
  ctes: CteScope | null,
  parent: Scope | null,
  self: CteBinding | null = null,
): ResolvedQuery {
  const inner = resolveWith(context, query, ctes, parent);
  const resolved = resolveBody(context, query.body, inner, parent, self);
  for (const item of query.orderBy)
    resolveOrderKey(context, item.expression, resolved, inner, parent);
  for (const limit of query.limits) {
    resolveExpression(context, limit, createScope(parent), inner);
  }
  return resolved;
}

function resolveWith(
  context: Resolving,
  query: Query,
  ctes: CteScope | null,
  parent: Scope | null,
): CteScope | null {
  if (query.with.length === 0) return ctes;
  const around = nameRules[context.dialect].innerWithMissesOuter ? inDoubt(ctes) : ctes;
  const bindings = new Map<string, CteBinding>();
  if (query.isRecursive || context.forwardCtes) {
    for (const entry of query.with) {
      bindings.set(nameKey(entry.name, context.dialect), {
        columns: declaredColumns(context, entry),
        isDefined: context.forwardCtes || !nameRules[context.dialect].laterCtesAreTables,
      });
    }
    for (const entry of query.with) {
      const binding = bindings.get(nameKey(entry.name, context.dialect));
      if (binding) bindCte(context, entry, binding, { bindings, parent: around }, parent);
    }
    return { bindings, parent: ctes };
  }
  // Each entry sees those before it; one of a table's name reads the table inside itself.
  let seen = around;
  for (const entry of query.with) {
    const binding: CteBinding = { columns: declaredColumns(context, entry), isDefined: true };
    bindCte(context, entry, binding, seen, parent);
    const key = nameKey(entry.name, context.dialect);
    bindings.set(key, binding);
    seen = { bindings: new Map([[key, binding]]), parent: seen };
  }
  return { bindings, parent: ctes };
}

function declaredColumns(context: Resolving, entry: CommonTable): SourceColumn[] | null {
  return entry.columns.length > 0 ? plainColumns(context, entry.columns) : null;
}

/** Columns whose reads were counted where they were made. */
export function plainColumns(context: Resolving, names: readonly Name[]): SourceColumn[] {
  return names.map((name) => ({
    key: nameKey(name, context.dialect),
    name: name.text,
    reads: [],
  }));
}

function bindCte(
  context: Resolving,
  entry: CommonTable,
  binding: CteBinding,
  ctes: CteScope | null,
  parent: Scope | null,
): void {
  const { outputs } = resolveQuery(context, entry.query, ctes, parent, binding);
  binding.columns = renamed(context, outputs, entry.columns, entry.extraColumns);
  binding.isDefined = true;
}

/** Output columns under the names a list of names gives the first of them. */
export function renamed(
  context: Resolving,
  outputs: readonly OutputColumn[] | null,
  columns: readonly Name[],
  extra: readonly Name[] = [],
): SourceColumn[] | null {
  if (outputs === null) return null;
  const own = outputs.map((output, index) => {
    const name = columns[index];
    return name
      ? { key: nameKey(name, context.dialect), name: name.text, reads: [] }
      : { key: output.key, name: output.name, reads: [] };
  });
  return [...own, ...plainColumns(context, extra)];
}

function resolveBody(
  context: Resolving,
  body: QueryBody,
  ctes: CteScope | null,
  parent: Scope | null,
  self: CteBinding | null,
): ResolvedQuery {
  switch (body.kind) {
    case 'select':
      return resolveSelect(context, body, ctes, parent);
    case 'nested':
      return {
        outputs: resolveQuery(context, body.query, ctes, parent, self).outputs,
        scope: null,
      };
    case 'set':
      return resolveSet(context, body, ctes, parent, self);
    case 'values': {
      const scope = createScope(parent);
      for (const row of body.rows) {
        for (const cell of row) resolveExpression(context, cell, scope, ctes);
      }
      const { valuesColumn } = nameRules[context.dialect];
      const outputs = (body.rows[0] ?? []).map((_, index) => ({
        key: valuesColumn(index),
        name: valuesColumn(index),
        canonical: null,
      }));
      return { outputs, scope: null };
    }
    case 'table': {
      const scope = createScope(parent);
      resolveFrom(context, body.from, scope, ctes);
      const star = { kind: 'star' as const, path: [], exclude: [], replace: [] };
      return { outputs: expandStar(context, star, scope), scope };
    }
    case 'opaque': {
      if (body.from) {
        const scope = createScope(parent);
        resolveFrom(context, body.from, scope, ctes);
        expandStar(context, { kind: 'star', path: [], exclude: [], replace: [] }, scope);
      } else {
        context.reads.isComplete = false;
      }
      return { outputs: null, scope: null };
    }
  }
}

function resolveSet(
  context: Resolving,
  body: Extract<QueryBody, { kind: 'set' }>,
  ctes: CteScope | null,
  parent: Scope | null,
  self: CteBinding | null,
): ResolvedQuery {
  let outputs: readonly OutputColumn[] | null = null;
  body.branches.forEach((branch, index) => {
    const isLast = index === body.branches.length - 1;
    // Only what follows the last UNION is sure to mean the entry itself.
    if (self && isLast && body.operators.at(-1)?.startsWith('union')) self.isDefined = true;
    const resolved = resolveQuery(context, branch, ctes, parent, self);
    if (index > 0) return;
    outputs = resolved.outputs?.map((output) => ({ ...output, canonical: null })) ?? null;
    // A recursive entry sees the columns of its first branch in the others.
    if (self && self.columns === null) self.columns = renamed(context, outputs, []);
  });
  return { outputs: body.byName ? null : outputs, scope: null };
}

function resolveSelect(
  context: Resolving,
  select: Select,
  ctes: CteScope | null,
  parent: Scope | null,
): ResolvedQuery {
  const scope = createScope(parent);
  if (select.from) resolveFrom(context, select.from, scope, ctes);
  const resolve = (expression: Expression | null) => {
    if (expression) resolveExpression(context, expression, scope, ctes);
  };
  const outputs = resolveItems(context, select, scope, ctes);
  for (const expression of select.distinctOn) resolve(expression);
  resolve(select.where);
  for (const expression of select.groupBy) resolve(expression);
  resolve(select.having);
  resolve(select.qualify);
  for (const expression of select.windows) resolve(expression);
  return { outputs, scope };
}

function resolveItems(
  context: Resolving,
  select: Select,
  scope: Scope,
  ctes: CteScope | null,
): OutputColumn[] | null {
  let outputs: OutputColumn[] | null = [];
  for (const { expression, alias } of select.items) {
    if (expression.kind === 'star') {
      const columns = expandStar(context, expression, scope);
      for (const replacement of expression.replace) {
        resolveExpression(context, replacement, scope, ctes);
      }
      outputs = columns && outputs ? [...outputs, ...columns] : null;
      continue;
    }
    resolveExpression(context, expression, scope, ctes);
    if (isManyColumns(expression)) outputs = null;
    const name = alias ?? outputName(expression);
    // An alias is seen from the next item on, and by the clauses that follow.
    if (alias) scope.aliases.add(nameKey(alias, context.dialect));
    outputs?.push({
      key: name ? nameKey(name, context.dialect) : '',
      name: name?.text ?? '',
      canonical: canonicalExpression(context, expression, scope),
    });
  }
  return outputs;
}

/** `COLUMNS(…)` and `(x).*` stand for as many columns as there are. */
function isManyColumns(expression: Expression): boolean {
  if (expression.kind === 'star') return true;
  if (expression.kind === 'field') return expression.field === '*';
  if (expression.kind === 'operation') return expression.operands.some(isManyColumns);
  if (expression.kind === 'cast') return isManyColumns(expression.operand);
  if (expression.kind !== 'call') return false;
  return (
    /^(?:columns|unnest)$/i.test(expression.path.at(-1)?.text ?? '') ||
    (expression.arguments.some(isManyColumns) && !isCountAll(expression))
  );
}

function isCountAll(call: Extract<Expression, { kind: 'call' }>): boolean {
  return call.arguments.every((argument) => argument.kind === 'star' && argument.path.length === 0);
}

/** A key may be an output name or number before it is a column. */
function resolveOrderKey(
  context: Resolving,
  expression: Expression,
  resolved: ResolvedQuery,
  ctes: CteScope | null,
  parent: Scope | null,
): void {
  if (orderPosition(context, expression, resolved) !== null && isBareName(expression)) return;
  if (expression.kind === 'column' && /^all$/i.test(expression.path[0]?.text ?? '')) return;
  if (resolved.scope) {
    resolveExpression(context, expression, resolved.scope, ctes);
    return;
  }
  const scope = createScope(parent);
  scope.sources.push({
    alias: null,
    qualifiers: [],
    columns: renamed(context, resolved.outputs, []),
    hidden: [],
    table: null,
    mergedKeys: noMergedKeys(),
  });
  resolveExpression(context, expression, scope, ctes);
}

function isBareName(expression: Expression): boolean {
  return expression.kind === 'column' && expression.path.length === 1;
}

/** Which output column (from 0) an ORDER BY key is, or null where it is none or nobody can say. */
export function orderPosition(
  context: Resolving,
  expression: Expression,
  resolved: ResolvedQuery,
): number | null {
  const outputs = resolved.outputs;
  if (expression.kind === 'literal' && expression.type === 'number') {
    const position = Number(expression.text) - 1;
    if (!Number.isInteger(position) || position < 0) return null;
    return outputs && position >= outputs.length ? null : position;
  }
  if (!outputs) return null;
  if (expression.kind === 'column' && expression.path.length === 1) {
    const [name] = expression.path;
    const key = name ? nameKey(name, context.dialect) : '';
    const found = outputs.flatMap((output, index) => (output.key === key ? [index] : []));
    const [first] = found;
    if (first !== undefined) {
      const same = found.every((index) => outputs[index]?.canonical === outputs[first]?.canonical);
      return found.length === 1 || (same && outputs[first]?.canonical !== null) ? first : null;
    }
  }
  if (!resolved.scope) return null;
  const canonical = canonicalExpression(context, expression, resolved.scope);
  if (canonical === null) return null;
  const index = outputs.findIndex((output) => output.canonical === canonical);
  return index === -1 ? null : index;
}
