import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  catalogForSql,
  createScope,
  decideSql,
  judgeSqlReads,
  parsePolicies,
} from '../../src/access/index.ts';
import { type Catalog, parseSchemaFixture } from '../../src/catalog/index.ts';
import { bindPlan, parsePlan } from '../../src/plan/index.ts';
import { analyzeSql, type DialectName, dialectNames, viewLineages } from '../../src/sql/index.ts';

/**
 * What is denied and what nobody has get the same answer because they are read against the same catalog:
 * one without either. `payroll` and `open.pay` are withheld, `paydays` and `open.bay` are not there.
 */
const column = (name: string, more = {}) => ({ name, data_type: 'integer', ...more });
const catalog: Catalog = parseSchemaFixture(
  JSON.stringify({
    _meta: { default_schema: 'main' },
    tables: [
      {
        schema: 'main',
        name: 'open',
        columns: [column('c0'), column('pay', { data_type: 'mood' }), column('c1')],
      },
      { schema: 'main', name: 'team', columns: [column('c0'), column('pay'), column('t')] },
      { schema: 'main', name: 'free', columns: [column('c0'), column('f')] },
      {
        schema: 'main',
        name: 'keyed',
        columns: [column('id', { is_primary_key: true }), column('c0')],
      },
      {
        schema: 'main',
        name: 'payroll',
        columns: Array.from({ length: 40 }, (_, index) => column(`c${index}`)),
      },
      { schema: 'main', name: 'twin', columns: [column('c0')] },
      { schema: 'other', name: 'twin', columns: [column('c0')] },
      { schema: 'other', name: 'alone', columns: [column('c0')] },
      {
        schema: 'main',
        name: 'v',
        kind: 'view',
        columns: [column('c0')],
        definition: 'SELECT c0 FROM open',
      },
      {
        schema: 'main',
        name: 'closed',
        kind: 'view',
        columns: [column('c0')],
        definition: 'SELECT c0 FROM payroll',
      },
    ],
  }),
  'same-refusal',
);
const reading = parsePolicies({
  roles: {
    clerk: {
      allow: ['shop'],
      deny: ['shop.main.payroll', 'shop.main.twin', 'shop.other.alone'],
      deny_columns: ['shop.main.open.pay', 'shop.main.keyed.id'],
    },
  },
});
if (reading.status === 'invalid') throw new Error(JSON.stringify(reading.problems));
const clerk = createScope(reading.policies, 'clerk');

const decide = (sql: string, dialect: DialectName) =>
  decideSql(sql, {
    dialect,
    catalog,
    scope: clerk,
    datasourceId: 'shop',
    views: viewLineages(catalog, dialect),
  });

/** What a value says of one name, said of another of the same length. */
const saidOf = (value: unknown, from: string, to: string): unknown =>
  JSON.parse(JSON.stringify(value).replaceAll(from, to));

const tableTexts = [
  'SELECT c0 FROM ?',
  'SELECT * FROM ?',
  'SELECT ?.c0, ?.c39 FROM ? ORDER BY ?.c0',
  'SELECT c0 FROM main.?',
  'SELECT c0 FROM other.?',
  'SELECT c0 FROM "?" AS x WHERE x.c1 > 1',
  'SELECT f FROM free WHERE c0 IN (SELECT c0 FROM ?)',
  'SELECT f FROM free WHERE EXISTS (SELECT 1 FROM ? WHERE c0 = f)',
  'SELECT free.f FROM free JOIN ? USING (c0)',
  'SELECT * FROM free NATURAL JOIN ?',
  'SELECT f FROM free UNION SELECT c0 FROM ?',
  'WITH x AS (SELECT * FROM ?) SELECT c0 FROM x',
  'WITH unused AS (SELECT c0 FROM ?) SELECT f FROM free',
  'SELECT count(*), max(c7) FROM ? GROUP BY c0 HAVING max(c7) > 1 LIMIT 3',
  'EXPLAIN SELECT * FROM ?',
  'SELECT lower(nosuch(c0)) FROM ?',
  'SELECT pay, bay FROM open, ?',
];
const columnTexts = [
  'SELECT ? FROM open',
  'SELECT open.? FROM open ORDER BY open.?',
  'SELECT o.? AS x FROM open AS o ORDER BY x',
  'SELECT c0 FROM open WHERE ? > 1',
  'SELECT max(?) FROM open GROUP BY ? HAVING max(?) > 1',
  'SELECT c0 FROM open ORDER BY ?',
  'SELECT c0 FROM open ORDER BY -?',
  'SELECT f FROM free WHERE EXISTS (SELECT 1 FROM open WHERE ? = f)',
  'SELECT open.c0 FROM open JOIN free USING (?)',
  'WITH x AS (SELECT ? FROM open) SELECT ? FROM x',
  'SELECT x.? FROM (SELECT * FROM open) x',
  'SELECT ? FROM open, nowhere',
  'EXPLAIN SELECT ? FROM open',
  'SELECT nosuch(?) FROM open',
];

