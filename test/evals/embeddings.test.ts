import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadProject } from '../../src/config/index.ts';
import { createEvals, loadRetrieve } from '../../src/evals/index.ts';
import { writeTinyModel } from '../llm/tiny-onnx-model.ts';

let dir: string;
let server: Server | undefined;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'nl2sql-embeddings-'));
});
afterEach(() => {
  server?.close();
  server = undefined;
  rmSync(dir, { recursive: true, force: true });
});

const column = (name: string) => ({ name, data_type: 'text' });
const schema = {
  tables: [
    { name: 'invoices', columns: [column('amount')] },
    { name: 'weather', columns: [column('rain')] },
    { name: 'staff', columns: [column('badge')] },
  ],
};

/** In this model `colleagues` and `staff` mean the same; no list of synonyms of ours says so. */
const words = { invoices: [1, 0, 0], weather: [0, 1, 0], staff: [0, 0, 1], colleagues: [0, 0, 1] };

function project(embeddings: string) {
  writeFileSync(join(dir, 'schema.json'), JSON.stringify(schema));
  writeFileSync(
    join(dir, 'nl2sql.yaml'),
    `datasources:\n- {id: shop, type: fixture, connection: {database: schema.json}}\n${embeddings}`,
  );
  return loadProject(join(dir, 'nl2sql.yaml'), { env: { KEY: 'sk-secret' } });
}

const local = 'embeddings: {enabled: true, provider: local, model: tiny}\n';

describe('retrieval with embeddings', () => {
  it('finds a table that shares its meaning and no word with the question', async () => {
    writeTinyModel(join(dir, 'tiny'), words);
    const retrieve = await loadRetrieve();
    const lexical = await retrieve('colleagues', project(''), { maxTables: 1 });
    const fused = await retrieve('colleagues', project(local), { maxTables: 1 });
    expect(lexical.tables).toEqual([]);
    expect(fused.tables.map(({ name, why }) => [name, why])).toEqual([
      ['public.staff', ['near in meaning (1.00)']],
    ]);
    expect(fused.expectedRecall).toBeNull();
  });

  it('keeps the vectors of the tables under the storage of the project', async () => {
    writeTinyModel(join(dir, 'tiny'), words);
    const retrieve = await loadRetrieve();
    await retrieve('colleagues', project(local));
    const kept = () => readdirSync(join(dir, '.nl2sql/retrieval'));
    expect(kept()).toEqual([expect.stringMatching(/^[0-9a-f]{64}\.vectors$/)]);
    const before = kept();
    await retrieve('invoices', project(local));
    expect(kept()).toEqual(before);
  });

  it('is measured beside the same retriever without embeddings', async () => {
    writeTinyModel(join(dir, 'tiny'), words);
    const questions = join(dir, 'questions.json');
    writeFileSync(
      questions,
      JSON.stringify([
        { id: 'q1', question: 'colleagues', tables: ['staff'] },
        { id: 'q2', question: 'invoices', tables: ['invoices'] },
      ]),
    );
    const report = await createEvals(project(local)).run(null, {
      mode: 'retrieval',
      retrieval: { questions, maxTables: 1, retrievers: ['nl2sql', 'nl2sql-lexical'] },
    });
    expect(report.cases.map(({ retriever, id, status }) => `${retriever} ${id} ${status}`)).toEqual(
      ['nl2sql q1 pass', 'nl2sql q2 pass', 'nl2sql-lexical q1 fail', 'nl2sql-lexical q2 pass'],
    );
    expect(report.settings).toMatchObject({
      retrieval: { embeddings: { kind: 'onnx', model: 'tiny' } },
    });
  });

  it('sends a provider the question and names a role may see, never values of the data', async () => {
    const sent: string[] = [];
    server = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const { input } = JSON.parse(Buffer.concat(chunks).toString('utf8')) as { input: string[] };
      sent.push(...input);
      const data = input.map((_, index) => ({ index, embedding: [1, 0] }));
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ data }));
    });
    const listening = server;
    await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
    const { port } = listening.address() as AddressInfo;
    const database = new DatabaseSync(join(dir, 'shop.sqlite'));
    database.exec("CREATE TABLE invoices (amount TEXT); INSERT INTO invoices VALUES ('Zanzibar');");
    database.exec('CREATE TABLE salaries (wage TEXT)');
    database.close();
    writeFileSync(
      join(dir, 'nl2sql.yaml'),
      [
        'datasources:',
        '- {id: shop, type: sqlite, connection: {database: shop.sqlite}, index: {sample_values: true}}',
        'policies: {roles: {clerk: {allow: [shop.main.invoices]}}}',
        'embeddings:',
        '  enabled: true',
        '  provider: openai_compatible',
        '  model: small',
        '  api_key: ${env:KEY}',
        `  base_url: http://127.0.0.1:${port}/v1`,
      ].join('\n'),
    );
    const retrieve = await loadRetrieve();
    await retrieve(
      'how many invoices',
      loadProject(join(dir, 'nl2sql.yaml'), { env: { KEY: 'k' } }),
      {
        role: 'clerk',
      },
    );
    expect(sent).toEqual(['invoices. amount', 'how many invoices']);
  });
});
