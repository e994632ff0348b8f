import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createScope, judgeSqlReads, parsePolicies, type Scope } from '../../src/access/index.ts';
import {
  bindPlan,
  filterRawSql,
  generateSql,
  type Plan,
  type PlanBinding,
  type PlanExpression,
  parsePlan,
  refusalReason,
} from '../../src/plan/index.ts';
import { analyzeSql, type DialectName, dialectNames, viewLineages } from '../../src/sql/index.ts';
import { by, col, fn, from, join, lit, op, select } from './build.ts';
import { absent, type FixtureDatabase, openFixtureDatabase } from './fixture-database.ts';
import { plainRows } from './plain-rows.ts';

/** A role without `secret`, without `customer.credit`, and with the orders of its own group only. */
const reading = parsePolicies({
  roles: {
    clerk: {
      allow: ['shop'],
      deny: ['shop.*.secret'],
      deny_columns: ['shop.*.customer.credit'],
      row_filters: [
        {
          table: 'shop.*.order',
          where: {
            kind: 'binary',
            op: '=',
            left: { kind: 'column', column_name: 'group' },
            right: { kind: 'literal', value: '$user.group' },
          },
        },
      ],
    },
  },
});
if (reading.status === 'invalid') throw new Error(JSON.stringify(reading.problems));
const { policies } = reading;
const clerk = createScope(policies, 'clerk', { user: { group: 'a' } });

const customers = from('customer');
const credit = col('customer.credit');
const name = select(col('customer.name'));
const nested = (where: PlanExpression): Plan => ({
  tables: customers,
  select_items: select(lit(1)),
  where,
});
const isOne = (expression: PlanExpression) => op(expression, '=', lit(1));

/** Every place of a plan where a denied column could stand. */
const columnAttacks: Readonly<Record<string, Plan>> = {
  select: { tables: customers, select_items: select(credit) },
  'a bare name': { tables: customers, select_items: select(col('credit')) },
  'another case': { tables: customers, select_items: select(col('customer.CREDIT')) },
  'a function': { tables: customers, select_items: select(fn('LENGTH', credit)) },
  'an aggregate': { tables: customers, select_items: select(fn('MAX', credit)) },
  where: { tables: customers, select_items: name, where: isOne(credit) },
  group_by: {
    tables: customers,
    select_items: select(fn('COUNT', col('*'))),
    group_by: by(credit),
  },
  having: {
    tables: customers,
    select_items: select(fn('COUNT', col('*'))),
    having: isOne(fn('SUM', credit)),
  },
  order_by: { tables: customers, select_items: name, order_by: by(credit) },
  case: {
    tables: customers,
    select_items: select({ kind: 'case', whens: [{ condition: isOne(credit), result: lit(1) }] }),
  },
  'a filter': {
    tables: customers,
    select_items: select({
      kind: 'func',
      func_name: 'COUNT',
      args: [col('*')],
      filter: isOne(credit),
    }),
  },
  'a window': {
    tables: customers,
    select_items: select({ kind: 'func', func_name: 'RANK', over: { order_by: by(credit) } }),
  },
  between: {
    tables: customers,
    select_items: name,
    where: { kind: 'between', expr: lit(1), low: credit, high: lit(2) },
  },
  'an IN list': {
    tables: customers,
    select_items: name,
    where: { kind: 'in', expr: lit(1), values: [credit] },
  },
  cast: { tables: customers, select_items: select({ kind: 'cast', expr: credit, type: 'text' }) },
  exists: {
    tables: from('staff'),
    select_items: select(col('staff.id')),
    where: { kind: 'exists', query: nested(isOne(credit)) },
  },
  'a scalar query': {
    tables: from('staff'),
    select_items: select({
      kind: 'subquery',
      query: { tables: customers, select_items: select(fn('MAX', credit)) },
    }),
  },
  'a common table': {
    ctes: [{ name: 'c', query: { tables: customers, select_items: select(credit) } }],
    tables: from('c'),
    select_items: select(col('c.c1')),
  },
  'a derived table': {
    tables: [{ alias: 'd', query: { tables: customers, select_items: select(credit) } }],
    select_items: select(col('d.c1')),
  },
  'a set operation': {
    tables: from('staff'),
    select_items: select(col('staff.id')),
    set_operations: [{ op: 'union', query: { tables: customers, select_items: select(credit) } }],
  },
  'a join condition': {
    tables: from('customer', ['order', 'o']),
    joins: [
      {
        left_alias: 'customer',
        right_alias: 'o',
        condition: op(
          op(col('customer.id'), '=', col('o.customer_id')),
          'AND',
          op(credit, '>', lit(0)),
        ),
      },
    ],
    select_items: name,
  },
};

