/**
 * Words out of names and questions, in any script: separators, camel case and accents resolved, case
 * folded. Letters and digits of one piece stay together (`R2DT`, `oauth2`), so a code name can be met.
 */

/** A piece of a question with the way it was written. */
export interface QuestionWord {
  /** Folded text. */
  readonly text: string;
  /** In quotes, or shaped like a value (a number, date, UUID, address): it names data, not schema. */
  readonly isLiteral: boolean;
}

const camelBoundary =
  /([\p{Ll}\d])(?=\p{Lu}\p{Ll})|(\p{Ll})(?=\p{Lu})|(\p{Lu})(?=\p{Lu}\p{Ll}{2})/gu;
const piece = /[\p{L}\p{N}]+/gu;
const asciiOnly = /^[\x20-\x7e]*$/;
const wideScript = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/u;

/**
 * The words of a table or column name or a comment, folded, in their order.
 *
 * @example
 * splitName('orderLine_status'); // ['order', 'line', 'status']
 */
export function splitName(name: string): string[] {
  const words: string[] = [];
  if (asciiOnly.test(name)) splitAscii(name, words);
  else for (const text of splitPieces(name)) pushFolded(words, text);
  return words;
}

/** The common case by character codes: names are split by the hundred thousand when a catalog is indexed. */
function splitAscii(name: string, words: string[]): void {
  let start = -1;
  for (let index = 0; index <= name.length; index += 1) {
    const kind = kindOf(name.charCodeAt(index));
    if (kind === 0) {
      if (start !== -1) words.push(name.slice(start, index).toLowerCase());
      start = -1;
      continue;
    }
    if (start === -1) start = index;
    else if (isBoundary(name, index, kind)) {
      words.push(name.slice(start, index).toLowerCase());
      start = index;
    }
  }
}

/** 0 none, 1 lower, 2 upper, 3 digit. */
function kindOf(code: number): 0 | 1 | 2 | 3 {
  if (code >= 97 && code <= 122) return 1;
  if (code >= 65 && code <= 90) return 2;
  if (code >= 48 && code <= 57) return 3;
  return 0;
}

function isBoundary(name: string, index: number, kind: number): boolean {
  if (kind !== 2) return false;
  const before = kindOf(name.charCodeAt(index - 1));
  const after = kindOf(name.charCodeAt(index + 1));
  if (before === 1) return true;
  if (before === 3) return after === 1;
  return after === 1 && kindOf(name.charCodeAt(index + 2)) === 1;
}

function splitPieces(text: string): string[] {
  return text.replace(camelBoundary, '$1$2$3 ').match(piece) ?? [];
}

/** Scripts without spaces give their pairs of characters: enough to meet the same run elsewhere. */
function pushFolded(words: string[], text: string): void {
  const folded = fold(text);
  if (!wideScript.test(folded)) {
    if (folded !== '') words.push(folded);
    return;
  }
  const characters = [...folded];
  if (characters.length === 1) words.push(folded);
  for (let index = 1; index < characters.length; index += 1) {
    words.push(`${characters[index - 1]}${characters[index]}`);
  }
}

/** Lower case without accents: `Größe` is `grosse`, `café` is `cafe`. */
export function fold(text: string): string {
  const lower = text.toLowerCase();
  if (asciiOnly.test(lower)) return lower;
  return lower
    .replaceAll('ß', 'ss')
    .replaceAll('ø', 'o')
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .normalize('NFC');
}

const quoted =
  /"[^"\n]{1,80}"|“[^”\n]{1,80}”|`[^`\n]{1,80}`|(?<![\p{L}\p{N}])'[^'\n]{1,80}'(?![\p{L}\p{N}])/gu;
const token = /[^\s"“”`,;:!?()[\]{}<>=*|]+/gu;
const uuid = /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i;
const longHex = /^(?=.*\d)[0-9a-f]{12,}$/i;
const numeric = /^[#$€£]?[+-]?\d[\d.,:/%-]*(?:st|nd|rd|th|k|m|bn|%)?$/i;
const address = /^\S+@\S+\.\S+$|^[a-z]+:\/\/|^\d{1,3}(?:\.\d{1,3}){3}/i;
/** Most words of most questions: none of the shapes of a value. */
const lettersOnly = /^[a-z]+$/i;
/** `star-76`: a name with a number, as hosts and parts are called. */
const numberedName = /^[\p{L}\d]+(?:-[\p{L}\d]+)*-\d+$/u;

/** The words of a question, in their order, each told apart from literals. */
export function splitQuestion(question: string): QuestionWord[] {
  const words: QuestionWord[] = [];
  let position = 0;
  for (const match of question.matchAll(quoted)) {
    splitPlain(question.slice(position, match.index), words);
    for (const text of splitName(match[0])) words.push({ text, isLiteral: true });
    position = match.index + match[0].length;
  }
  splitPlain(question.slice(position), words);
  return words;
}

function looksLikeValue(raw: string): boolean {
  return (
    uuid.test(raw) ||
    longHex.test(raw) ||
    numeric.test(raw) ||
    address.test(raw) ||
    numberedName.test(raw)
  );
}

function splitPlain(text: string, words: QuestionWord[]): void {
  for (const match of text.matchAll(token)) {
    const raw = match[0].replace(/^['’.]+|['’.]+$/g, '').replace(/['’](?:s|re|ve|ll|d|t|m)$/i, '');
    const isLiteral = !lettersOnly.test(raw) && looksLikeValue(raw);
    for (const word of splitName(raw)) words.push({ text: word, isLiteral });
  }
}
