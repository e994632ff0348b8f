import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadSuite } from '../../src/evaluation/suite/index.ts';
import { createEngine, type Engine } from '../../src/index.ts';
import { runCli } from '../cli/run-cli.ts';
import { rowFilter, writeShopProject } from './shop-project.ts';

let folder = '';
let engine: Engine;
const out = (name: string) => join(folder, name);

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'nl2sql-seed-roles-'));
  writeShopProject(
    folder,
    `
    CREATE TABLE customer (id INTEGER PRIMARY KEY, first_name TEXT, last_name TEXT, town TEXT, hush_mail TEXT, sector TEXT);
    CREATE TABLE hidden_ledger (id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customer(id), sum REAL);
    CREATE TABLE sale (id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customer(id), weight_kg REAL, paid REAL, sold_at TEXT);
    CREATE TABLE tag (id INTEGER PRIMARY KEY, name TEXT);
    CREATE TABLE sale_tag (sale_id INTEGER REFERENCES sale(id), tag_id INTEGER REFERENCES tag(id), PRIMARY KEY (sale_id, tag_id));
    INSERT INTO tag VALUES (1,'new'), (2,'old'), (3,'rare'), (4,'unused');
  `,
    `policies:
  roles:
    admin: {allow: ['*']}
    clerk:
      allow: [shop]
      deny: [shop.main.hidden_ledger]
      deny_columns: [shop.main.customer.hush_mail, shop.main.customer.sector]
    north:
      allow: [shop.main.customer, shop.main.sale]
      deny_columns: [shop.main.customer.hush_mail, shop.main.customer.sector]
      row_filters: [${rowFilter('shop.main.customer', 'sector')}]
    unset:
      allow: [shop]
      row_filters: [${rowFilter('shop.main.customer', 'sector', 'missing')}]
evals:
  users: {north: {sector: EU-north}}
`,
  );
  const database = new DatabaseSync(out('shop.sqlite'));
  for (let id = 1; id <= 12; id += 1) {
    const town = id <= 5 ? 'Bonn' : id <= 8 ? 'Köln' : id <= 10 ? 'Ulm' : null;
    const sector = id <= 7 ? 'EU-north' : 'US-west';
    database
      .prepare('INSERT INTO customer VALUES (?, ?, ?, ?, ?, ?)')
      .run(id, `First${id}`, `Last${id}`, town, `${id}@x.org`, sector);
  }
  database.exec('INSERT INTO hidden_ledger VALUES (1, 1, 5)');
  // Customers 1 and 2 have three sales, 3 to 9 two, the others none.
  for (let id = 1; id <= 20; id += 1) {
    const day = id === 20 ? null : `20${20 + (id % 3)}-0${1 + (id % 7)}-05`;
    database
      .prepare('INSERT INTO sale VALUES (?, ?, ?, ?, ?)')
      .run(id, ((id - 1) % 9) + 1, id * 1.5, id * 10, day);
    if (id <= 15) database.prepare('INSERT INTO sale_tag VALUES (?, ?)').run(id, 1 + (id % 3));
    if (id <= 2) database.prepare('INSERT INTO sale_tag VALUES (?, ?)').run(id, 1 + ((id + 1) % 3));
  }
  database.close();
  engine = createEngine({ config: out('nl2sql.yaml') });
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const seeded = async (name: string, roles: readonly string[], count = 500) => {
  const report = await engine.evals.seed({ datasource: 'shop', out: name, roles, count });
  const { suite, findings } = await loadSuite(out(name));
  expect(findings).toEqual([]);
  return { report, cases: suite.cases, text: readFileSync(out(name), 'utf8') };
};