const tableAttacks: Readonly<Record<string, Plan>> = {
  from: { tables: from('secret'), select_items: select(fn('COUNT', col('*'))) },
  'another case': { tables: from(['SECRET', 's']), select_items: select(lit(1)) },
  join: {
    tables: from('customer', 'secret'),
    joins: [join('customer.id', 'secret.id')],
    select_items: name,
  },
  exists: {
    tables: customers,
    select_items: name,
    where: { kind: 'exists', query: { tables: from('secret'), select_items: select(lit(1)) } },
  },
  'a name nobody has': { tables: from('nowhere'), select_items: select(lit(1)) },
  'a system catalog': { tables: from('sqlite_master'), select_items: select(lit(1)) },
};

/** Raw SQL that reaches what the clerk may not see, in ways that look harmless. */
const rawAttacks: readonly string[] = [
  'SELECT * FROM customer',
  'SELECT c.* FROM customer AS c',
  'WITH x AS (SELECT * FROM customer) SELECT id FROM x',
  'SELECT id FROM customer ORDER BY credit',
  'SELECT COUNT(*) FROM customer WHERE credit > 0',
  'SELECT id FROM (SELECT id, credit FROM customer) AS d',
  'SELECT id FROM staff WHERE EXISTS (SELECT 1 FROM secret)',
  'SELECT MAX(salary) FROM secret',
  'SELECT s.id FROM staff AS s JOIN secret USING (id)',
  'SELECT id FROM staff UNION SELECT salary FROM secret',
  'WITH unused AS (SELECT salary FROM secret) SELECT id FROM staff',
];