describe.each(dialectNames)('raw SQL of a role on %s', (dialect) => {
  it.each(tableTexts)('says of a denied table what it says of none: %s', async (text) => {
    const denied = await decide(text.replaceAll('?', 'payroll'), dialect);
    const absent = await decide(text.replaceAll('?', 'paydays'), dialect);
    expect(denied.decision).toEqual({ status: 'refused' });
    expect(saidOf(denied, 'payroll', 'paydays')).toEqual(saidOf(absent, '', ''));
  });

  it.each(columnTexts)('says of a denied column what it says of none: %s', async (text) => {
    const denied = await decide(text.replaceAll('?', 'pay'), dialect);
    const absent = await decide(text.replaceAll('?', 'bay'), dialect);
    expect(denied.decision).toEqual({ status: 'refused' });
    expect(saidOf(denied, 'pay', 'bay')).toEqual(saidOf(absent, 'pay', 'bay'));
  });

  it.each(tableTexts)('needs nothing but what the role sees to refuse: %s', async (text) => {
    const sql = text.replaceAll('?', 'payroll');
    const seen = clerk.visibleCatalog('shop', catalog, viewLineages(catalog, dialect));
    const { facts } = await decide(sql, dialect);
    expect(facts).toEqual(await analyzeSql(sql, { dialect, catalog: seen }));
  });

  it.each([
    'SELECT ? FROM team NATURAL JOIN open',
    'SELECT ?, pay FROM open NATURAL JOIN team',
    'SELECT ?, c0 FROM twin',
  ])('tells of no withheld namesake: %s', async (text) => {
    const { facts } = await decide(text.replace('?', 'nosuch'), dialect);
    const bare = clerk.visibleCatalog('shop', catalog, viewLineages(catalog, dialect));
    const { statements } = await analyzeSql(text.replace('?', 'nosuch'), {
      dialect,
      catalog: bare,
    });
    expect(facts.tables).toEqual(statements[0]?.tables);
    expect(facts.columns).toEqual(statements[0]?.columns);
  });

  it('tells no withheld name that the text does not have', async () => {
    for (const sql of [
      'SELECT * FROM open',
      'SELECT * FROM open AS a NATURAL JOIN open AS b',
      'TABLE open',
    ]) {
      const { decision, facts } = await decide(sql, dialect);
      expect(decision).toEqual({ status: 'refused' });
      expect(JSON.stringify(facts)).not.toContain('pay');
    }
    const behind = await decide('SELECT * FROM closed', dialect);
    expect(JSON.stringify(behind)).not.toContain('payroll');
  });
});

it('says of a type that only withheld columns have what it says of none', async () => {
  for (const text of ["SELECT 'ok'::?", 'SELECT enum_range(null::?)', 'SELECT null::main.?[]']) {
    const denied = await decide(text.replace('?', 'mood'), 'postgres');
    const absent = await decide(text.replace('?', 'rood'), 'postgres');
    expect(denied.decision).toEqual({ status: 'refused' });
    expect(saidOf(denied, 'mood', 'rood')).toEqual(absent);
  }
});

it('reads against a catalog in which nothing is listed that the role must not see', () => {
  const seen = catalogForSql(clerk, 'shop', catalog, viewLineages(catalog, 'duckdb'));
  expect(seen.tables.map(({ schema, name }) => `${schema}.${name}`).sort()).toEqual([
    'main.free',
    'main.keyed',
    'main.open',
    'main.team',
    'main.v',
    'other.twin',
  ]);
  expect(seen.tables.find(({ name }) => name === 'open')?.columns.map(({ name }) => name)).toEqual([
    'c0',
    'c1',
  ]);
  expect(JSON.stringify(seen.tables)).not.toContain('payroll');
});

it('says of a plan for what is denied what it says of one for what nobody has', () => {
  const bind = (tables: readonly string[], alias: string | null, name: string) => {
    const plan = parsePlan({
      tables: tables.map((table) => ({ name: table, alias: table.slice(0, 1) })),
      select_items: [
        { expr: { kind: 'column', ...(alias === null ? {} : { alias }), column_name: name } },
      ],
    });
    if (plan.status === 'invalid') throw new Error(JSON.stringify(plan.issues));
    return bindPlan(plan.plan, { catalog, scope: clerk, datasourceId: 'shop' });
  };
  for (const alias of ['p', null]) {
    const denied = bind(['payroll'], alias, 'c0');
    expect(denied).toMatchObject({ status: 'refused' });
    expect(saidOf(denied, 'payroll', 'paydays')).toEqual(bind(['paydays'], alias, 'c0'));
  }
  for (const alias of ['o', null]) {
    const denied = bind(['open'], alias, 'pay');
    expect(denied).toMatchObject({ status: 'refused' });
    expect(saidOf(denied, 'pay', 'bay')).toEqual(bind(['open'], alias, 'bay'));
  }
});

