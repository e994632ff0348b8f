import { plainCapitals } from './plain-capitals.ts';

/**
 * Takes personal data out of a question: emails, phone and other long numbers, and names: behind a title
 * or a word such as customer, before 's, as two capitalised words, or in a script of their own in a Latin
 * question. Years, dates, amounts and words of the schema stay. It errs towards taking out too much, and
 * finds only what is written like a name.
 *
 * @param schemaWords names of tables and columns, which are no names of people
 * @example
 * scrubQuestion('What did Ann Smith (ann@x.org, +49 30 1234567) buy?'); // 'What did [name] ([email], [number]) buy?'
 */
export function scrubQuestion(question: string, schemaWords: readonly string[] = []): string {
  const known = knownWords(schemaWords);
  return scrubNames(scrubNumbers(scrubEmails(question)), known);
}

function scrubEmails(text: string): string {
  return text
    .replace(
      /(?<![\p{L}\p{N}._%+'-])[\p{L}\p{N}._%+'-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*/gu,
      '[email]',
    )
    .replace(
      /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]+\s?[[(]at[\])]\s?[\p{L}\p{N}.-]+/giu,
      '[email]',
    );
}

/** Dates, months, years in a row and times: no numbers of people. */
const dates =
  /(?<!\d)(?:\d{4}[-/.]\d\d?[-/.]\d\d?(?:[T ]\d\d?:\d\d(?::\d\d)?)?|\d\d?[./-]\d\d?[./-](?:\d{4}|\d\d)|(?:19|20)\d\d[-/]\d\d|(?:19|20)\d\d(?:\s*[-–/,]?\s*(?:19|20)\d\d)*|\d\d?:\d\d(?::\d\d)?)(?!\d)/g;

function scrubNumbers(text: string): string {
  let scrubbed = '';
  let position = 0;
  const withoutDates = (part: string) =>
    part
      .replace(/\b[A-Z]{2}\d\d(?:\s?[A-Z\d]{4}){2,}(?:\s?[A-Z\d]{1,4})?\b/g, '[number]')
      .replace(/(?<![\p{L}\p{N}])[+(]?\d(?:[\d\s()./–-]*\d)?(?![\p{L}\p{N}])/gu, numberOrPersonal)
      .replace(/\d{6,}/g, numberOrPersonal);
  for (const date of text.matchAll(dates)) {
    // What only looks like a date is a piece of a longer number: +49 2013 2014.
    if (/[\d+(][\s()./–-]*$/.test(text.slice(0, date.index)) || hasMoreDigits(text, date)) continue;
    scrubbed += withoutDates(text.slice(position, date.index)) + date[0];
    position = date.index + date[0].length;
  }
  return scrubbed + withoutDates(text.slice(position));
}

function hasMoreDigits(text: string, date: RegExpMatchArray): boolean {
  const rest = text.slice((date.index ?? 0) + date[0].length);
  return /^[\s()./–-]*\d{3}/.test(rest) && !/^\s*(?:[-–]\s*)?(?:19|20)\d\d/.test(rest);
}

/** An amount stays; what has as many digits as a phone or an account does not. */
function numberOrPersonal(found: string): string {
  const digits = found.replace(/\D/g, '');
  const isAmount =
    /^\d+\.\d{1,2}$/.test(found) ||
    /^\d{1,3}(?:\.\d{3})+$/.test(found) ||
    /^[1-9]\d?0{3,}$/.test(found);
  const isLong =
    digits.length >= 7 || (digits.length >= 6 && (/^\d+$/.test(found) || found.startsWith('+')));
  return isLong && !isAmount ? '[number]' : found;
}

/** No name begins inside a word, nor behind a piece of one. */
const wordStart = String.raw`(?<![\p{L}\p{N}.'’-])`;

/** One word of a name: Smith, O'Brien, Anne-Marie, MÜLLER, J. */
const word = String.raw`(?:\p{Lu}\.(?:-?\p{Lu}\.)*|\p{Lu}\p{L}+(?:[-'’]\p{L}{2,})*|\p{Lu}['’]\p{Lu}\p{L}+)`;
const particle =
  '(?:van|von|vom|zu|zum|zur|de|del|della|da|das|dos|du|di|der|den|la|le|ter|bin|ibn|al|el|y)';
const more = String.raw`(?:[ \u00a0]+(?:${particle}[ \u00a0]+)*${word})`;
const titles =
  'Mr|Mrs|Ms|Miss|Mx|Dr|Prof|Professor|Sir|Lady|Lord|Madam|Herr|Herrn|Frau|Monsieur|Madame|Mme|Mlle|Señor|Señora|Sr|Sra|Signor|Signora|Don|Doña|г-н|г-жа';
/** Words that a name follows, at the beginning of a question or inside it. */
const people = [
  ...['customers?', 'clients?', 'employees?', 'users?', 'agents?', 'patients?', 'members?'],
  ...['contacts?', 'colleagues?', 'persons?', 'named', 'called', 'kunde', 'kundin', 'kunden'],
]
  .map((one) => `[${one.charAt(0).toUpperCase()}${one.charAt(0)}]${one.slice(1)}`)
  .join('|');
const caseless = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Thai}\p{Script=Devanagari}]`;

const titled = new RegExp(
  String.raw`(?<!\p{L})(?:(?:${titles})\.?[ \u00a0]+)+(?:${particle}[ \u00a0]+)*${word}${more}*`,
  'gu',
);
const afterPerson = new RegExp(
  String.raw`(?<!\p{L})((?:${people})[ \u00a0]+(?:named[ \u00a0]+|called[ \u00a0]+)?)(["'“„«]?)(${word}${more}*)`,
  'gu',
);
const quotedPerson = new RegExp(
  String.raw`(?<!\p{L})((?:${people})[ \u00a0]+)(["“„«])[^"”“»]{2,60}["”“»]`,
  'gu',
);
const severalWords = new RegExp(`${wordStart}${word}${more}+`, 'gu');
const lastFirst = new RegExp(String.raw`${wordStart}${word}, ${word}(?![\p{L}])`, 'gu');
const possessive = new RegExp(String.raw`${wordStart}(${word})(?=['’]s(?!\p{L}))`, 'gu');
const otherScript = new RegExp(`${caseless}+(?:[ ·・]${caseless}+)*`, 'gu');

function scrubNames(text: string, known: ReadonlySet<string>): string {
  const isKnown = (name: string) => wordsOf(name).every((one) => known.has(one));
  const unlessKnown = (name: string) => (isKnown(name) ? name : '[name]');
  let scrubbed = text
    .replace(titled, '[name]')
    .replace(quotedPerson, (_, before: string) => `${before}[name]`)
    .replace(
      afterPerson,
      (_, before: string, quote: string, name: string) =>
        `${before}${quote}${unlessKnownStart(name, known)}`,
    );
  if (!isTitleCase(scrubbed, known)) {
    scrubbed = scrubbed.replace(severalWords, (name) => unlessKnownStart(name, known));
    scrubbed = scrubbed.replace(lastFirst, (name) =>
      wordsOf(name).some((one) => known.has(one)) ? name : '[name]',
    );
  }
  scrubbed = scrubbed.replace(possessive, unlessKnown);
  const latin = scrubbed.match(/\p{Script=Latin}/gu)?.length ?? 0;
  const others = scrubbed.match(new RegExp(caseless, 'gu'))?.length ?? 0;
  return latin > others ? scrubbed.replace(otherScript, unlessKnown) : scrubbed;
}

/** Takes a name out behind words that are none: `Show Ann Smith`, `In May Ann Smith`. */
function unlessKnownStart(name: string, known: ReadonlySet<string>): string {
  const parts = name.split(/([ \u00a0]+)/);
  let start = 0;
  while (start < parts.length && isPlain(parts[start] ?? '', known)) start += 2;
  let end = parts.length;
  while (end > start && isPlain(parts[end - 1] ?? '', known)) end -= 2;
  if (start >= end) return name;
  // One capitalised word among plain ones is more likely a place or a product.
  if (end - start === 1 && parts.length > 1) return name;
  return `${parts.slice(0, start).join('')}[name]${parts.slice(end).join('')}`;
}

function isPlain(part: string, known: ReadonlySet<string>): boolean {
  return wordsOf(part).every((one) => known.has(one));
}

/** Plain words are capitalised, too: that says nothing of names then. */
function isTitleCase(text: string, known: ReadonlySet<string>): boolean {
  const [, ...words] = text.match(/\p{L}{2,}/gu) ?? [];
  return words.filter((one) => /^\p{Lu}/u.test(one) && isPlain(one, known)).length >= 3;
}

function knownWords(schemaWords: readonly string[]): ReadonlySet<string> {
  const known = new Set(plainCapitals);
  for (const name of schemaWords) {
    for (const one of wordsOf(name)) {
      known.add(one);
      // A question speaks of many where the schema names one, and the other way round.
      known.add(`${one}s`);
      known.add(one.replace(/s$/, ''));
    }
  }
  return known;
}

/** Words in lower case; `InvoiceLine` and `invoice_line` have two. */
function wordsOf(name: string): string[] {
  const parts = name.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').match(/[\p{L}\p{N}]+/gu) ?? [];
  return parts.map((part) => part.toLowerCase());
}
