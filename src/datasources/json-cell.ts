import { type Cell, parseNumberText } from '../catalog/index.ts';

const numberOrString = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/g;

/**
 * A JSON text from a database as a cell: the JSON value, or the text itself when reading it would
 * change a number (`{"id": 9007199254740993}`) or it is not JSON that JavaScript can read.
 *
 * @example
 * jsonCell('{"a": [1, 2.50]}'); // { $json: { a: [1, 2.5] } }
 * jsonCell('9007199254740993'); // { $json: '9007199254740993' }
 */
export function jsonCell(text: string): Cell {
  for (const [token] of text.matchAll(numberOrString)) {
    if (!token.startsWith('"') && !isExact(token)) return { $json: text };
  }
  try {
    return { $json: JSON.parse(text) as unknown };
  } catch {
    return { $json: text };
  }
}

/** Whether the number survives being a double: trailing zeros may go, digits may not. */
function isExact(token: string): boolean {
  const cell = parseNumberText(token.includes('.') ? token.replace(/\.?0+(?=[eE]|$)/, '') : token);
  return (
    typeof cell === 'number' || (cell !== null && typeof cell === 'object' && '$float' in cell)
  );
}
