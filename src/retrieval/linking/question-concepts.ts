import { distance } from 'fastest-levenshtein';
import { englishWords } from '../text/english-words.ts';
import { generalSynonyms } from '../text/general-synonyms.ts';
import { baseForm, rootForm } from '../text/stem.ts';
import { functionWords, requestWords, timeWords } from '../text/stop-words.ts';
import { type QuestionWord, splitQuestion } from '../text/words.ts';
import type { GlossaryEntry, GlossaryTarget } from './glossary.ts';
import type { LinkingParameters } from './parameters.ts';
import type { SchemaIndex } from './schema-index.ts';
import type { ValueIndex } from './value-index.ts';

/** A word of the catalog that stands for a word of the question, and how surely (0…1). */
export interface TermMatch {
  readonly term: number;
  readonly certainty: number;
  readonly how: 'word' | 'derivation' | 'abbreviation' | 'typo' | 'synonym' | 'glossary' | 'joined';
}

/** A table or column that stands for a concept without any word in common. */
export interface ConceptTarget extends GlossaryTarget {
  /** The column holds the word as a value. */
  readonly isValue?: boolean;
  /** How surely it is meant; 1 without. */
  readonly certainty?: number;
}

/** One thing the question talks about: a word with everything in the catalog that may stand for it. */
export interface Concept {
  /** The words as folded from the question. */
  readonly word: string;
  /** How much it counts: 1 for content, less for words of asking and for literals. */
  readonly weight: number;
  readonly matches: readonly TermMatch[];
  /** Tables and columns that the glossary names for it, or that hold it as a value. */
  readonly targets: readonly ConceptTarget[];
}

/** Words that ask for people. */
const askedPersons: ReadonlySet<string> = new Set(
  'who whose whom someone somebody anyone anybody everyone everybody'.split(' '),
);

/** Kinds of people that `who` may ask for. */
const persons: readonly string[] = ['person', 'employee', 'customer', 'user', 'people', 'member'];

/** The concepts of a question, in their order, each once. */
export function readConcepts(
  question: string,
  index: SchemaIndex,
  glossary: readonly GlossaryEntry[],
  parameters: LinkingParameters,
  values?: ValueIndex,
): Concept[] {
  const concepts: Concept[] = [];
  const words = splitQuestion(question);
  const bases = words.map(({ text }) => baseForm(text));
  const explained = readGlossary(bases, glossary, index, concepts);
  const phrases =
    values === undefined ? new Set<number>() : readValues(words, values, parameters, concepts);
  const seen = new Set<string>();
  for (const [place, { text, isLiteral }] of words.entries()) {
    const base = bases[place] ?? text;
    if (phrases.has(place) || (base === 'order' && isSorting(words, place))) continue;
    if (!seen.has(base)) {
      seen.add(base);
      const concept = askedPersons.has(text)
        ? readWho(text, isRelative(words, place), index, parameters)
        : readWord(text, base, isLiteral, explained.has(place), index, parameters);
      if (concept !== null) concepts.push(concept);
    }
    const next = words[place + 1];
    if (next && !isLiteral && !next.isLiteral && text.length + next.text.length > 5) {
      const joined = baseForm(text + next.text);
      const term = index.termIds.get(joined);
      if (term === undefined || seen.has(joined)) continue;
      seen.add(joined);
      const matches: TermMatch[] = [{ term, certainty: 0.9, how: 'joined' }];
      concepts.push({ word: `${text} ${next.text}`, weight: 1, matches, targets: [] });
    }
  }
  return concepts;
}

/** Adds a concept for each value of the data that the question names; returns the places inside long ones. */
function readValues(
  words: readonly QuestionWord[],
  values: ValueIndex,
  { valueMatch, phraseMatch }: LinkingParameters,
  concepts: Concept[],
): Set<number> {
  const phrases = new Set<number>();
  const texts = words.map(({ text }) => text);
  for (let place = 0; place < texts.length; place += 1) {
    const text = texts[place] ?? '';
    const found = values.match(texts, place);
    if (found === null) continue;
    const isWord = functionWords.has(text) || requestWords.has(text) || timeWords.has(text);
    if (found.length === 1 && isWord) continue;
    concepts.push({
      word: texts.slice(place, place + found.length).join(' '),
      weight: found.length > 1 ? phraseMatch : valueMatch,
      matches: [],
      targets: found.targets,
    });
    if (found.length > 1) {
      for (let offset = 0; offset < found.length; offset += 1) phrases.add(place + offset);
    }
    place += found.length - 1;
  }
  return phrases;
}

/** Adds a concept for each glossary phrase in the question; returns the places of words inside phrases. */
function readGlossary(
  bases: readonly string[],
  glossary: readonly GlossaryEntry[],
  index: SchemaIndex,
  concepts: Concept[],
): Set<number> {
  const explained = new Set<number>();
  for (const { phrase, targets, words } of glossary) {
    const start = bases.findIndex((_, place) =>
      phrase.every((word, offset) => bases[place + offset] === word),
    );
    if (start === -1 || phrase.length === 0) continue;
    for (let offset = 0; offset < phrase.length; offset += 1) explained.add(start + offset);
    const matches: TermMatch[] = [];
    for (const word of words) {
      const term = index.termIds.get(word);
      if (term !== undefined) matches.push({ term, certainty: 0.9, how: 'glossary' });
    }
    concepts.push({ word: phrase.join(' '), weight: 1, matches, targets });
  }
  return explained;
}

