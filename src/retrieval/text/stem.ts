/**
 * Two forms of an English word. The base form folds only number (`orders` → `order`); the root also
 * folds derivations, so `ship`, `shipped`, `shipping` and `shipment` meet. A meeting of roots counts
 * less than one of base forms, because roots sometimes meet by accident.
 */

const irregular: ReadonlyMap<string, string> = new Map(
  Object.entries({
    people: 'person',
    children: 'child',
    men: 'man',
    women: 'woman',
    feet: 'foot',
    teeth: 'tooth',
    mice: 'mouse',
    geese: 'goose',
    indices: 'index',
    vertices: 'vertex',
    matrices: 'matrix',
    appendices: 'appendix',
    criteria: 'criterion',
    phenomena: 'phenomenon',
    analyses: 'analysis',
    diagnoses: 'diagnosis',
    crises: 'crisis',
    hypotheses: 'hypothesis',
    bases: 'base',
    axes: 'axis',
    leaves: 'leaf',
    shelves: 'shelf',
    knives: 'knife',
    lives: 'life',
    halves: 'half',
    wives: 'wife',
    selves: 'self',
    movies: 'movie',
    cookies: 'cookie',
    zombies: 'zombie',
    series: 'series',
    species: 'species',
    news: 'news',
    lens: 'lens',
    alias: 'alias',
    atlas: 'atlas',
    canvas: 'canvas',
    bias: 'bias',
    gas: 'gas',
    always: 'always',
    physics: 'physics',
    mathematics: 'mathematics',
    data: 'data',
    media: 'media',
  }),
);

/** Words whose root no suffix rule finds. */
const irregularRoots: ReadonlyMap<string, string> = new Map(
  Object.entries({
    paid: 'pay',
    sold: 'sell',
    sale: 'sell',
    bought: 'buy',
    spent: 'spend',
    sent: 'send',
    held: 'hold',
    made: 'mak',
    gave: 'giv',
    took: 'tak',
    taken: 'tak',
    wrote: 'writ',
    written: 'writ',
    won: 'win',
    winner: 'win',
    winning: 'win',
    lost: 'los',
    met: 'meet',
    built: 'build',
    taught: 'teach',
    flew: 'fly',
    flown: 'fly',
    flight: 'fly',
    drove: 'driv',
    driven: 'driv',
    grew: 'grow',
    grown: 'grow',
    growth: 'grow',
    began: 'begin',
    begun: 'begin',
    chose: 'choos',
    chosen: 'choos',
    choice: 'choos',
    fell: 'fall',
    ran: 'run',
    shipment: 'ship',
    born: 'birth',
    died: 'di',
    death: 'di',
    dead: 'di',
    weight: 'weigh',
    height: 'high',
    length: 'long',
    width: 'wid',
    depth: 'deep',
    inventory: 'inventory',
    order: 'order',
    ordering: 'order',
    ordered: 'order',
    number: 'number',
    customer: 'customer',
    member: 'member',
    offer: 'offer',
    offered: 'offer',
    offering: 'offer',
    user: 'user',
    paper: 'paper',
    letter: 'letter',
    matter: 'matter',
    water: 'water',
    river: 'river',
    center: 'center',
    quarter: 'quarter',
    chapter: 'chapter',
    corner: 'corner',
    counter: 'counter',
    officer: 'officer',
    university: 'university',
    universal: 'universal',
    organ: 'organ',
    station: 'station',
    ration: 'ration',
    nation: 'nation',
    section: 'section',
    portion: 'portion',
    mission: 'mission',
    million: 'million',
    region: 'region',
    version: 'version',
    general: 'general',
    register: 'regist',
    registration: 'regist',
    registrar: 'regist',
  }),
);

/** Three letters with an `s` at the end that are no plural, unlike `vms`, `ips` and `ids`. */
const shortSingulars: ReadonlySet<string> = new Set(
  'gas bus yes was has his its ass css dns gps sms pos tls aws cms nfs ups sas sos iis res des'.split(
    ' ',
  ),
);

