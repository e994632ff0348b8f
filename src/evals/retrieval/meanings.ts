import type { Catalog } from '../../catalog/index.ts';
import type { Project } from '../../config/index.ts';
import { openEmbeddingModel } from '../../llm/index.ts';
import { embedTables, type TableVectors } from '../../retrieval/index.ts';
import { cacheFolder } from './cache-folder.ts';

/** What the project's embedding model says of tables and questions, each embedded once. */
export interface Meanings {
  /** Embeds the tables of a catalog, so that a question need not wait for them. */
  prepare(catalog: Catalog): Promise<void>;
  /** How near each table of the catalog is to the question. */
  similarities(catalog: Catalog, question: string): Promise<Float32Array>;
  close(): Promise<void>;
}

/**
 * Opens the project's embedding model; null where the project has none enabled.
 *
 * What is sent to a provider: names and comments of the tables and columns of the catalogs that are asked
 * about (a role's catalog holds only what the role may see), and the questions. Never values of the data.
 */
export async function openMeanings(
  project: Project,
  signal: AbortSignal,
): Promise<Meanings | null> {
  if (project.embeddings === null) return null;
  const model = await openEmbeddingModel(project.embeddings, project.dir);
  const cacheDir = cacheFolder(project);
  const ofTables = new Map<Catalog, Promise<TableVectors>>();
  const ofQuestions = new Map<string, Promise<Float32Array>>();
  const tables = (catalog: Catalog) => {
    const known = ofTables.get(catalog) ?? embedTables(catalog, model, { cacheDir, signal });
    ofTables.set(catalog, known);
    return known;
  };
  const embedQuestion = async (question: string) => {
    const [vector] = await model.embed([question], 'question', { signal });
    return vector ?? new Float32Array();
  };
  return {
    async prepare(catalog) {
      await tables(catalog);
    },
    async similarities(catalog, question) {
      const vectors = await tables(catalog);
      const known = ofQuestions.get(question) ?? embedQuestion(question);
      ofQuestions.set(question, known);
      return vectors.similarities(await known);
    },
    close: () => model.close(),
  };
}
