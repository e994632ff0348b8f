import { type Cell, parseNumberText } from '../../../catalog/index.ts';

/**
 * What a plain (unquoted) scalar means. YAML 1.1 and 1.2 readers disagree on many spellings; where they
 * do, the scalar is the text as spelled, and `spelling` says what a reader of the other version sees.
 */
export type PlainScalar =
  | { readonly kind: 'null' }
  | { readonly kind: 'boolean'; readonly value: boolean }
  /** A number with its digits kept; `isFloat` when it was spelled with a point or an exponent. */
  | { readonly kind: 'number'; readonly cell: Cell; readonly isFloat: boolean }
  | { readonly kind: 'text'; readonly spelling?: string };

const plainText: PlainScalar = { kind: 'text' };
const nullScalar: PlainScalar = { kind: 'null' };
const trueScalar: PlainScalar = { kind: 'boolean', value: true };
const falseScalar: PlainScalar = { kind: 'boolean', value: false };

/** Spellings of booleans that only YAML 1.1 knows. */
const booleanWords: ReadonlyMap<string, boolean> = new Map(
  ['yes', 'on'].flatMap((word) => spellings(word, true)),
);
const negativeWords: ReadonlyMap<string, boolean> = new Map(
  ['no', 'off'].flatMap((word) => spellings(word, false)),
);

function spellings(word: string, value: boolean): [string, boolean][] {
  const title = (word[0] ?? '').toUpperCase() + word.slice(1);
  return [
    [word, value],
    [title, value],
    [word.toUpperCase(), value],
  ];
}

/** `yes`, `NO`, `on` and their kind as a boolean; undefined for any other text. */
export function booleanWord(text: string): boolean | undefined {
  return booleanWords.get(text) ?? negativeWords.get(text);
}

/** Numbers and dates that YAML 1.1 readers see where 1.2 sees text, or the other way round. */
const disputed: readonly (readonly [RegExp, string])[] = [
  [/^[-+]?0[0-7_]+$/, 'an octal number'],
  [/^[-+]?0\d+$/, 'a number with leading zeros'],
  [/^[-+]?0b[01_]+$/, 'a binary number'],
  [/^[-+]?0o[0-7]+$/, 'an octal number'],
  [/^[-+]?0x[0-9a-fA-F_]+$/, 'a hexadecimal number'],
  [/^[-+]?[1-9][0-9_]*_[0-9_]*$/, 'a number'],
  [/^[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?$/, 'a number to the base 60'],
  [/^[-+]?[0-9][0-9_]*(?:\.[0-9_]*)?[eE][-+]?[0-9]+$/, 'a number'],
  [/^[-+]?(?:[0-9][0-9_]*\.[0-9_]*|\.[0-9][0-9_]*)(?:[eE][-+]?[0-9]+)?$/, 'a number'],
  [/^\d{4}-\d\d-\d\d$/, 'a date'],
  [
    /^\d{4}-\d\d?-\d\d?(?:[Tt]|[ \t]+)\d\d?:\d\d:\d\d(?:\.\d*)?(?:[ \t]*(?:Z|[-+]\d\d?(?::\d\d)?))?$/,
    'a date',
  ],
];

const agreedHex = /^0x[0-9a-fA-F]+$/;
const agreedInteger = /^[-+]?(?:0|[1-9][0-9]*)$/;
const agreedFloat = /^(?:[-+]?[0-9]+\.[0-9]*(?:[eE][-+][0-9]+)?|\.[0-9]+(?:[eE][-+][0-9]+)?)$/;
const agreedInfinity = /^([-+]?)\.(?:inf|Inf|INF)$/;
const agreedNan = /^\.(?:nan|NaN|NAN)$/;

/**
 * Reads a plain scalar.
 *
 * @example
 * readPlainScalar('1.10'); // { kind: 'number', cell: { $decimal: '1.10' }, isFloat: true }
 * readPlainScalar('NO'); // { kind: 'text', spelling: 'a boolean' }
 */
export function readPlainScalar(text: string): PlainScalar {
  const first = text.charCodeAt(0);
  // Anything that starts with a letter outside the words below, or a non-ASCII character, is text.
  const isDigitLike = (first >= 48 && first <= 57) || first === 43 || first === 45 || first === 46;
  if (isDigitLike) return readNumberLike(text);
  switch (text) {
    case '':
    case '~':
    case 'null':
    case 'Null':
    case 'NULL':
      return nullScalar;
    case 'true':
    case 'True':
    case 'TRUE':
      return trueScalar;
    case 'false':
    case 'False':
    case 'FALSE':
      return falseScalar;
    case '=':
      return { kind: 'text', spelling: 'a default value' };
    case '<<':
      return { kind: 'text', spelling: 'a merge' };
    default:
      return text.length <= 3 && booleanWord(text) !== undefined
        ? { kind: 'text', spelling: 'a boolean' }
        : plainText;
  }
}

function readNumberLike(text: string): PlainScalar {
  if (agreedInteger.test(text)) {
    return { kind: 'number', cell: parseNumberText(text), isFloat: false };
  }
  if (agreedFloat.test(text)) {
    return { kind: 'number', cell: floatCellOf(text), isFloat: true };
  }
  if (agreedHex.test(text)) {
    return { kind: 'number', cell: parseNumberText(BigInt(text).toString()), isFloat: false };
  }
  const infinity = agreedInfinity.exec(text);
  if (infinity) {
    return {
      kind: 'number',
      cell: { $float: infinity[1] === '-' ? '-inf' : 'inf' },
      isFloat: true,
    };
  }
  if (agreedNan.test(text)) return { kind: 'number', cell: { $float: 'nan' }, isFloat: true };
  for (const [shape, name] of disputed) {
    if (shape.test(text)) return { kind: 'text', spelling: name };
  }
  return plainText;
}

/** `1.` and `.5` are spelled with their missing digit first, so that they are the doubles they look like. */
function floatCellOf(text: string): Cell {
  return parseNumberText(text.replace(/^([-+]?)\./, '$10.').replace(/\.(?=$|[eE])/, '.0'));
}
