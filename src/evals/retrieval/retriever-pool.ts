import type { Catalog } from '../../catalog/index.ts';
import type { Project } from '../../config/index.ts';
import {
  addNoise,
  createPromptQueryRetriever,
  createRandomRetriever,
  createRouter,
  createSchemaRetriever,
  type Retriever,
  type Router,
} from '../../retrieval/index.ts';
import { cacheFolder } from './cache-folder.ts';
import type { RetrievalPlan, RetrieverName } from './retrieval-options.ts';
import { canReach, type SchemaSource, visibleTo } from './schema-source.ts';

/** A retriever with the catalog its answers are about. */
export interface PooledRetriever {
  readonly retriever: Retriever;
  readonly catalog: Catalog;
}

/** Retrievers and routers of a run, each made once. */
export interface RetrieverPool {
  retriever(id: string, role: string, name: RetrieverName, noise: number): PooledRetriever | null;
  router(role: string): Router;
}

/**
 * @param questions what noise may share words with
 */
export function createRetrieverPool(
  sources: ReadonlyMap<string, SchemaSource>,
  project: Project,
  plan: RetrievalPlan,
  questions: readonly string[],
): RetrieverPool {
  const visible = remember((id: string, role: string) => {
    const source = sources.get(id);
    return source === undefined ? null : visibleTo(role, source, project);
  });
  const noisy = remember((id: string, role: string, noise: number) => {
    const catalog = visible(id, role);
    return catalog && addNoise(catalog, { count: noise, seed: plan.seed, questions });
  });
  const retriever = remember(
    (id: string, role: string, name: RetrieverName, noise: number): PooledRetriever | null => {
      const catalog = noisy(id, role, noise);
      if (catalog === null) return null;
      const glossary = { ...project.glossary, ...sources.get(id)?.configured?.glossary };
      const isKept = noise === 0 && catalog.tables.length >= smallestKept;
      const cacheDir = isKept ? cacheFolder(project) : undefined;
      return { retriever: makers[name](catalog, plan, glossary, cacheDir), catalog };
    },
  );
  const router = remember((role: string) => {
    const { candidates, max_datasources, floor_ratio } = project.settings.routing;
    const reachable = [...sources.values()].filter(({ id }) => canReach(role, id, project));
    return createRouter(
      reachable.map(({ id, configured }) => ({
        id,
        description: configured?.description ?? '',
        sampleQuestions: configured?.sampleQuestions ?? [],
        verifiedQuestions: verifiedQuestions(id, project),
        glossary: { ...project.glossary, ...configured?.glossary },
        catalog: visible(id, role) ?? emptyCatalog,
      })),
      {
        candidates,
        maxDatasources: max_datasources,
        floorRatio: floor_ratio ?? 0.5,
      },
    );
  });
  return { retriever, router };
}

const emptyCatalog: Catalog = {
  defaultSchema: '',
  tables: [],
  functions: [],
  unreadable: [],
  meta: {},
};

type Maker = (
  catalog: Catalog,
  plan: RetrievalPlan,
  glossary: Readonly<Record<string, string | readonly string[]>>,
  cacheDir: string | undefined,
) => Retriever;

const linking: Maker = (catalog, _, glossary, cacheDir) =>
  createSchemaRetriever(catalog, {
    glossary,
    ...(cacheDir === undefined ? {} : { cacheDir }),
  });

const makers: { readonly [Name in RetrieverName]: Maker } = {
  nl2sql: linking,
  'nl2sql-lexical': linking,
  promptquery: (catalog, { topK }) => createPromptQueryRetriever(catalog, { topK }),
  random: (catalog, { topK, seed }) => createRandomRetriever(catalog, { seed, topK }),
};

/** Indexing fewer tables takes no longer than reading a file. */
const smallestKept = 200;

/** The questions of reviewed queries, their placeholders filled with examples where there are some. */
function verifiedQuestions(id: string, project: Project): string[] {
  const queries = project.curated?.datasources[id]?.verified_queries ?? [];
  return queries.flatMap(({ questions, description, params }) =>
    [...questions, ...(description === undefined ? [] : [description])].map((text) =>
      text.replace(/\{(\w+)\}/g, (_, name: string) => {
        const parameter = params?.[name];
        return String(parameter?.example ?? parameter?.default ?? '');
      }),
    ),
  );
}

function remember<Arguments extends readonly (string | number)[], Value>(
  make: (...args: Arguments) => Value,
): (...args: Arguments) => Value {
  const known = new Map<string, Value>();
  return (...args) => {
    const key = JSON.stringify(args);
    const found = known.get(key);
    if (found !== undefined) return found;
    const value = make(...args);
    known.set(key, value);
    return value;
  };
}