for (const dialect of dialectNames) {
  const reason = absent[dialect];
  describe.skipIf(reason !== null)(
    `a restricted role on ${dialect}${reason === null ? '' : ` (${reason})`}`,
    () => {
      let database: FixtureDatabase;
      beforeAll(async () => {
        database = await openFixtureDatabase(dialect);
      });
      afterAll(() => database?.drop());

      const bind = (plan: Plan, scope: Scope = clerk): PlanBinding => {
        const parsed = parsePlan(plan);
        if (parsed.status === 'invalid') throw new Error(JSON.stringify(parsed.issues));
        return bindPlan(parsed.plan, { catalog: database.catalog, scope, datasourceId: 'shop' });
      };

      it.each(Object.entries({ ...columnAttacks, ...tableAttacks }))(
        'is refused with one issue that tells nothing: %s',
        (_, plan) => {
          const binding = bind(plan);
          expect(binding).toMatchObject({
            status: 'refused',
            issues: [
              {
                code: 'SECURITY_VIOLATION',
                message: 'You do not have permission to see the data this question requires.',
                found: null,
                expected: null,
                suggestion: null,
              },
            ],
          });
          expect(binding.status === 'refused' && binding.issues).toHaveLength(1);
        },
      );

      it('knows afterwards whether somebody has what was refused', () => {
        const reasonOf = (plan: Plan | undefined) => {
          const binding = plan && bind(plan);
          if (binding?.status !== 'refused') throw new Error('not refused');
          const { catalog } = database;
          return refusalReason(binding.causes, { catalog, scope: clerk, datasourceId: 'shop' });
        };
        expect(reasonOf(tableAttacks['a name nobody has'])).toBe('unknown-name');
        expect(reasonOf(tableAttacks['from'])).toBe('outside-scope');
        expect(reasonOf(tableAttacks['a system catalog'])).toBe('outside-scope');
        expect(reasonOf(columnAttacks['a bare name'])).toBe('outside-scope');
        const bare = { tables: customers, select_items: select(col('cradle')) };
        expect(reasonOf(bare)).toBe('unknown-name');
      });

      it('gives * only the columns that are readable', () => {
        const binding = bind({ tables: customers, select_items: [{ expr: col('*') }] });
        expect(binding.status === 'bound' && generateSql(binding.plan, dialect).text).not.toMatch(
          /credit/,
        );
      });

      it('sees its own rows through every kind of plan', async () => {
        const orders = from(['order', 'o']);
        const plans: readonly (readonly [Plan, unknown[][]])[] = [
          [{ tables: orders, select_items: select(fn('COUNT', col('*'))) }, [[2]]],
          [
            {
              tables: from('customer', ['order', 'o']),
              joins: [join('customer.id', 'o.customer_id', 'full')],
              select_items: select(fn('COUNT', col('o.id'))),
            },
            [[2]],
          ],
          [
            {
              tables: from('staff'),
              select_items: select({
                kind: 'subquery',
                query: { tables: orders, select_items: select(fn('SUM', col('o.qty'))) },
              }),
              where: isOne(col('staff.id')),
            },
            [[10]],
          ],
        ];
        for (const [plan, rows] of plans) {
          const binding = bind(plan);
          if (binding.status !== 'bound') throw new Error(JSON.stringify(binding));
          expect(binding.plan.filteredTables).toEqual([`${database.catalog.defaultSchema}.order`]);
          expect(await run(database, generateSql(binding.plan, dialect))).toEqual(rows);
        }
      });

      it('sees no row without the value its filter needs', () => {
        const scope = createScope(policies, 'clerk');
        const plan: Plan = { tables: from(['order', 'o']), select_items: select(col('o.id')) };
        expect(bind(plan, scope)).toMatchObject({
          status: 'refused',
          causes: [{ kind: 'missing-user-value' }],
        });
      });

      const judge = async (text: string) => {
        const { catalog } = database;
        const { statements } = await analyzeSql(text, { dialect, catalog });
        const [statement] = statements;
        if (statement === undefined) throw new Error('no statement');
        return judgeSqlReads(statement.reads, clerk, 'shop', viewLineages(catalog, dialect));
      };

      it('may not run raw SQL that reads beyond its scope', async () => {
        for (const text of rawAttacks) {
          expect(await judge(text), text).toMatchObject({
            status: 'refused',
            reason: 'outside-scope',
          });
        }
      });

      it('runs raw SQL over its own rows only', async () => {
        const order = quoted('order', dialect);
        const texts: readonly (readonly [string, unknown[][]])[] = [
          [`SELECT COUNT(*) FROM ${order}`, [[2]]],
          [`WITH x AS (SELECT id FROM ${order}) SELECT MAX(id), MIN(id) FROM x`, [[5, 1]]],
          [`SELECT o.id FROM customer c JOIN ${order} o ON o.customer_id = c.id`, [[1]]],
          [`SELECT COUNT(*) FROM staff WHERE EXISTS (SELECT 1 FROM ${order} WHERE id = 2)`, [[0]]],
        ];
        for (const [text, rows] of texts) {
          const judgement = await judge(text);
          if (judgement.status !== 'allowed') throw new Error(JSON.stringify(judgement));
          expect(judgement.filteredTables).toHaveLength(1);
          const filtered = filterRawSql(text, {
            dialect,
            catalog: database.catalog,
            scope: clerk,
            datasourceId: 'shop',
            tables: judgement.filteredTables,
          });
          if (filtered.status !== 'filtered') throw new Error(`${text}: ${filtered.reason}`);
          expect(await run(database, { text: filtered.sql }), filtered.sql).toEqual(rows);
        }
      });

      it('refuses raw SQL that would reach around the filter', () => {
        const order = quoted('order', dialect);
        const schema = quoted(database.catalog.defaultSchema, dialect);
        const table = database.catalog.tables.find((entry) => entry.name === 'order');
        if (table === undefined) throw new Error('no table');
        const options = {
          dialect,
          catalog: database.catalog,
          scope: clerk,
          datasourceId: 'shop',
          tables: [table],
        };
        expect(filterRawSql(`SELECT COUNT(*) FROM ${schema}.${order}`, options)).toEqual({
          status: 'refused',
          reason: 'qualified-name',
        });
      });
    },
  );
}

function quoted(word: string, dialect: DialectName): string {
  return dialect === 'mysql' ? `\`${word}\`` : `"${word}"`;
}

async function run(
  { datasource }: FixtureDatabase,
  query: { readonly text: string; readonly parameters?: readonly string[] },
): Promise<unknown[][]> {
  const execution = await datasource.execute(query, { rowLimit: 100, timeoutMs: 10_000 });
  if (execution.status !== 'rows') throw new Error(`${query.text}: ${JSON.stringify(execution)}`);
  return plainRows(execution.result);
}