describe('questions as a role sees the schema', () => {
  it('speaks plainly of what is there, and every kind of question occurs', async () => {
    const { cases } = await seeded('admin.yaml', ['admin']);
    const byQuestion = new Map(cases.map((one) => [one.question, one]));
    for (const [question, tag] of [
      ['How many sales are there?', 'count'],
      ['Which 3 tags have the most sales, most first?', 'top-n'],
      ['What is the total weight in kg of all sales?', 'sum'],
      ['What is the average paid of the sales?', 'average'],
      ['How many sales does each customer have?', 'group-by-key'],
      ['How many tags does each sale have?', 'group-by-key'],
      ['How many customers are there per town, leaving out those without one?', 'group-by'],
      [
        'How many sales are there per year, by sold date, leaving out those without one?',
        'date-bucket',
      ],
      ['Which towns are there among the customers?', 'distinct'],
      ['Which customers have no sales?', 'anti-join'],
      ['Which tags have no sales?', 'anti-join'],
      ['For what share of the customers is the town known?', 'ratio'],
    ] as const) {
      expect(byQuestion.get(question)?.tags, question).toEqual(['seeded', tag]);
    }
    expect(cases.flatMap((one) => one.tags)).toContain('null-check');
    // Two customers have three sales and seven have two: which one comes third is left open.
    expect([...byQuestion.keys()]).not.toContain(
      'Which 3 customers have the most sales, most first?',
    );
    const perCustomer = byQuestion.get('How many sales does each customer have?');
    const reader = new DatabaseSync(out('shop.sqlite'), { readOnly: true });
    const counts = reader.prepare(String(perCustomer?.sql)).all();
    reader.close();
    expect(counts).toHaveLength(12);
    expect(counts).toContainEqual({ name: 'First1', name_2: 'Last1', count: 3 });
    expect(counts).toContainEqual({ name: 'First12', name_2: 'Last12', count: 0 });
  });

  it('names nothing that the role may not see', async () => {
    const { cases, text, report } = await seeded('clerk.yaml', ['clerk', 'admin']);
    expect(cases.length).toBeGreaterThan(20);
    expect(text + JSON.stringify(report)).not.toMatch(/hidden|ledger|hush|sector/i);
    expect(report.tables.of).toBe(4);
  });

  it('writes the SQL for every row, and neither the column nor the value of a row filter', async () => {
    const { cases, text } = await seeded('north.yaml', ['north', 'admin', 'unset']);
    expect(text).not.toMatch(/sector|EU-north|hush/i);
    const count = cases.find((one) => one.question === 'How many customers are there?');
    expect(count?.sql).toBe('SELECT COUNT(*) AS count FROM customer AS t1\n');
    expect(count?.outcome).toEqual(
      new Map([
        ['north', 'allowed'],
        ['admin', 'allowed'],
      ]),
    );
    // Nobody in the north is without a town: as this role the answer is 0, as admin 1.
    expect(cases.map((one) => one.question)).toContain('How many sales are there?');
    expect(
      cases.every((one) => one.outcome.has('unset') === !one.tables.includes('customer')),
    ).toBe(true);
  });

  it('gives another order for another seed, and the same file for the same', async () => {
    const file = async (name: string, seed: number) => {
      await engine.evals.seed({ datasource: 'shop', out: name, roles: ['clerk'], count: 6, seed });
      return readFileSync(out(name), 'utf8');
    };
    const one = await file('s1.yaml', 1);
    expect(await file('s1-again.yaml', 1)).toBe(one);
    expect(await file('s2.yaml', 2)).not.toBe(one);
  });

  it('keeps what gives the rows of a draft in the file out of it for good', async () => {
    const { report } = await seeded('all.yaml', ['clerk']);
    const again = await engine.evals.seed({
      datasource: 'shop',
      out: 'all.yaml',
      roles: ['clerk'],
      count: 500,
      seed: 9,
    });
    expect(again.written).toBe(0);
    expect(again.dropped.duplicateQuestion).toBe(report.written);
  });

  it('writes what there is when it is stopped', async () => {
    const stop = new AbortController();
    const report = await engine.evals.seed({
      datasource: 'shop',
      out: 'stopped.yaml',
      roles: ['clerk'],
      count: 500,
      signal: stop.signal,
      onProgress: ({ drafts, count }) => {
        expect(count).toBe(500);
        if (drafts === 5) stop.abort();
      },
    });
    expect(report).toMatchObject({ written: 5, stopped: true });
    expect((await loadSuite(out('stopped.yaml'))).suite.cases).toHaveLength(5);
  });

  it('is stopped, and no fault of the database, before the schema was read', async () => {
    const signal = AbortSignal.abort();
    const options = { datasource: 'shop', out: 'never.yaml', roles: ['clerk'], signal };
    expect(await engine.evals.seed(options)).toMatchObject({ written: 0, stopped: true });
  });

  it('warns of a role that the policies do not know', async () => {
    const run = await runCli(
      [
        'eval',
        'seed',
        'shop',
        '--out',
        'warn.yaml',
        '--role',
        'clerk',
        '--role',
        'clark',
        '--count',
        '1',
      ],
      { cwd: folder },
    );
    expect(run.exitCode).toBe(0);
    expect(run.stderr).toContain('the policies have no role "clark"');
    expect(run.stderr).toContain('Did you mean "clerk"?');
  });
});
