import type { Expression, Name } from '../syntax/tree.ts';
import { nameKey } from './name-rules.ts';
import { findColumn } from './resolve-column.ts';
import type { Resolving } from './resolve-query.ts';
import type { Scope } from './scope.ts';

/** The name a result column bears when the text gives it none; null where engines differ. */
export function outputName(expression: Expression): Name | null {
  switch (expression.kind) {
    case 'column':
      return expression.path.at(-1) ?? null;
    case 'field':
      return expression.field === '*' ? null : expression.field;
    case 'call':
      return expression.path.at(-1) ?? null;
    case 'cast':
      return outputName(expression.operand);
    default:
      return null;
  }
}

/** A text equal for expressions that mean the same within one SELECT; null where that cannot be said. */
export function canonicalExpression(
  context: Resolving,
  expression: Expression,
  scope: Scope,
): string | null {
  const all = (parts: readonly Expression[]): string | null => {
    const texts = parts.map((part) => canonicalExpression(context, part, scope));
    return texts.includes(null) ? null : texts.join(',');
  };
  switch (expression.kind) {
    case 'column': {
      const found = findColumn(context, expression.path, scope);
      if (found.kind !== 'column' || found.sources.length > 1) return null;
      const index = scope.sources.findIndex((source) => found.sources.includes(source));
      return index === -1 ? null : `#${index}.${found.key}`;
    }
    case 'literal':
      return `${expression.type}:${JSON.stringify(expression.text)}`;
    case 'cast': {
      const operand = canonicalExpression(context, expression.operand, scope);
      return operand && `cast(${operand},${expression.type.toLowerCase()})`;
    }
    case 'operation': {
      const operands = all(expression.operands);
      return operands && `(${expression.operators.join(' ')})[${operands}]`;
    }
    case 'list': {
      const items = all(expression.items);
      return items && `(${items})`;
    }
    case 'call': {
      if (expression.isWindow) return null;
      const name = expression.path.map((part) => nameKey(part, context.dialect)).join('.');
      const isStar = expression.arguments.some((argument) => argument.kind === 'star');
      const inner = isStar ? '*' : all([...expression.arguments, ...expression.more]);
      return inner === null ? null : `${name}(${expression.isDistinct ? 'distinct ' : ''}${inner})`;
    }
    default:
      return null;
  }
}