/** `order by …`, `in ascending order`: a way to sort, not the thing that is ordered. */
function isSorting(words: readonly QuestionWord[], place: number): boolean {
  const after = words[place + 1]?.text ?? '';
  const before = words[place - 1]?.text ?? '';
  return (
    ['by', 'the', 'them', 'from', 'in'].includes(after) ||
    /^(?:asc|desc|alphabet|chronolog|increasing|decreasing|revers)/.test(before)
  );
}

/** `customers who …`: it takes up the noun before it, so it says little of its own. */
function isRelative(words: readonly QuestionWord[], place: number): boolean {
  const before = words[place - 1]?.text;
  const isNoun = (text: string) =>
    !functionWords.has(text) && !requestWords.has(text) && !timeWords.has(text);
  return before !== undefined && isNoun(before) && !askedPersons.has(before);
}

function readWord(
  text: string,
  base: string,
  isLiteral: boolean,
  isExplained: boolean,
  index: SchemaIndex,
  parameters: LinkingParameters,
): Concept | null {
  if (functionWords.has(text) || /^\d+$/.test(text)) return null;
  const weight = weightOf(text, isLiteral, parameters);
  const matches: TermMatch[] = [];
  const exact = index.termIds.get(base);
  if (exact !== undefined) matches.push({ term: exact, certainty: 1, how: 'word' });
  if (!isLiteral) {
    const root = rootForm(base);
    for (const term of index.termsByRoot.get(root) ?? []) {
      if (term !== exact)
        matches.push({ term, certainty: parameters.rootMatch, how: 'derivation' });
    }
    if (weight === 1 && !isExplained) {
      matches.push(...synonymsOf(root, exact, index, parameters));
      matches.push(...abbreviationsOf(base, index, parameters));
      if (matches.length === 0) matches.push(...typosOf(base, index, parameters));
    }
  }
  return { word: text, weight, matches, targets: [] };
}

function weightOf(text: string, isLiteral: boolean, parameters: LinkingParameters): number {
  if (isLiteral) return parameters.literalWeight;
  if (timeWords.has(text)) return parameters.timeWeight;
  return requestWords.has(text) ? parameters.requestWeight : 1;
}

/** `who` asks for people, whatever the catalog calls them. */
function readWho(
  word: string,
  isRelative: boolean,
  index: SchemaIndex,
  { whoMatch, relativeWho }: LinkingParameters,
): Concept {
  const matches: TermMatch[] = [];
  for (const person of persons) {
    const term = index.termIds.get(person);
    if (term !== undefined) matches.push({ term, certainty: 1, how: 'synonym' });
  }
  return { word, weight: isRelative ? relativeWho : whoMatch, matches, targets: [] };
}

/** A word that names a table itself needs its synonyms less. */
function synonymsOf(
  root: string,
  exact: number | undefined,
  index: SchemaIndex,
  { synonymMatch, synonymKnown }: LinkingParameters,
): TermMatch[] {
  const namesTable = exact !== undefined && (index.nameFrequencies[exact] ?? 0) > 0;
  const certainty = synonymMatch * (namesTable ? synonymKnown : 1);
  const matches: TermMatch[] = [];
  for (const synonym of generalSynonyms.get(root) ?? []) {
    const term = index.termIds.get(synonym);
    if (term !== undefined) matches.push({ term, certainty, how: 'synonym' });
  }
  return matches;
}

/** Words of the catalog that cut the word short: `trans` for transactions, no word of its own. */
function abbreviationsOf(
  base: string,
  index: SchemaIndex,
  { abbreviationMatch }: LinkingParameters,
): TermMatch[] {
  const found: TermMatch[] = [];
  for (let length = 3; length <= base.length - 3; length += 1) {
    const start = base.slice(0, length);
    const term = index.termIds.get(start);
    if (term === undefined || /[aeiou]$/.test(start) || englishWords.tierOf(start) !== undefined)
      continue;
    found.push({ term, certainty: abbreviationMatch, how: 'abbreviation' });
  }
  return found;
}

/** Words of the catalog one slip away (two for long words); asked only for words the catalog does not know. */
function typosOf(base: string, index: SchemaIndex, { typoMatch }: LinkingParameters): TermMatch[] {
  if (base.length < 4) return [];
  const allowed = base.length >= 8 ? 2 : 1;
  const found: TermMatch[] = [];
  for (
    let length = Math.max(4, base.length - allowed);
    length <= base.length + allowed;
    length += 1
  ) {
    for (const term of index.termsByLength.get(length) ?? []) {
      const text = index.terms[term] ?? '';
      if (text[0] === base[0] && distance(text, base) <= allowed) {
        found.push({ term, certainty: typoMatch, how: 'typo' });
      }
    }
  }
  return found.length <= 5 ? found : [];
}
