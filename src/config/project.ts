import type { Policies } from '../access/index.ts';
import type { DatasourceSpec } from '../datasources/index.ts';
import type { EmbeddingSettings } from '../llm/index.ts';
import type {
  CuratedSection,
  DatasourceSection,
  EvalsSection,
  Glossary,
  LlmSection,
  SettingsSection,
  StorageSection,
} from './schema.ts';

/** The cap and deadline of a query where the project says nothing. */
export const defaultRowLimit = 10_000;
export const defaultTimeoutMs = 30_000;

/** A datasource of the project. Paths are absolute. */
export interface ProjectDatasource {
  readonly id: string;
  readonly spec: DatasourceSpec;
  readonly description: string;
  readonly rowLimit: number;
  readonly timeoutMs: number;
  readonly sampleQuestions: readonly string[];
  readonly preferredTables: readonly string[];
  readonly index: DatasourceSection['index'];
  readonly glossary: Glossary;
}

/** A loaded nl2sql.yaml with its sections, or what stands in for one when a command runs without. */
export interface Project {
  /** The folder of nl2sql.yaml; without a project the working directory. */
  readonly dir: string;
  /** null when there is no nl2sql.yaml. */
  readonly file: string | null;
  readonly datasources: readonly ProjectDatasource[];
  /** null where there are none: every role is unrestricted. */
  readonly policies: Policies | null;
  readonly evals: EvalsSection;
  readonly settings: SettingsSection;
  readonly storage: StorageSection;
  readonly curated: CuratedSection | null;
  readonly llm: LlmSection | null;
  /** null where they are not enabled: retrieval then goes by words alone. */
  readonly embeddings: EmbeddingSettings | null;
  readonly glossary: Glossary;
}
