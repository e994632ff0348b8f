import { dialectNames } from '../../sql/index.ts';
import {
  type CaseField,
  caseFields,
  difficulties,
  golds,
  kinds,
  origins,
  outcomes,
  type SuiteField,
  statuses,
  suiteFields,
} from './case-fields.ts';

type Schema = Readonly<Record<string, unknown>>;

const text: Schema = { type: 'string' };
const texts: Schema = { type: 'array', items: text };

function described(schema: Schema, description: string): Schema {
  return { description, ...schema };
}

function orNull(schema: Schema): Schema {
  return { anyOf: [schema, { type: 'null' }] };
}

const sql: Schema = {
  anyOf: [
    text,
    {
      type: 'object',
      minProperties: 1,
      additionalProperties: false,
      properties: Object.fromEntries(dialectNames.map((dialect) => [dialect, text])),
    },
  ],
};
const row: Schema = {
  type: 'object',
  minProperties: 1,
  additionalProperties: { $ref: '#/$defs/cell' },
};
const rows: Schema = { type: 'array', items: row };
const tolerance: Schema = {
  type: 'object',
  minProperties: 1,
  additionalProperties: false,
  properties: {
    absolute: { type: 'number', minimum: 0 },
    relative: { type: 'number', minimum: 0 },
  },
};

const cell: Schema = {
  description: 'A value of a result: plain, or one tag with its text (docs/formats/cells.md).',
  anyOf: [
    { type: ['string', 'number', 'boolean', 'null'] },
    { type: 'array', items: { $ref: '#/$defs/cell' } },
    {
      type: 'object',
      minProperties: 1,
      maxProperties: 1,
      patternProperties: { '^\\$': {} },
      additionalProperties: false,
    },
  ],
};

const caseProperties: Readonly<Record<CaseField, Schema>> = {
  id: described({ ...text, minLength: 1 }, 'A name of its own, unique in the file.'),
  question: described({ ...text, minLength: 1 }, 'The question as a person asks it.'),
  evidence: described(text, 'Knowledge the question needs, given to a system beside it.'),
  datasources: described(
    texts,
    'The datasources a right answer needs; exactly one where there is sql.',
  ),
  status: described({ enum: statuses, default: 'draft' }, 'Only approved cases run.'),
  kind: described(
    { enum: kinds, default: 'answer' },
    'routing: only where the question goes is judged.',
  ),
  origin: described({ enum: origins, default: 'hand' }, 'Where the case comes from.'),
  reviewed: described(
    {
      type: 'object',
      required: ['by', 'at'],
      additionalProperties: false,
      properties: { by: text, at: text },
    },
    'Who approved it, and on which day.',
  ),
  difficulty: described(orNull({ enum: difficulties }), 'How hard the question is.'),
  tags: described(texts, 'Words to select and to count by.'),
  paraphrase_group: described(orNull(text), 'Cases that ask the same in other words share it.'),
  outcome: described(
    { type: 'object', minProperties: 1, additionalProperties: { enum: outcomes } },
    'What each role must get.',
  ),
  tables: described(texts, 'Tables a right answer reads.'),
  tables_any_of: described(
    { type: 'array', items: texts },
    'Alternatives to tables: one set in full is enough.',
  ),
  columns: described(texts, 'Columns a right answer reads, as Table.Column.'),
  order_matters: described(
    { type: 'boolean', default: false },
    'Whether the rows must come in this order.',
  ),
  tolerance: described(tolerance, 'Replaces the tolerance for numbers; either bound is enough.'),
  sql: described(orNull(sql), 'The reviewed SQL, one text or one per dialect.'),
  rows: described(orNull(rows), 'What the SQL returns; nl2sql eval regenerate writes it.'),
  boundary_tie: described(
    rows,
    'All rows that tie where LIMIT cuts; nl2sql eval regenerate writes it.',
  ),
  rows_by_role: described(
    { type: 'object', additionalProperties: rows },
    'Rows a role gets under its row filters.',
  ),
  alt_sql: described({ type: 'array', items: sql }, 'Other right answers, each reviewed.'),
  alt_rows: described(
    { type: 'array', items: rows },
    'What each alternative returns; nl2sql eval regenerate writes it.',
  ),
  plan: described(orNull({ type: 'object' }), 'The answer as a plan (docs/plans.md).'),
  notes: described(text, 'For people.'),
};

const suiteProperties: Readonly<Record<SuiteField, Schema>> = {
  version: described({ const: 1 }, 'The format of the file.'),
  gold: described(
    { enum: golds, default: 'stored' },
    'executed: compare with what the SQL returns now.',
  ),
  tolerance: described(tolerance, 'The tolerance for numbers of every case without one.'),
  cases: { type: 'array', items: { $ref: '#/$defs/case' } },
};

/** The JSON Schema of a suite file, for editors; `docs/formats/suite.schema.json` holds it. */
export function suiteJsonSchema(): Schema {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'nl2sql suite',
    description: 'Questions with their reviewed answers (docs/cases.md).',
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(suiteFields.map((field) => [field, suiteProperties[field]])),
    $defs: {
      case: {
        type: 'object',
        required: ['id', 'question', 'outcome'],
        additionalProperties: false,
        properties: Object.fromEntries(caseFields.map((field) => [field, caseProperties[field]])),
      },
      cell,
    },
  };
}
