import type { Catalog } from '../../catalog/index.ts';
import { type Glossary, resolveGlossary } from '../linking/glossary.ts';
import { linkingParameters } from '../linking/parameters.ts';
import { readConcepts } from '../linking/question-concepts.ts';
import { strengthOfGroups } from '../linking/schema-affinity.ts';
import { buildSchemaIndex } from '../linking/schema-index.ts';
import { scoreTables } from '../linking/table-scores.ts';
import { generalSynonyms } from '../text/general-synonyms.ts';
import { baseForm, rootForm } from '../text/stem.ts';
import { functionWords, requestWords, timeWords } from '../text/stop-words.ts';
import { splitName, splitQuestion } from '../text/words.ts';

/** What is known of a datasource, already cut to what the caller may see. */
export interface RoutableDatasource {
  readonly id: string;
  readonly description: string;
  readonly sampleQuestions: readonly string[];
  /** Questions that reviewed queries of this datasource answer. */
  readonly verifiedQuestions: readonly string[];
  readonly glossary: Glossary;
  readonly catalog: Catalog;
}

export interface RoutingSettings {
  /** Datasources looked at, best first. */
  readonly candidates: number;
  /** Datasources a question may go to. */
  readonly maxDatasources: number;
  /** A datasource below this share of the best score is left out; 0 is off. */
  readonly floorRatio: number;
}

export const defaultRoutingSettings: RoutingSettings = {
  candidates: 3,
  maxDatasources: 3,
  floorRatio: 0.5,
};

/** A datasource, its score (the best is 1) and what voted for it. */
export interface RoutedDatasource {
  readonly id: string;
  readonly score: number;
  readonly why: readonly string[];
}

/** Tells which datasources a question needs; holds one index over all of them. */
export interface Router {
  /** Best first; nothing when no word of the question meets anything. */
  route(question: string): readonly RoutedDatasource[];
}

const synonymWeight = 0.4;

/** What each kind of evidence is worth. */
export const votes = {
  schema: 1,
  description: 0.8,
  example: 1.2,
  id: 0.3,
} as const;

/**
 * A router over datasources: by their tables and columns (with their values where they may be read), their
 * descriptions, and the questions they are known to answer.
 *
 * @example
 * createRouter(datasources).route('How many tickets are open?')[0]?.id; // 'support'
 */
export function createRouter(
  datasources: readonly RoutableDatasource[],
  settings: RoutingSettings = defaultRoutingSettings,
): Router {
  const [only] = datasources;
  if (only !== undefined && datasources.length === 1) {
    const routed = [{ id: only.id, score: 1, why: ['the only datasource'] }];
    return { route: () => routed };
  }
  const schema = createSchemaVote(datasources);
  const description = createTextVote(datasources.map((source) => [source.description]));
  const examples = createExampleVote(
    datasources.map((source) => [...source.sampleQuestions, ...source.verifiedQuestions]),
  );
  const id = createTextVote(datasources.map((source) => [source.id]));
  return {
    route(question) {
      const parts = [
        { name: 'tables and columns', weight: votes.schema, scores: schema(question) },
        { name: 'the description', weight: votes.description, scores: description(question) },
        { name: 'a known question', weight: votes.example, scores: examples(question) },
        { name: 'its id', weight: votes.id, scores: id(question) },
      ];
      const totals = datasources.map((source, place) => ({
        id: source.id,
        score: parts.reduce((sum, { weight, scores }) => sum + weight * (scores[place] ?? 0), 0),
        why: parts
          .filter(({ scores }) => (scores[place] ?? 0) > 0)
          .map(({ name, scores }) => `${name} ${(scores[place] ?? 0).toFixed(2)}`),
      }));
      totals.sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
      const best = totals[0]?.score ?? 0;
      if (best === 0) return [];
      return totals
        .map(({ id: name, score, why }) => ({ id: name, score: score / best, why }))
        .filter(({ score }) => score > 0 && score >= settings.floorRatio)
        .slice(0, Math.min(settings.candidates, settings.maxDatasources));
    },
  };
}

type Vote = (question: string) => readonly number[];

