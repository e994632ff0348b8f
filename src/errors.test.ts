import { describe, expect, it } from 'vitest';
import {
  type ErrorCode,
  type ErrorDetails,
  errorRegistry,
  fileNotReadable,
  Nl2sqlError,
} from './errors.ts';

/** One example per code: its details, and what a person reads. A code without one does not compile. */
const samples: {
  readonly [Code in ErrorCode]: readonly [ErrorDetails<Code>, message: string, remedy: string];
} = {
  USAGE: [{ problem: '--mode expects gold', fix: 'Use gold.' }, '--mode expects gold', 'Use gold.'],
  PLAN_FILE_INVALID: [
    { path: '-', problem: 'it is empty' },
    'Plan on standard input: it is empty',
    'A plan is one JSON object, or the same as YAML: docs/plans.md.',
  ],
  PLANS_MISSING: [
    { cases: ['one', 'two'] },
    'Mode plans needs a plan for every approved answer case with SQL; without one: one, two',
    'Give each a plan: (docs/plans.md), or choose others with --cases.',
  ],
  FILE_NOT_READABLE: [
    { path: 'a.json', what: 'Report', reason: 'no such file' },
    'Report a.json: no such file',
    'Check the path; Report must be a file this user may read.',
  ],
  FILE_NOT_WRITABLE: [
    { path: 'a.json', what: 'Report', reason: 'no space left' },
    'Report a.json could not be written: no space left',
    'Check the folder, its rights and the space on the disk. Nothing was changed.',
  ],
  DATASOURCE_UNKNOWN: [
    { id: 'chinok', known: ['chinook', 'support'], suggestion: 'chinook' },
    'Unknown datasource "chinok"; known: chinook, support',
    'Did you mean "chinook"?',
  ],
  DATASOURCE_UNAVAILABLE: [
    { datasource: 'shop', tried: 'connecting to db:5432', reason: 'refused', fix: 'Start it.' },
    'Datasource "shop": connecting to db:5432 failed: refused',
    'Start it.',
  ],
  DATASOURCE_URL_INVALID: [
    { url: 'oracle://x', reason: 'unknown scheme' },
    'Not a datasource: oracle://x: unknown scheme',
    'Use sqlite:PATH, duckdb:PATH, postgres://…, mysql://…, fixture:PATH, or the path of a database file.',
  ],
  FIXTURE_EXISTS: [
    { place: 'schema "chinook"' },
    'Demo databases: schema "chinook" is there already',
    "Use another server or folder, or --force: it replaces the demo's own tables there, other tables stay.",
  ],
  DRIVER_MISSING: [
    { datasource: 'shop', type: 'postgres', packageName: 'pg' },
    'Datasource "shop": no driver for postgres',
    'Install it: npm i pg',
  ],
  EMBEDDINGS_PACKAGE_MISSING: [
    { packageName: 'onnxruntime-node', install: 'onnxruntime-node @huggingface/tokenizers' },
    'Embeddings: the package onnxruntime-node is not installed',
    'Install it: npm i onnxruntime-node @huggingface/tokenizers; or set embeddings.enabled to false.',
  ],
  EMBEDDINGS_MODEL_INVALID: [
    { folder: 'models/minilm', problem: 'there is no such folder', fix: 'Correct it.' },
    'Embedding model models/minilm: there is no such folder',
    'Correct it.',
  ],
  EMBEDDINGS_FAILED: [
    { model: 'small', reason: 'no answer within 30000 ms', fix: 'Look at the server.' },
    'Embeddings of "small": no answer within 30000 ms',
    'Look at the server.',
  ],
  BASELINE_INVALID: [
    { path: 'b.json', problems: ['mode: Invalid input'] },
    'Baseline b.json: mode: Invalid input',
    'Use a file that eval run --save-baseline or --out wrote, of this format version.',
  ],
  BASELINE_INCOMPARABLE: [
    { path: 'b.json', expected: 'retrieval', found: 'gold' },
    'Baseline b.json: it is of mode gold, this run of mode retrieval',
    'Name a baseline of the same mode.',
  ],
  QUESTIONS_INVALID: [
    { path: 'q.json', problems: ['[0]: no question'] },
    'Questions file q.json: [0]: no question',
    'Expected a JSON list of {"id", "question", "tables": ["schema.table"]}, or the form of PromptQuery: {"text", "must_retrieve"}.',
  ],
  SCHEMA_FIXTURE_INVALID: [
    { path: 's.json', problems: ['tables: missing'] },
    'Schema fixture s.json: tables: missing',
    'Write it with: nl2sql introspect URL --out schema.json',
  ],
  PREDICTIONS_INVALID: [
    { path: 'p.jsonl', problems: ['line 2: not JSON'] },
    'Predictions p.jsonl:\n  line 2: not JSON',
    'Each prediction is {"id": "case id", "role": "optional", "sql": "SELECT …"}; see docs/predictions.md.',
  ],
  REPORT_INVALID: [
    { path: 'r.json', problems: ['mode: missing'] },
    'Report r.json is not one of this format:\n  mode: missing',
    'Write it with: nl2sql eval run --out report.json',
  ],
  CONFIG_INVALID: [
    {
      problems: [
        {
          file: 'nl2sql.yaml',
          line: 3,
          path: 'datasources[0].type',
          message: 'found "sqllite"',
          suggestion: 'sqlite',
        },
        { file: 'evals.yaml', line: null, path: '', message: 'no such file' },
      ],
    },
    '2 problems in the configuration:\n  nl2sql.yaml:3: datasources[0].type: found "sqllite" (did you mean "sqlite"?)\n  evals.yaml: no such file',
    'Mend these and run again; nothing was run.',
  ],
  PROJECT_EXISTS: [
    { dir: 'demo', existing: ['a', 'b', 'c', 'd'] },
    'demo already has a, b, c and 1 more; nothing was written',
    'Name another folder, or replace these files with --force.',
  ],
  PROJECT_NOT_FOUND: [
    { path: 'x/nl2sql.yaml' },
    'No project: x/nl2sql.yaml does not exist',
    'Write one with: nl2sql init --demo, or name it with --config FILE',
  ],
  SUITE_INVALID: [
    {
      path: 's.yaml',
      findings: [
        {
          severity: 'error',
          line: 4,
          case: 'a',
          field: 'status',
          message: 'found "aproved"',
          fix: 'Did you mean "approved"?',
        },
        {
          severity: 'error',
          line: 5,
          case: 'a',
          field: 'kind',
          message: 'kind: found "rout"',
          fix: 'Did you mean "routing"?',
        },
      ],
    },
    'Suite s.yaml does not load: 2 errors\n  line 4: case a: status: found "aproved". Did you mean "approved"?\n  line 5: case a: kind: found "rout". Did you mean "routing"?',
    'Correct the lines above; nl2sql eval check lists everything about a suite.',
  ],
  SUITE_PACKAGED: [
    { path: 'chinook.yaml' },
    'Suite chinook.yaml is one that the package ships, and is not changed',
    'Copy it into your project and work on the copy.',
  ],
  SUITE_CHANGED: [
    { path: 's.yaml' },
    'Suite s.yaml was changed by somebody else meanwhile; nothing was written',
    'Run the command again.',
  ],
  FILE_BUSY: [
    { path: 'drafts.yaml', waitMs: 30000 },
    'drafts.yaml is being written by another process; waited 30000 ms',
    'Run the command again when the other one is done.',
  ],
  DRAFT_TARGET_REFUSED: [
    { path: 'shop.yaml', reason: 'it holds 1 approved case (a)', fix: 'Use a file of its own.' },
    'Drafts are not written into shop.yaml: it holds 1 approved case (a)',
    'Use a file of its own.',
  ],
  FEEDBACK_INVALID: [
    { problems: ['id is missing', 'rating: expected up or down, found null'] },
    'Not kept as feedback: id is missing; rating: expected up or down, found null',
    'Give id, rating (up or down) and question; nl2sql feedback add --help lists the rest.',
  ],
  FEEDBACK_STORE: [
    { path: 'feedback.sqlite', reason: 'file is not a database' },
    'Feedback store feedback.sqlite: file is not a database',
    'Check the file and the rights on its folder; storage.path in the project says where it is.',
  ],
  RESULT_FILE_INVALID: [
    { path: 'a.csv', place: 'line 3', problem: 'expected 2 fields; found 3' },
    'a.csv: line 3: expected 2 fields; found 3',
    'A result is JSON {"columns": […], "rows": [[…]]}, JSONL with a row per line, or CSV with a header.',
  ],
};