const baseForms = new Map<string, string>();
const roots = new Map<string, string>();
/** Forms kept at most; beyond it the memory starts anew, so a long-lived process cannot grow. */
const memoryLimit = 200_000;

/**
 * The singular of a folded word.
 *
 * @example
 * baseForm('categories'); // 'category'
 */
export function baseForm(word: string): string {
  let base = baseForms.get(word);
  if (base === undefined) {
    base = singular(word);
    if (baseForms.size > memoryLimit) baseForms.clear();
    baseForms.set(word, base);
  }
  return base;
}

function singular(word: string): string {
  const known = irregular.get(word);
  if (known !== undefined) return known;
  if (word.length === 3 && /^[a-z][a-z]s$/.test(word)) {
    return shortSingulars.has(word) ? word : word.slice(0, 2);
  }
  if (word.length < 4 || !word.endsWith('s') || word.endsWith('ss')) return word;
  if (word.endsWith('us') || word.endsWith('is')) return word;
  if (word.endsWith('ies')) return word.length > 4 ? `${word.slice(0, -3)}y` : word.slice(0, -1);
  if (/(?:ss|sh|ch|x|zz)es$/.test(word)) return word.slice(0, -2);
  if (/(?:[^aeiosu]oes|(?:alias|bias|atlas|canvas)es)$/.test(word) && word.length > 5)
    return word.slice(0, -2);
  if (/(?:tus|rus|nus|pus|sus|bus|cus)es$/.test(word) && !/(?:[ao]|ca|r)uses$/.test(word)) {
    return word.slice(0, -2);
  }
  return word.slice(0, -1);
}

/**
 * The root of a base form: its derivations folded.
 *
 * @example
 * rootForm('shipping') === rootForm('shipment'); // true
 */
export function rootForm(base: string): string {
  let root = roots.get(base);
  if (root === undefined) {
    root = irregularRoots.get(base) ?? stripDerivation(base);
    if (roots.size > memoryLimit) roots.clear();
    roots.set(base, root);
  }
  return root;
}

const suffixes: readonly (readonly [suffix: string, minimumStem: number])[] = [
  ['ization', 3],
  ['isation', 3],
  ['ational', 4],
  ['fulness', 3],
  ['ations', 3],
  ['ability', 3],
  ['ibility', 3],
  ['ments', 3],
  ['ation', 3],
  ['ition', 4],
  ['ment', 3],
  ['ness', 3],
  ['ance', 4],
  ['ence', 4],
  ['ancy', 4],
  ['ency', 4],
  ['able', 3],
  ['ible', 4],
  ['sion', 4],
  ['tion', 4],
  ['ing', 3],
  ['ion', 4],
  ['ive', 4],
  ['ity', 4],
  ['ous', 4],
  ['ial', 4],
  ['ant', 4],
  ['ent', 4],
  ['ful', 4],
  ['ed', 3],
  ['er', 4],
  ['or', 4],
  ['al', 4],
  ['ly', 4],
  ['ic', 4],
  ['y', 4],
  ['e', 3],
];

function stripDerivation(base: string): string {
  if (base.length < 5 || !/^[a-z]+$/.test(base)) return base;
  let word = base;
  for (let round = 0; round < 2; round += 1) {
    const rule = suffixes.find(
      ([suffix, minimum]) => word.endsWith(suffix) && word.length - suffix.length >= minimum,
    );
    if (rule === undefined) break;
    const [suffix] = rule;
    word = word.slice(0, -suffix.length);
    if (suffix === 'sion' || suffix === 'tion') word += suffix[0];
    const known = irregularRoots.get(word);
    if (known !== undefined) return known;
    if (suffix === 'e' || suffix === 'y') break;
  }
  if (/([bdfgmnprt])\1$/.test(word)) word = word.slice(0, -1);
  if (word.length > 3 && /[iey]$/.test(word)) word = word.slice(0, -1);
  return word;
}