/** All tables of all datasources in one index; a datasource has the strength of its three best tables. */
function createSchemaVote(datasources: readonly RoutableDatasource[]): Vote {
  const owners: number[] = [];
  const tables = datasources.flatMap((source, owner) =>
    source.catalog.tables.map((table) => {
      owners.push(owner);
      return { ...table, schema: '', foreignKeys: [] };
    }),
  );
  const catalog: Catalog = { defaultSchema: '', tables, functions: [], unreadable: [], meta: {} };
  const { index } = buildSchemaIndex(catalog, linkingParameters);
  const starts = datasources.map((_, owner) => owners.indexOf(owner));
  const glossary = datasources.flatMap((source, owner) =>
    resolveGlossary(source.glossary, source.catalog).map((entry) => ({
      ...entry,
      targets: entry.targets.map((target) => ({
        ...target,
        table: target.table + Math.max(0, starts[owner] ?? 0),
      })),
    })),
  );
  const groups = { of: Int32Array.from(owners), count: datasources.length };
  return (question) => {
    const concepts = readConcepts(question, index, glossary, linkingParameters);
    const { scores } = scoreTables(concepts, index, groups, linkingParameters);
    return scaled([...strengthOfGroups(scores, groups)]);
  };
}

/** The share of the question's words that a text holds, rare words counting more. */
function createTextVote(texts: readonly (readonly string[])[]): Vote {
  const words = texts.map((list) => new Set(list.flatMap(contentRoots)));
  const rarityOf = (holders: number) =>
    Math.log(1 + (texts.length - holders + 0.5) / (holders + 0.5));
  return (question) => {
    const scores = new Array<number>(texts.length).fill(0);
    let mass = 0;
    for (const [root, weight] of askedRoots(question)) {
      const holders = words.filter((set) => set.has(root)).length;
      if (weight === 1) mass += rarityOf(Math.max(1, holders));
      if (holders === 0) continue;
      for (const [place, set] of words.entries()) {
        if (set.has(root)) scores[place] = (scores[place] ?? 0) + weight * rarityOf(holders);
      }
    }
    return mass === 0 ? scores : scores.map((score) => Math.min(1, score / mass));
  };
}

/** Nearness (cosine over rare words) of the closest question a datasource is known to answer. */
function createExampleVote(examples: readonly (readonly string[])[]): Vote {
  const documents = examples.flatMap((list, owner) =>
    list.map((text) => ({ owner, roots: new Set(contentRoots(text)) })),
  );
  const frequencies = new Map<string, number>();
  for (const { roots } of documents) {
    for (const root of roots) frequencies.set(root, (frequencies.get(root) ?? 0) + 1);
  }
  const rarity = (root: string) =>
    Math.log(1 + documents.length / (1 + (frequencies.get(root) ?? 0)));
  const mass = (roots: ReadonlySet<string>) =>
    Math.sqrt([...roots].reduce((sum, root) => sum + rarity(root) ** 2, 0));
  const masses = documents.map(({ roots }) => mass(roots));
  return (question) => {
    const asked = askedRoots(question);
    const askedMass = mass(new Set(contentRoots(question)));
    const scores = new Array<number>(examples.length).fill(0);
    for (const [place, { owner, roots }] of documents.entries()) {
      let product = 0;
      for (const [root, weight] of asked) {
        if (roots.has(root)) product += weight * rarity(root) ** 2;
      }
      if (product === 0) continue;
      const cosine = product / (askedMass * (masses[place] ?? 1));
      if (cosine > (scores[owner] ?? 0)) scores[owner] = cosine;
    }
    return scores;
  };
}

/** The roots a question asks for, and with less weight those of general synonyms. */
function askedRoots(question: string): Map<string, number> {
  const asked = new Map<string, number>();
  const roots = contentRoots(question);
  for (const root of roots) {
    for (const synonym of generalSynonyms.get(root) ?? []) {
      asked.set(rootForm(synonym), synonymWeight);
    }
  }
  for (const root of roots) asked.set(root, 1);
  return asked;
}

function contentRoots(text: string): string[] {
  return splitQuestion(text).flatMap(({ text: word, isLiteral }) =>
    isLiteral || functionWords.has(word) || requestWords.has(word) || timeWords.has(word)
      ? []
      : splitName(word).map((part) => rootForm(baseForm(part))),
  );
}

function scaled(scores: readonly number[]): number[] {
  const best = Math.max(0, ...scores);
  return best === 0 ? [...scores] : scores.map((score) => score / best);
}
