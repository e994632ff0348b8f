import { z } from 'zod';

/**
 * The shape of nl2sql.yaml and of the files its sections may live in. Keys of version 0.7 of the
 * system whose projects we load are all here, so such a project loads as it is; what this version
 * does not use yet is still checked.
 */

const positiveInteger = z.int().positive();
const text = z.string();
const textList = z.array(text);

const limits = z.strictObject({
  row_limit: positiveInteger.optional(),
  timeout_ms: positiveInteger.optional(),
  max_bytes: positiveInteger.optional(),
});

const index = z.strictObject({
  include_schemas: textList.optional(),
  exclude_schemas: textList.optional(),
  include_tables: textList.optional(),
  exclude_tables: textList.optional(),
  exclude_columns: textList.optional(),
  profile: z.enum(['stats', 'catalog']).optional(),
  sample_values: z.boolean().default(false),
  max_profile_rows: positiveInteger.optional(),
});

/** How to reach a database. Which keys apply depends on the type; `readConnection` checks that. */
const connection = z.strictObject({
  path: text.optional(),
  database: text.optional(),
  url: text.optional(),
  host: text.optional(),
  port: z.union([z.int().min(1).max(65535), text]).optional(),
  user: text.optional(),
  password: text.optional(),
  ssl: z.union([z.boolean(), z.record(text, z.unknown())]).optional(),
});

/** The spellings a datasource's `type` may have. */
export const datasourceTypes = [
  'sqlite',
  'duckdb',
  'postgres',
  'postgresql',
  'mysql',
  'mariadb',
  'fixture',
] as const;

export const datasourceSchema = z.strictObject({
  id: text.min(1).optional(),
  type: z.enum(datasourceTypes),
  description: text.nullish(),
  connection,
  limits: limits.prefault({}),
  index: index.prefault({}),
  preferred_tables: textList.default([]),
  sample_questions: textList.default([]),
  domains: textList.default([]),
  required: z.boolean().optional(),
  /** Words of this business and what they mean here: `customer: [res_partner]`. */
  glossary: z.record(text, z.union([text, textList])).optional(),
});

const price = z.strictObject({
  input: z.number().nonnegative(),
  output: z.number().nonnegative(),
  cached_input: z.number().nonnegative().optional(),
  cache_write: z.number().nonnegative().optional(),
});

const llmSettings = {
  provider: z.enum(['openai', 'openrouter', 'anthropic', 'ollama', 'openai_compatible']).optional(),
  model: text.optional(),
  temperature: z.number().optional(),
  api_key: text.optional(),
  base_url: text.optional(),
  structured_output: z.union([text, z.boolean()]).optional(),
  parse_retries: z.int().nonnegative().optional(),
  max_tokens: positiveInteger.optional(),
  timeout_s: z.number().positive().optional(),
  max_retries: z.int().nonnegative().optional(),
  headers: z.record(text, text).optional(),
};

export const llmSchema = z.strictObject({
  ...llmSettings,
  agents: z.record(text, z.strictObject(llmSettings)).optional(),
  prices: z.record(text, price).optional(),
});

export const embeddingsSchema = z.strictObject({
  /** Off without it: a section that only names a provider sends nothing anywhere. */
  enabled: z.boolean().default(false),
  provider: z.enum(['local', 'openai', 'openai_compatible', 'ai_sdk']).optional(),
  /** A model of the provider; of `local` the folder of an ONNX model. */
  model: text.optional(),
  /** The AI SDK provider package, where it is not the provider's own. */
  package: text.optional(),
  api_key: text.optional(),
  base_url: text.optional(),
  dimension: positiveInteger.optional(),
  timeout_ms: positiveInteger.optional(),
});

export const storageSchema = z.strictObject({
  path: text.default('.nl2sql'),
  index: z.unknown().optional(),
  state: z.unknown().optional(),
  traces: z.unknown().optional(),
  results: z.unknown().optional(),
});

const share = z.number().min(0).max(1);

