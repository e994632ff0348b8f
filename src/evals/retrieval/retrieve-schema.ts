import { resolve } from 'node:path';
import type { Catalog } from '../../catalog/index.ts';
import type { Project } from '../../config/index.ts';
import { Nl2sqlError } from '../../errors.ts';
import {
  loadTokenCounter,
  type RoutedDatasource,
  type SelectedColumn,
  schemaText,
} from '../../retrieval/index.ts';
import { unknownDatasource } from '../open-databases.ts';
import { openMeanings } from './meanings.ts';
import { budgetOf, withDefaults } from './retrieval-options.ts';
import { createRetrieverPool } from './retriever-pool.ts';
import { loadSchemaSources, readFixtureFile, type SchemaSource } from './schema-source.ts';

export interface RetrieveOptions {
  /** Path of a schema fixture that is searched instead of the project's datasources. */
  readonly fixture?: string;
  /** Datasources the question may be routed to; default: all of the project. */
  readonly datasources?: readonly string[];
  /** Default: everything is visible, whatever the policies say. */
  readonly role?: string;
  /** Default: 20. */
  readonly maxTables?: number;
  readonly maxColumns?: number;
  /** Tokens of the schema text. */
  readonly maxTokens?: number;
  /** Least share of the best score of a table that is sent. Default 0: the budget is filled. */
  readonly minScore?: number;
  readonly signal?: AbortSignal;
}

/** What was found for a question, each choice with its reasons. */
export interface RetrieveResult {
  readonly tables: readonly {
    readonly name: string;
    readonly score: number;
    readonly why: readonly string[];
    readonly columns: readonly SelectedColumn[];
  }[];
  /** Where the question belongs, best first; the first one was searched. */
  readonly datasources: readonly Pick<RoutedDatasource, 'id' | 'score'>[];
  readonly tokens: number;
  /** Share of the needed tables in a selection like this, on the average; null where not measured. */
  readonly expectedRecall: number | null;
  /** What a model would be shown. */
  readonly text: string;
  readonly warnings: readonly string[];
}

/** Routes a question and finds the part of the schema it needs, as a role sees it. */
export async function retrieveSchema(
  question: string,
  project: Project,
  options: RetrieveOptions = {},
): Promise<RetrieveResult> {
  const { sources, failures } = await findSources(project, options);
  const { maxTables, maxColumns, maxTokens, minScore } = options;
  const plan = withDefaults({
    ...(maxTables === undefined ? {} : { maxTables }),
    ...(maxColumns === undefined ? {} : { maxColumns }),
    ...(maxTokens === undefined ? {} : { maxTokens }),
    ...(minScore === undefined ? {} : { minScore }),
  });
  const scoped = options.role === undefined ? { ...project, policies: null } : project;
  const role = options.role ?? '';
  const countTokens = await loadTokenCounter();
  const pool = createRetrieverPool(sources, scoped, plan, []);
  const findSimilarities = async (catalog: Catalog): Promise<Float32Array | undefined> => {
    const meanings = await openMeanings(project, options.signal ?? new AbortController().signal);
    try {
      return await meanings?.similarities(catalog, question);
    } finally {
      await meanings?.close();
    }
  };
  const routed = pool.router(role).route(question);
  const [best] = routed;
  const pooled = best === undefined ? null : pool.retriever(best.id, role, 'nl2sql', 0);
  const similarities = pooled === null ? undefined : await findSimilarities(pooled.catalog);
  const selection = pooled?.retriever.retrieve(
    question,
    { ...budgetOf(plan, countTokens), withReasons: true },
    similarities,
  );
  const text =
    pooled === null || selection === undefined ? '' : schemaText(selection, pooled.catalog);
  return {
    tables: (selection?.tables ?? []).map(({ name, score, why, columns }) => ({
      name,
      score: roundShare(score),
      why,
      columns,
    })),
    datasources: routed.map(({ id, score }) => ({ id, score: roundShare(score) })),
    tokens: countTokens(text),
    expectedRecall: roundShare(selection?.expectedRecall ?? null),
    text,
    warnings: [...failures].map(([id, message]) => `datasource "${id}" is away: ${message}`),
  };
}

function roundShare<Share extends number | null>(share: Share): Share;
function roundShare(share: number | null): number | null {
  return share === null ? null : Math.round(share * 1e4) / 1e4;
}

async function findSources(project: Project, options: RetrieveOptions) {
  if (options.fixture !== undefined) {
    const catalog = readFixtureFile(resolve(project.dir, options.fixture));
    const source: SchemaSource = { id: 'fixture', catalog, dialect: 'postgres', configured: null };
    return { sources: new Map([['fixture', source]]), failures: new Map<string, string>() };
  }
  const known = new Map(project.datasources.map((source) => [source.id, source]));
  const wanted = (options.datasources ?? [...known.keys()]).map((id) => {
    const source = known.get(id);
    if (source === undefined) throw unknownDatasource(id, project);
    return source;
  });
  if (wanted.length === 0) {
    throw new Nl2sqlError('USAGE', {
      problem: 'no schema to search: the project has no datasource',
      fix: 'Name one: --fixture schema.json, or --datasource ID=URL.',
    });
  }
  const found = await loadSchemaSources(wanted, options.signal ?? new AbortController().signal);
  const [failure] = found.failures;
  if (found.sources.size === 0 && failure !== undefined) {
    throw new Nl2sqlError('DATASOURCE_UNAVAILABLE', {
      datasource: failure[0],
      tried: 'reading its schema',
      reason: failure[1],
      fix: 'Bind another place: --datasource ID=URL.',
    });
  }
  return found;
}