describe('a file that cannot be read', () => {
  it.each([
    ['ENOENT', 'there is no such file'],
    ['EISDIR', 'it is a folder'],
    ['EACCES', 'it may not be read'],
    ['EMFILE', 'the words of the system'],
  ])('%s in words', (code, reason) => {
    const cause = Object.assign(new Error('the words of the system'), { code });
    expect(fileNotReadable('a.json', 'Report', cause).message).toBe(`Report a.json: ${reason}`);
  });
});

describe('the error registry', () => {
  it.each(Object.keys(errorRegistry) as ErrorCode[])(
    '%s says what is wrong and how to mend it',
    (code) => {
      const [details, message, remedy] = samples[code];
      const error = new Nl2sqlError(code, details as never);
      expect(error.message).toBe(message);
      expect(error.remedy).toBe(remedy);
      expect(error.exitCode).toBe(2);
    },
  );
});

describe('a file of another kind', () => {
  it('is shown by its first ten faults and their number', () => {
    const problems = Array.from({ length: 12 }, (_, index) => `line ${index + 1}: not JSON`);
    const { message } = new Nl2sqlError('PREDICTIONS_INVALID', { path: 'p.xml', problems });
    expect(message.split('\n')).toHaveLength(12);
    expect(message).toContain('\n  line 10: not JSON\n  … and 2 more');
  });
});