export const settingsSchema = z.strictObject({
  tenant_id: text.optional(),
  pipeline: z
    .strictObject({
      timeout_s: z.number().positive().optional(),
      plan_cache: z.boolean().optional(),
      strict_columns: z.boolean().optional(),
      strict_joins: z.boolean().optional(),
      today: text.optional(),
      retries: z
        .strictObject({
          max: z.int().nonnegative().optional(),
          base_delay_s: z.number().nonnegative().optional(),
          max_delay_s: z.number().nonnegative().optional(),
          jitter_s: z.number().nonnegative().optional(),
        })
        .optional(),
      max_llm_calls: positiveInteger.optional(),
      max_cost_usd: z.number().positive().nullish(),
      sanity_checks: z.unknown().optional(),
    })
    .optional(),
  retrieval: z
    .strictObject({
      full_snapshot_max_tables: z.int().nonnegative().optional(),
      table_k: positiveInteger.optional(),
      planning_k: positiveInteger.optional(),
      decomposer_tables: positiveInteger.optional(),
      max_tables: positiveInteger.optional(),
      max_columns: positiveInteger.optional(),
    })
    .optional(),
  routing: z
    .strictObject({
      candidates: positiveInteger.default(3),
      max_datasources: positiveInteger.default(3),
      max_sub_queries: positiveInteger.optional(),
      floor_ratio: share.optional(),
    })
    .prefault({}),
  results: z
    .strictObject({
      row_limit: positiveInteger.optional(),
      fetch_batch_size: positiveInteger.optional(),
      preview_rows: positiveInteger.optional(),
    })
    .optional(),
  traces: z
    .strictObject({
      mode: text.optional(),
      sample_rows: z.int().nonnegative().optional(),
      max_field_chars: positiveInteger.optional(),
    })
    .optional(),
  schema: z.strictObject({ max_versions: positiveInteger.optional() }).optional(),
  curated: z
    .strictObject({ match_top_k: positiveInteger.optional(), match_floor: share.optional() })
    .optional(),
  feedback: z.strictObject({ enabled: z.boolean().optional() }).optional(),
});

export const evalsSchema = z.strictObject({
  suites: textList.default([]),
  scorers: textList.optional(),
  curated: z.boolean().optional(),
  max_cost_usd: z.number().positive().nullish(),
  gate: z
    .strictObject({
      max_regressions: z.int().nonnegative().optional(),
      alpha: share.optional(),
      max_cost_increase: z.number().nonnegative().optional(),
    })
    .optional(),
  /** Attributes of the user behind each role, for row filters: `{analyst: {region: EU}}`. */
  users: z.record(text, z.record(text, z.union([text, z.number(), z.boolean()]))).optional(),
});

const parameter = z.strictObject({
  type: text,
  default: z.unknown().optional(),
  example: z.unknown().optional(),
  min: z.unknown().optional(),
  max: z.unknown().optional(),
  values: z.array(z.unknown()).optional(),
  description: text.optional(),
});

export const curatedSchema = z.strictObject({
  datasources: z.record(
    text,
    z.strictObject({
      verified_queries: z
        .array(
          z.strictObject({
            id: text,
            description: text.optional(),
            questions: textList,
            params: z.record(text, parameter).optional(),
            sql: text,
            tags: textList.optional(),
          }),
        )
        .default([]),
    }),
  ),
});

export const apiSchema = z.strictObject({
  role_header: text.nullish(),
  role: text.nullish(),
  trust_body_role: z.boolean().optional(),
  cors_origins: textList.optional(),
});

export const secretsSchema = z.strictObject({
  providers: z.array(z.looseObject({ id: text, type: text })).default([]),
});

export const glossarySchema = z.record(text, z.union([text, textList]));

/** The sections of nl2sql.yaml, each inline or `{file: path}`. Datasources may be a folder. */
export const sectionSchemas = {
  datasources: z.array(datasourceSchema),
  llm: llmSchema,
  embeddings: embeddingsSchema,
  storage: storageSchema,
  curated: curatedSchema,
  settings: settingsSchema,
  evals: evalsSchema,
  api: apiSchema,
  secrets: secretsSchema,
  glossary: glossarySchema,
  observers: z.unknown(),
  hooks: z.unknown(),
} as const;

export type DatasourceSection = z.infer<typeof datasourceSchema>;
export type LlmSection = z.infer<typeof llmSchema>;
export type EmbeddingsSection = z.infer<typeof embeddingsSchema>;
export type StorageSection = z.infer<typeof storageSchema>;
export type CuratedSection = z.infer<typeof curatedSchema>;
export type SettingsSection = z.infer<typeof settingsSchema>;
export type EvalsSection = z.infer<typeof evalsSchema>;
export type Glossary = z.infer<typeof glossarySchema>;
