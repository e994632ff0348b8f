import type { BoundExpression, BoundLiteral } from '../bound-plan.ts';
import { familyOf, type ValueType } from '../value-type.ts';

/** Two sides of a comparison made comparable, or the reason why they are not. */
export type Alignment =
  | { readonly ok: true; readonly left: BoundExpression; readonly right: BoundExpression }
  | {
      readonly ok: false;
      readonly found: string;
      readonly expected: string;
      readonly suggestion: string;
    };

/**
 * Makes two sides comparable on every database: a literal takes the type of the other side where it
 * spells a value of it; a text and a date compare as dates; anything else must be of one family.
 */
export function alignTypes(left: BoundExpression, right: BoundExpression): Alignment {
  if (left.kind === 'literal' && right.kind !== 'literal') {
    const reading = readLiteral(left, right.type);
    return typeof reading === 'string'
      ? mismatch(left, right, reading)
      : { ok: true, left: reading, right };
  }
  if (right.kind === 'literal') {
    const reading = readLiteral(right, left.type);
    return typeof reading === 'string'
      ? mismatch(right, left, reading)
      : { ok: true, left, right: reading };
  }
  const families = [familyOf(left.type), familyOf(right.type)];
  const [leftFamily, rightFamily] = families;
  if (leftFamily === rightFamily || families.includes('any')) return { ok: true, left, right };
  if (families.includes('text') && families.includes('temporal')) {
    const type = leftFamily === 'temporal' ? left.type : right.type;
    const to = type === 'date' ? ('date' as const) : ('timestamp' as const);
    const asDate = (side: BoundExpression): BoundExpression =>
      familyOf(side.type) === 'text' ? { kind: 'cast', type: to, expression: side, to } : side;
    return { ok: true, left: asDate(left), right: asDate(right) };
  }
  if (families.includes('boolean') && families.includes('number')) {
    const asNumber = (side: BoundExpression): BoundExpression =>
      side.type === 'boolean'
        ? { kind: 'cast', type: 'integer', expression: side, to: 'integer' }
        : side;
    return { ok: true, left: asNumber(left), right: asNumber(right) };
  }
  return mismatch(left, right, `CAST one side: {kind: cast, type: ${castFor(left.type)}}`);
}

function mismatch(
  found: BoundExpression,
  expected: BoundExpression,
  suggestion: string,
): Alignment {
  return { ok: false, found: describeType(found), expected: describeType(expected), suggestion };
}

export function describeType(expression: BoundExpression): string {
  if (expression.kind === 'column') {
    return `${expression.source}.${expression.name} (${expression.dataType ?? expression.type})`;
  }
  if (expression.kind === 'literal') return `${expression.type} ${JSON.stringify(expression.text)}`;
  return expression.type;
}

function castFor(type: ValueType): string {
  return familyOf(type) === 'number' ? 'text' : familyOf(type) === 'text' ? 'decimal' : 'text';
}

const isoDate = /^-?\d{4,}-\d{2}-\d{2}$/;
const isoTimestamp =
  /^-?\d{4,}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}(?::?\d{2})?)?$/;
const isoTime = /^\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?$/;
const numberText = /^\s*[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?\s*$/;

/** The literal as a value of the type, or what to write instead. */
export function readLiteral(literal: BoundLiteral, type: ValueType): BoundLiteral | string {
  if (literal.type === 'null') return literal;
  switch (familyOf(type)) {
    case 'any':
      return literal;
    case 'number':
      return asNumber(literal);
    case 'text':
      return literal.type === 'text' || familyOf(literal.type) === 'temporal'
        ? { ...literal, type: 'text' }
        : `a text: "${literal.text}"`;
    case 'boolean':
      return asBoolean(literal);
    case 'temporal':
      return asTemporal(literal, type);
  }
}

function asNumber(literal: BoundLiteral): BoundLiteral | string {
  if (familyOf(literal.type) === 'number') return literal;
  if (literal.type === 'boolean') {
    return { ...literal, type: 'integer', text: literal.text === 'true' ? '1' : '0' };
  }
  if (numberText.test(literal.text)) {
    const text = literal.text.trim();
    return { ...literal, type: /^[-+]?\d+$/.test(text) ? 'integer' : 'decimal', text };
  }
  return 'a number without quotes, or a text column';
}

function asBoolean(literal: BoundLiteral): BoundLiteral | string {
  if (literal.type === 'boolean') return literal;
  const text = literal.text.toLowerCase();
  if (text === '1' || text === 'true') return { ...literal, type: 'boolean', text: 'true' };
  if (text === '0' || text === 'false') return { ...literal, type: 'boolean', text: 'false' };
  return 'true or false';
}

function asTemporal(literal: BoundLiteral, type: ValueType): BoundLiteral | string {
  if (familyOf(literal.type) === 'temporal') return literal;
  const text = literal.text.trim();
  if (literal.type === 'text' && type === 'time' && isoTime.test(text)) {
    return { ...literal, type: 'time', text };
  }
  if (literal.type === 'text' && type !== 'time') {
    if (isoDate.test(text)) return { ...literal, type: 'date', text };
    if (isoTimestamp.test(text)) {
      const hasZone = /(?:Z|[+-]\d{2}(?::?\d{2})?)$/.test(text.slice(10));
      return { ...literal, type: hasZone ? 'timestamptz' : 'timestamp', text };
    }
  }
  return type === 'time'
    ? 'a time as "HH:MM:SS"'
    : 'a date as "YYYY-MM-DD" or "YYYY-MM-DD HH:MM:SS"';
}
