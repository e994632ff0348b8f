/**
 * The word splitter of PromptQuery 0.3.0, repeated with its faults (ASCII only, crude plurals), because
 * this folder is a baseline: it has to behave as the original does, not better.
 */

const stopWords: ReadonlySet<string> = new Set(
  (
    'the a an of to and or in on for with by from is are was were be been being ' +
    'id ids uuid fk pk ref how what when where who why which many much ' +
    'do does did have has had can could should show list get find give tell me'
  ).split(' '),
);

/**
 * Lower-case stems of the words in a text or name, in their order, repeats kept.
 *
 * @example
 * tokenize('Which OrderLines were shipped?'); // ['order', 'line', 'shipped']
 */
export function tokenize(text: string): string[] {
  const spaced = text.replace(/([a-z0-9])([A-Z])/g, '$1 $2').replace(/[_-]/g, ' ');
  const tokens: string[] = [];
  for (const word of spaced.match(/[A-Za-z][A-Za-z0-9]+/g) ?? []) {
    const token = word.toLowerCase();
    if (!stopWords.has(token)) tokens.push(stem(token));
  }
  return tokens;
}

function stem(word: string): string {
  if (word.length > 5 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (word.length > 4 && /(?:sses|xes|ches|shes)$/.test(word)) return word.slice(0, -2);
  if (word.length > 3 && word.endsWith('s') && !word.endsWith('ss')) return word.slice(0, -1);
  return word;
}
