import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { emptyProject, loadProject } from '../../config/index.ts';
import { Nl2sqlError } from '../../errors.ts';
import { createEvals } from '../create-evals.ts';
import type { EvalRunOptions } from '../run-options.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'nl2sql-retrieval-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const column = (name: string, extra: Record<string, unknown> = {}) => ({
  name,
  data_type: 'text',
  ...extra,
});

const shop = {
  tables: [
    { name: 'customers', columns: [column('id', { is_primary_key: true }), column('email')] },
    {
      name: 'orders',
      columns: [column('id', { is_primary_key: true }), column('customer_id'), column('placed_at')],
      foreign_keys: [
        { column: 'customer_id', referenced_table: 'customers', referenced_column: 'id' },
      ],
    },
    { name: 'secrets', columns: [column('token')] },
    { name: 'weather', columns: [column('rain')] },
  ],
};

function file(name: string, value: unknown): string {
  const path = join(dir, name);
  writeFileSync(path, typeof value === 'string' ? value : JSON.stringify(value));
  return path;
}

function runQuestions(questions: unknown, options: EvalRunOptions['retrieval'] = {}) {
  return createEvals(emptyProject(dir)).run(null, {
    mode: 'retrieval',
    retrieval: {
      fixture: file('shop.json', shop),
      questions: file('questions.json', questions),
      retrievers: ['nl2sql'],
      ...options,
    },
  });
}

const emails = { id: 'q1', question: 'emails of customers', tables: ['customers'] };

describe('mode retrieval', () => {
  it('passes a case whose tables were all sent, and lists them in order', async () => {
    const report = await runQuestions([emails], { maxTables: 1 });
    expect(report.summary).toMatchObject({ total: 1, pass: 1 });
    expect(report.cases[0]).toMatchObject({
      retriever: 'nl2sql',
      noise: 0,
      status: 'pass',
      detail: {
        tables: ['public.customers'],
        missedTables: [],
        tablesSent: 1,
        columnsSent: 2,
        rankOf: { 'public.customers': 1 },
        routed: ['fixture'],
      },
    });
    expect(report.accuracy.execution.value).toBeNull();
  });

  it('fails a case with a missed table and names it', async () => {
    const [line] = (
      await runQuestions([{ ...emails, tables: ['customers', 'weather'] }], { maxTables: 1 })
    ).cases;
    expect(line).toMatchObject({
      status: 'fail',
      reasonCode: 'missed-tables',
      detail: { missedTables: ['public.weather'], tableRecall: 0.5 },
    });
  });

  it('is content with one whole alternative', async () => {
    const question = { ...emails, tables: [], tables_any_of: [['weather'], ['customers']] };
    const report = await runQuestions([question], { maxTables: 1 });
    expect(report.cases[0]?.status).toBe('pass');
  });

  it('lets columns decide only when asked', async () => {
    const question = { ...emails, columns: ['customers.email', 'public.customers.id'] };
    const budget = { maxTables: 1, maxColumns: 1 };
    const lenient = await runQuestions([question], budget);
    expect(lenient.cases[0]).toMatchObject({ status: 'pass', detail: { columnRecall: 0.5 } });
    const strict = await runQuestions([question], { ...budget, require: 'columns' });
    expect(strict.cases[0]).toMatchObject({ status: 'fail', reasonCode: 'missed-columns' });
  });

  it('keeps every retriever to the tokens of the budget', async () => {
    const retrievers = ['nl2sql', 'promptquery', 'random'] as const;
    const report = await runQuestions([emails], { retrievers, maxTokens: 30 });
    expect(report.settings['retrieval']).toMatchObject({ maxTokens: 30 });
    expect(report.cases[0]?.status).toBe('pass');
    const sent = report.cases.map(({ detail }) => Number(detail?.['tokensSent']));
    expect(sent).toHaveLength(3);
    expect(Math.max(...sent)).toBeLessThanOrEqual(30);
    expect(Math.min(...sent)).toBeGreaterThan(0);
  });

  it('cuts ours by score on request', async () => {
    const report = await runQuestions([emails], { minScore: 1 });
    expect(report.settings['retrieval']).toMatchObject({ minScore: 1 });
    expect(report.cases[0]?.detail).toMatchObject({ tablesSent: 1 });
    const filled = await runQuestions([emails]);
    expect(filled.cases[0]?.detail).toMatchObject({ tablesSent: 4 });
  });

  it('is an error of the gold when a case names a table that is not there', async () => {
    const [line] = (await runQuestions([{ ...emails, tables: ['custmers'] }])).cases;
    expect(line).toMatchObject({ status: 'error', errorKind: 'gold' });
    expect(line?.reason).toBe('no table "custmers" in fixture');
  });

  it('reads the form of PromptQuery', async () => {
    const question = { text: 'emails of customers', must_retrieve: ['customers'] };
    expect((await runQuestions([question])).summary.pass).toBe(1);
  });

  it('has a line per case, retriever and noise level, and lets the first retriever decide', async () => {
    const report = await runQuestions([emails], {
      retrievers: ['nl2sql', 'promptquery', 'random'],
      noise: [0, 50],
    });
    expect(report.cases).toHaveLength(6);
    expect(report.summary.total).toBe(2);
    expect(report.retrieval?.map((row) => `${row.retriever} ${row.noise}`)).toEqual([
      'nl2sql 0',
      'promptquery 0',
      'random 0',
      'nl2sql 50',
      'promptquery 50',
      'random 50',
    ]);
    expect(report.paired).toHaveLength(4);
  });

  it('says what is wrong with a questions file', async () => {
    await expect(runQuestions([{ id: 'x' }])).rejects.toThrow(
      /Questions file .*questions\.json: \[?0\]?\.question: /,
    );
    await expect(runQuestions('not json')).rejects.toThrow(/not JSON/);
    await expect(runQuestions('not json')).rejects.toThrow(Nl2sqlError);
  });

  it('routes over the datasources a role may reach, and hides what it may not see', async () => {
    file('shop.json', shop);
    file('zoo.json', { tables: [{ name: 'animals', columns: [column('species')] }] });
    file(
      'suite.yaml',
      `version: 1
cases:
- id: animals
  question: species of the animals
  datasources: [zoo]
  status: approved
  kind: routing
  outcome: {admin: allowed, keeper: allowed, guest: refused}
- id: tokens
  question: secret tokens
  datasources: [shop]
  status: approved
  kind: routing
  outcome: {admin: allowed, keeper: allowed}
`,
    );
    const config = file(
      'nl2sql.yaml',
      `version: 2
datasources:
- {id: shop, type: fixture, connection: {database: shop.json}}
- {id: zoo, type: fixture, connection: {database: zoo.json}}
policies:
  roles:
    admin: {allow: ['*']}
    keeper: {allow: [zoo, shop], deny: [shop.public.secrets]}
    guest: {allow: []}
`,
    );
    const report = await createEvals(loadProject(config, { env: {} })).run('suite.yaml', {
      mode: 'retrieval',
    });
    const lines = report.cases.map(
      (line) => `${line.id} ${line.role} ${line.status} ${line.detail?.['routed']}`,
    );
    expect(lines).toEqual([
      'animals admin pass zoo',
      'animals keeper pass zoo',
      'tokens admin pass shop',
      'tokens keeper fail ',
    ]);
    expect(report.warnings).toEqual([
      '1 runs whose outcome is not "allowed" are not scored in mode retrieval',
    ]);
    expect(report.systems).toEqual(['nl2sql']);
  });
});