const rarely = (text: fc.Arbitrary<string>) => fc.option(text, { nil: '', freq: 2 });
const many = (common: string, rare: string) => {
  const of = (list: string) => fc.constantFrom(...list.split(' | '));
  return fc.oneof({ weight: 4, arbitrary: of(common) }, { weight: 1, arbitrary: of(rare) });
};
const aName = many(
  'c0',
  'c1 | f | t | pay | bay | id | rowid | open | payroll | o | "pay" | "bay" | q',
);
const aTable = many(
  'open | open o | free | team | v | keyed',
  'open AS pay | open AS o(pay, c1, c0) | free AS pay | OPEN | payroll | payroll AS o | paydays | twin | main.twin | other.twin | alone | other.alone | closed | x',
);
const aValue = fc.oneof(
  { weight: 4, arbitrary: aName },
  fc.tuple(many('o | open', 'team | pay | q | free'), aName).map((parts) => parts.join('.')),
  aName.map((name) => `-${name}`),
  aName.map((name) => `max(${name})`),
  fc.constantFrom('list_transform([1], pay -> pay + 1)', 'pay.upper()', '#2', '(o).pay'),
);

/** A SELECT in which any name may stand anywhere, aliases and common tables among them. */
function aQuery(depth: number): fc.Arbitrary<string> {
  const inner = depth === 0 ? fc.constant('SELECT c0 FROM free') : aQuery(depth - 1);
  const value = fc.oneof(
    { weight: 6, arbitrary: aValue },
    inner.map((text) => `(${text})`),
  );
  const item = fc.oneof(
    { weight: 3, arbitrary: value },
    fc.tuple(value, fc.constantFrom('pay', 'bay', 'x')).map((parts) => parts.join(' AS ')),
    fc.constantFrom('*', 'o.*', 'open.*', '* EXCLUDE (pay)', 'count(*)'),
  );
  const source = fc.oneof(
    { weight: 5, arbitrary: aTable },
    inner.map((text) => `(${text}) AS q`),
  );
  return fc
    .tuple(
      rarely(
        fc
          .tuple(
            fc.constantFrom('WITH', 'WITH RECURSIVE'),
            fc.constantFrom('x', 'payroll', 'paydays', 'x(pay)'),
            inner,
          )
          .map(([word, name, text]) => `${word} ${name} AS (${text}) `),
      ),
      fc.array(item, { minLength: 1, maxLength: 2 }),
      source,
      rarely(
        fc.oneof(
          fc
            .tuple(fc.constantFrom(', ', ' CROSS JOIN ', ' NATURAL JOIN '), source)
            .map((parts) => parts.join('')),
          fc.tuple(source, aName).map(([right, key]) => ` JOIN ${right} USING (${key})`),
        ),
      ),
      rarely(value.map((text) => ` WHERE ${text} IS NULL`)),
      rarely(value.map((text) => ` ORDER BY ${text}`)),
    )
    .map(
      ([common, items, from, join, where, order]) =>
        `${common}SELECT ${items.join(', ')} FROM ${from}${join}${where}${order}`,
    );
}

describe('the catalog of the role and the whole one', () => {
  it('give one verdict on any text', { timeout: 120_000 }, async () => {
    const counts = { allowed: 0, refused: 0 };
    await fc.assert(
      fc.asyncProperty(aQuery(2), fc.constantFrom(...dialectNames), async (sql, dialect) => {
        const { decision } = await decide(sql, dialect);
        const { statements } = await analyzeSql(sql, { dialect, catalog });
        const views = viewLineages(catalog, dialect);
        const judgements = statements.map(({ reads }) =>
          judgeSqlReads(reads, clerk, 'shop', views),
        );
        const isAllowed =
          judgements.length > 0 && judgements.every((one) => one.status === 'allowed');
        expect(decision.status, sql).toBe(isAllowed ? 'allowed' : 'refused');
        counts[decision.status] += 1;
      }),
      { numRuns: 4000 },
    );
    // The property says nothing unless many texts get through.
    expect(counts.allowed).toBeGreaterThan(200);
    expect(counts.refused).toBeGreaterThan(1000);
  });
});
