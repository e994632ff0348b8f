import { exactKey, exactOfDouble, exactOfInteger, parseExactNumber } from './exact-number.ts';

/**
 * One text per JSON value: keys sorted, arrays in order, numbers by value, `"1"` apart from `1`.
 * A `$json` cell may hold the value, or its JSON text where a number would lose digits in JavaScript.
 */
export function jsonCellKey(content: unknown): string {
  if (typeof content === 'string') {
    const exact = exactJsonText(content);
    if (exact !== null) return exact;
  }
  return jsonKey(content);
}

/** The key of a JSON text that only spells out what JavaScript would round; null for a plain string. */
function exactJsonText(text: string): string | null {
  const numbers: string[] = [];
  let losesDigits = false;
  // Numbers are held aside by position, so that their digits survive the parse.
  const held = text.replace(/"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/g, (token) => {
    if (token.startsWith('"')) return token;
    const exact = parseExactNumber(token);
    if (!exact) return token;
    const value = Number(token);
    if (!Number.isFinite(value) || exactKey(exact) !== exactKey(exactOfDouble(value))) {
      losesDigits = true;
    }
    numbers.push(exactKey(exact));
    return `{"\\u0000":${numbers.length - 1}}`;
  });
  if (!losesDigits) return null;
  try {
    return keyWithHeldNumbers(JSON.parse(held), numbers);
  } catch {
    return null;
  }
}

function keyWithHeldNumbers(value: unknown, numbers: readonly string[]): string {
  if (value !== null && typeof value === 'object' && !Array.isArray(value)) {
    const held = (value as Record<string, unknown>)['\u0000'];
    if (typeof held === 'number') return numbers[held] ?? '';
  }
  return jsonKey(value, (child) => keyWithHeldNumbers(child, numbers));
}

function jsonKey(value: unknown, keyOf: (child: unknown) => string = jsonKey): string {
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'number') return exactKey(exactOfDouble(value));
  if (typeof value === 'bigint') return exactKey(exactOfInteger(value));
  if (typeof value === 'string') return JSON.stringify(value.normalize('NFC'));
  if (typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return `[${value.map((item) => keyOf(item)).join(',')}]`;
  // A lossless parser hands over numbers as objects that know their text.
  const text = losslessText(value);
  if (text !== null) return exactKey(parseExactNumber(text) ?? exactOfDouble(Number(text)));
  const entries = Object.entries(value as Record<string, unknown>)
    .map(([key, child]): [string, string] => [JSON.stringify(key.normalize('NFC')), keyOf(child)])
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return `{${entries.map(([key, child]) => `${key}:${child}`).join(',')}}`;
}

function losslessText(value: object): string | null {
  const number = value as { isLosslessNumber?: unknown; value?: unknown };
  return number.isLosslessNumber === true && typeof number.value === 'string' ? number.value : null;
}
