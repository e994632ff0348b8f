import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEngine } from '../../src/index.ts';
import { runCli } from '../cli/run-cli.ts';

let folder = '';
const out = (name: string) => join(folder, name);
const evalCase = (id: string, datasource: string, sql: string, more = '') =>
  `- {id: ${id}, question: q ${id}, datasources: [${datasource}], outcome: {admin: allowed}, sql: ${JSON.stringify(sql)}${more}}\n`;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'nl2sql-coverage-'));
  const database = new DatabaseSync(out('shop.sqlite'));
  database.exec(`
    CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT, boss INTEGER REFERENCES person(id));
    CREATE TABLE parcel (id INTEGER PRIMARY KEY, sender INTEGER REFERENCES person(id), receiver INTEGER REFERENCES person(id), weight REAL);
  `);
  database.close();
  const help = new DatabaseSync(out('help.sqlite'));
  help.exec('CREATE TABLE ticket (id INTEGER PRIMARY KEY)');
  help.close();
  writeFileSync(
    out('nl2sql.yaml'),
    `version: 2
datasources:
- {id: shop, type: sqlite, connection: {path: shop.sqlite}}
- {id: help, type: sqlite, connection: {path: help.sqlite}}
- {id: away, type: sqlite, connection: {path: not-there.sqlite}}
policies: {roles: {admin: {allow: ['*']}, viewer: {allow: [shop]}, guest: {allow: []}}}
evals: {suites: [suite.yaml]}
`,
  );
  const approved = ', status: approved, rows: []';
  writeFileSync(
    out('suite.yaml'),
    `version: 1\ncases:\n${evalCase('a', 'shop', 'SELECT p.name FROM parcel JOIN person p ON p.id = parcel.sender', approved)}`,
  );
  writeFileSync(
    out('drafts.yaml'),
    `version: 1\ncases:\n${
      evalCase('weighs', 'shop', 'SELECT SUM(weight) AS total FROM parcel') +
      evalCase('bosses', 'shop', 'SELECT b.name FROM person p JOIN person b ON b.id = p.boss') +
      evalCase('tickets', 'help', 'SELECT COUNT(*) AS n FROM ticket') +
      evalCase('same', 'shop', 'SELECT name FROM person') +
      '- {id: closed, question: Who is it?, datasources: [shop], outcome: {guest: refused}}\n'
    }`,
  );
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('what approved cases leave out', () => {
  it('tells two keys between the same tables apart, and a table that points at itself', async () => {
    const found = await createEngine({ config: out('nl2sql.yaml') }).evals.coverage();
    const [shop] = found.datasources;
    expect(shop).toMatchObject({
      tables: { covered: 2, of: 2 },
      joins: {
        covered: 1,
        of: 3,
        missing: ['parcel.receiver → person.id', 'person.boss → person.id'],
      },
      columns: {
        missing: [
          'main.parcel.id',
          'main.parcel.receiver',
          'main.parcel.weight',
          'main.person.boss',
        ],
      },
      drafts: [],
    });
    expect(found).toMatchObject({
      approved: 1,
      uncoveredDatasources: ['help', 'away'],
      unavailable: ['away'],
      unknownDatasources: [],
      roles: { covered: 1, of: 3, missing: ['viewer', 'guest'], drafts: [] },
    });
  });

  it('names the drafts that would close a gap of tables, columns, joins or roles', async () => {
    const run = await runCli(['eval', 'coverage', 'suite.yaml', 'drafts.yaml', '--json'], {
      cwd: folder,
    });
    expect(run.exitCode).toBe(0);
    const found = JSON.parse(run.stdout);
    const file = out('drafts.yaml');
    expect(found.datasources[0].drafts).toEqual([
      { case: 'weighs', file, tables: [], columns: ['main.parcel.weight'], joins: [] },
      {
        case: 'bosses',
        file,
        tables: [],
        columns: ['main.person.boss'],
        joins: ['person.boss → person.id'],
      },
    ]);
    expect(found.datasources[1].drafts).toEqual([
      { case: 'tickets', file, tables: ['main.ticket'], columns: [], joins: [] },
    ]);
    expect(found.roles.drafts).toEqual([{ case: 'closed', file, roles: ['guest'] }]);
    const told = await runCli(['eval', 'coverage', 'suite.yaml', 'drafts.yaml'], { cwd: folder });
    for (const line of [
      'shop: 2 of 2 tables, 3 of 7 columns, 1 of 3 joins',
      '  draft bosses in drafts.yaml touches joins person.boss → person.id; columns main.person.boss',
      'no case asks help, away',
      'away: not looked at, its database is away or tells no tables',
      '  draft closed in drafts.yaml names guest',
    ]) {
      expect(told.stdout.split('\n')).toContain(line);
    }
  });

  it('works without a project, and says which datasources it would need', async () => {
    const elsewhere = mkdtempSync(join(tmpdir(), 'nl2sql-coverage-none-'));
    const suite = out('suite.yaml');
    const bare = await runCli(['eval', 'coverage', suite], { cwd: elsewhere });
    expect(bare).toMatchObject({
      exitCode: 0,
      stdout: '1 approved case\nshop: not in the project; bind it with --datasource shop=URL\n',
    });
    const bound = await runCli(
      ['eval', 'coverage', suite, '--datasource', `shop=sqlite:${out('shop.sqlite')}`, '--quiet'],
      { cwd: elsewhere },
    );
    expect(bound.stdout).toBe(
      '1 approved case\nshop: 2 of 2 tables, 3 of 7 columns, 1 of 3 joins\n',
    );
    const none = await runCli(['eval', 'coverage'], { cwd: elsewhere });
    expect(none.exitCode).toBe(2);
    rmSync(elsewhere, { recursive: true, force: true });
  });
});
