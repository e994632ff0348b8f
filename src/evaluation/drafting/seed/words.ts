/** Names of tables and columns as words of a question. */

/**
 * A name as words: `InvoiceLine` and `invoice_lines` are "invoice line" and "invoice lines".
 */
export function wordsOf(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase();
}

const irregular: Readonly<Record<string, string>> = {
  person: 'people',
  child: 'children',
  man: 'men',
  woman: 'women',
  datum: 'data',
};
const uncountable = new Set(['staff', 'media', 'data', 'inventory', 'news', 'people', 'children']);

/** Many of it: "invoice lines", "categories", "people". */
export function pluralOf(words: string): string {
  const at = words.lastIndexOf(' ') + 1;
  const last = words.slice(at);
  return words.slice(0, at) + pluralWord(last);
}

function pluralWord(word: string): string {
  const known = irregular[word];
  if (known !== undefined) return known;
  if (uncountable.has(word) || isPluralWord(word)) return word;
  // English endings fit English words only: not `straßen`, `t1`.
  if (!/^[a-z'’-]+$/.test(word)) return word;
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`;
  if (/(?:s|x|z|ch|sh)$/.test(word)) return `${word}es`;
  return `${word}s`;
}

/** One of it: "invoice line", "category". */
export function singularOf(words: string): string {
  const at = words.lastIndexOf(' ') + 1;
  const last = words.slice(at);
  return words.slice(0, at) + singularWord(last);
}

function singularWord(word: string): string {
  const known = Object.entries(irregular).find(([, plural]) => plural === word)?.[0];
  if (known !== undefined) return known;
  if (uncountable.has(word) || !isPluralWord(word)) return word;
  if (/ies$/.test(word) && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(?:ses|xes|zes|ches|shes)$/.test(word)) return word.slice(0, -2);
  return word.slice(0, -1);
}

const upper = new Set(['usd', 'eur', 'gbp', 'chf', 'jpy', 'cad', 'kb', 'mb', 'gb']);
const unit =
  /^(.+) (seconds|minutes|hours|days|weeks|months|milliseconds|ms|bytes|kb|mb|gb|usd|eur|gbp|chf|jpy|cad|kg|grams|km|meters|miles|percent)$/;

/** Where the thing ends that words speak of: "seconds" of "seconds on page". */
function headOf(words: string): string {
  return /^(.+?) (?:in|on|of|per|for|to|by) /.exec(words)?.[1] ?? words;
}

/** Whether words speak of many: "bytes", "seconds on page". */
export function isMany(words: string): boolean {
  const last = headOf(words).split(' ').at(-1) ?? '';
  return isPluralWord(last) && last.length > 3;
}

/** Several of what a column holds: "billing cities", "durations in seconds". */
export function manyOf(words: string): string {
  const head = headOf(words);
  return pluralOf(head) + words.slice(head.length);
}

/** A quantity in words: "unit price", and "number of bytes". */
export function quantityWords(words: string): string {
  return isMany(words) ? `number of ${words}` : words;
}

/** A sum in words: "the total price", and "the sum of the total" of a column that is called total. */
export function sumWords(words: string): string {
  return /\b(?:total|sum)\b/.test(words)
    ? `the sum of the ${words}`
    : `the total ${quantityWords(words)}`;
}

function isPluralWord(word: string): boolean {
  return /s$/.test(word) && !/(?:ss|us|is)$/.test(word);
}

/**
 * A column's words without those of its table: `customer_email` of customers is "email"; `opened_at` is
 * "opened date", `is_open` is "open flag", `duration_seconds` is "duration in seconds".
 */
export function columnWords(column: string, table: string): string {
  const words = wordsOf(column)
    .replace(/^(.+) (?:at|on)$/, '$1 date')
    .replace(/^(?:is|has) (.+)$/, '$1 flag')
    .replace(unit, (_, thing: string, of: string) =>
      /(?:in|per|number of|num)$/.test(thing)
        ? `${thing} ${of}`
        : `${thing} in ${upper.has(of) ? of.toUpperCase() : of}`,
    );
  const prefix = `${singularOf(wordsOf(table))} `;
  const own = words.startsWith(prefix) ? words.slice(prefix.length) : words;
  return own === '' || own.startsWith('in ') ? words : own;
}
