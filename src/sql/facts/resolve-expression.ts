import type { Expression, Name } from '../syntax/tree.ts';
import { nameKey } from './name-rules.ts';
import { findColumn, meansWithheld, readPath } from './resolve-column.ts';
import { readAll, readColumn } from './resolve-from.ts';
import { type Resolving, resolveQuery } from './resolve-query.ts';
import { expandStar } from './resolve-star.ts';
import { type CteScope, columnNamed, type Scope } from './scope.ts';

/** Reads every column and table of an expression, and notes the functions it calls. */
export function resolveExpression(
  context: Resolving,
  expression: Expression,
  scope: Scope,
  ctes: CteScope | null,
  options: { readonly isLenient?: boolean } = {},
): void {
  const resolve = (inner: Expression) => resolveExpression(context, inner, scope, ctes, options);
  switch (expression.kind) {
    case 'column':
      readPath(context, expression.path, scope, options.isLenient ?? false);
      return;
    case 'star':
      expandStar(context, expression, scope);
      for (const replacement of expression.replace) resolve(replacement);
      return;
    case 'literal':
    case 'parameter':
      return;
    case 'call':
      resolveCall(context, expression, scope, ctes, options);
      return;
    case 'operation':
      resolveOperation(context, expression, scope, ctes, options);
      return;
    case 'case':
      if (expression.subject) resolve(expression.subject);
      for (const branch of expression.branches) {
        resolve(branch.when);
        resolve(branch.result);
      }
      if (expression.otherwise) resolve(expression.otherwise);
      return;
    case 'subquery':
      resolveQuery(context, expression.query, ctes, scope);
      return;
    case 'cast':
      if (isObjectType(expression.type)) context.reads.objectTypes.add(expression.type);
      resolve(expression.operand);
      return;
    case 'list':
      for (const item of expression.items) resolve(item);
      return;
    case 'field':
      resolveField(context, expression, scope, ctes, options);
      return;
    case 'lambda': {
      const inner = within(scope, expression.parameters);
      resolveExpression(context, expression.body, inner, ctes, options);
      return;
    }
    case 'named':
      resolve(expression.value);
      return;
  }
}

function within(scope: Scope, parameters: readonly Name[]): Scope {
  return { sources: [], aliases: new Set(), parameters, parent: scope };
}

type Call = Extract<Expression, { kind: 'call' }>;

function resolveCall(
  context: Resolving,
  call: Call,
  scope: Scope,
  ctes: CteScope | null,
  options: { readonly isLenient?: boolean },
): void {
  const receiver = call.path.slice(0, -1);
  const mayBeMethod = context.dialect === 'duckdb' && receiver.length > 0;
  // DuckDB's `column.f(x)` is `f(column, x)`; other prefixes are schemas.
  const isMethod = mayBeMethod && readPath(context, receiver, scope, true).kind !== 'unknown';
  context.reads.calls.push({
    path: isMethod ? call.path.slice(-1) : call.path,
    argumentCount: call.arguments.length,
  });
  const name = call.path.at(-1)?.text.toLowerCase() ?? '';
  if (name === 'columns' && context.dialect === 'duckdb') {
    expandStar(context, { kind: 'star', path: [], exclude: excluded(call), replace: [] }, scope);
    // A pattern or lambda chooses among the columns; what it calls and reads counts all the same.
    for (const argument of call.arguments) {
      resolveExpression(context, argument, scope, ctes, { isLenient: true });
    }
    return;
  }
  for (const argument of [...call.arguments, ...call.more]) {
    // count(*) counts rows and reads none of their columns.
    if (argument.kind === 'star' && argument.path.length === 0 && name === 'count') continue;
    resolveExpression(context, argument, scope, ctes, options);
  }
}

function excluded(call: Call) {
  const [star] = call.arguments;
  return star?.kind === 'star' ? star.exclude : [];
}

/** DuckDB's `x -> x + 1`: a bare name before the arrow that is no column is the lambda's own. */
function resolveOperation(
  context: Resolving,
  operation: Extract<Expression, { kind: 'operation' }>,
  scope: Scope,
  ctes: CteScope | null,
  options: { readonly isLenient?: boolean },
): void {
  // DuckDB's `#3` is a column of FROM by its place.
  if (context.dialect === 'duckdb' && operation.operators.some((text) => text.endsWith('#'))) {
    for (const source of scope.sources) readAll(context, source);
  }
  const parameters = arrowParameters(context, operation, scope);
  const inner = parameters.length > 0 ? within(scope, parameters) : scope;
  for (const operand of operation.operands) {
    resolveExpression(context, operand, inner, ctes, options);
  }
}

function arrowParameters(
  context: Resolving,
  operation: Extract<Expression, { kind: 'operation' }>,
  scope: Scope,
): Name[] {
  if (context.dialect !== 'duckdb' || operation.operators[0] !== '->') return [];
  const [head] = operation.operands;
  const names = head?.kind === 'list' ? head.items : head ? [head] : [];
  return names.flatMap((name) => {
    if (name.kind !== 'column' || name.path.length !== 1) return [];
    const [own] = name.path;
    const isColumn =
      findColumn(context, name.path, scope).kind !== 'unknown' ||
      meansWithheld(context, name.path, scope);
    return own && !isColumn ? [own] : [];
  });
}

/** `(t).c` reads one column of the row t, `(t).*` all of it. */
function resolveField(
  context: Resolving,
  expression: Extract<Expression, { kind: 'field' }>,
  scope: Scope,
  ctes: CteScope | null,
  options: { readonly isLenient?: boolean },
): void {
  const { base, field } = expression;
  if (base.kind === 'column' && field !== '*') {
    const found = findColumn(context, base.path, scope);
    if (found.kind === 'row') {
      const key = nameKey(field, context.dialect);
      const isColumn = found.source.columns === null || columnNamed(found.source.columns, key);
      if (isColumn) {
        readColumn(context, found.source, key, field.text);
        return;
      }
    }
  }
  resolveExpression(context, base, scope, ctes, options);
}

/** PostgreSQL's types whose values are the database's own objects: a cast tells whether one is there. */
function isObjectType(type: string): boolean {
  return /\breg(?:class|type|proc|procedure|oper|operator|namespace|role|config|dictionary|collation)\b/i.test(
    type,
  );
}
