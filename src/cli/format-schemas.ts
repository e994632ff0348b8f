import { z } from 'zod';
import { sectionSchemas } from '../config/index.ts';
import { reportSchema } from '../evaluation/records/index.ts';
import { suiteJsonSchema } from '../evaluation/suite/index.ts';
import { planJsonSchema } from '../plan/index.ts';

type Schema = Readonly<Record<string, unknown>>;

/** The JSON Schemas that `docs/formats/` publishes, by name, made from the code that reads the formats. */
export function formatSchemas(): Readonly<Record<string, Schema>> {
  return {
    suite: suiteJsonSchema(),
    report: { ...jsonSchema(reportSchema), title: 'nl2sql report' },
    plan: planJsonSchema(),
    config: configSchema(),
  };
}

function jsonSchema(schema: z.ZodType): Schema {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema;
}

/** nl2sql.yaml: each section inline, or in a file of its own. */
function configSchema(): Schema {
  const reference = {
    type: 'object',
    required: ['file'],
    additionalProperties: false,
    properties: { file: { type: 'string', description: 'relative to the folder of nl2sql.yaml' } },
  };
  const sections = Object.entries(sectionSchemas).map(([name, schema]) => {
    const { $schema: _, ...own } = jsonSchema(schema);
    return [name, { anyOf: [reference, own] }] as const;
  });
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'nl2sql project',
    description: 'nl2sql.yaml; each section inline or as {file: path}.',
    type: 'object',
    required: ['version'],
    additionalProperties: false,
    properties: {
      version: { const: 2 },
      ...Object.fromEntries(sections),
      policies: { anyOf: [reference, { type: 'object' }] },
    },
  };
}
