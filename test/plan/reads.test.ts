import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join as joinPath } from 'node:path';
import { constants, DatabaseSync } from '@photostructure/sqlite';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createScope, parsePolicies, type Scope } from '../../src/access/index.ts';
import type { Catalog } from '../../src/catalog/index.ts';
import { openDatasource } from '../../src/datasources/index.ts';
import { bindPlan, generateSql, type Plan, type PlanExpression } from '../../src/plan/index.ts';
import { by, col, fn, lit, op } from './build.ts';
import { setupStatements } from './fixture-database.ts';

/**
 * Whatever plan comes, the SQL made of it reads no table and no column outside the scope. SQLite's
 * authorizer and DuckDB's table names are the witnesses: they look at the SQL, not at our own lists.
 */
const columnsOf: Readonly<Record<string, readonly string[]>> = {
  customer: ['id', 'name', 'country', 'credit', 'vip'],
  order: ['id', 'customer_id', 'group', 'Total Amount', 'qty'],
  staff: ['id', 'name', 'boss_id'],
  secret: ['id', 'salary'],
  nowhere: ['id'],
};
const tables = Object.keys(columnsOf);

/** What a role lacks: some tables, some columns. Filters read `group` of `order`, whoever may. */
const rules = fc.record({
  deny: fc.subarray(tables.slice(0, 4), { maxLength: 1 }),
  columns: fc.subarray(
    tables
      .slice(0, 4)
      .flatMap((table) => (columnsOf[table] ?? []).map((column) => `${table}.${column}`)),
  ),
  isFiltered: fc.boolean(),
});

function scopeOf({
  deny,
  columns,
  isFiltered,
}: {
  deny: string[];
  columns: string[];
  isFiltered: boolean;
}): Scope {
  const reading = parsePolicies({
    roles: {
      r: {
        allow: ['shop'],
        deny: deny.map((table) => `shop.main.${table}`),
        deny_columns: columns.map((column) => `shop.main.${column}`),
        row_filters: isFiltered
          ? [{ table: 'shop.main.order', where: op(col('group'), '=', lit('a')) }]
          : [],
      },
    },
  });
  if (reading.status === 'invalid') throw new Error(JSON.stringify(reading.problems));
  return createScope(reading.policies, 'r');
}

/** Any two values compare as texts. */
const asText = (expr: PlanExpression): PlanExpression => ({ kind: 'cast', expr, type: 'text' });

const columnsFor = (aliases: readonly (readonly [string, string])[]) =>
  fc.constantFrom(
    ...aliases.flatMap(([alias, table]) =>
      (columnsOf[table] ?? []).map((column) => col(`${alias}.${column}`)),
    ),
  );

function expressionFor(
  aliases: readonly (readonly [string, string])[],
  depth: number,
): fc.Arbitrary<PlanExpression> {
  const column = columnsFor(aliases);
  if (depth === 0) return column;
  const child = expressionFor(aliases, depth - 1);
  const condition = fc.tuple(child, child).map(([a, b]) => op(asText(a), 'IS', asText(b)));
  return fc.oneof(
    column,
    child.map((arg) => fn('COALESCE', arg, arg)),
    fc.tuple(condition, child).map(
      ([when, result]): PlanExpression => ({
        kind: 'case',
        whens: [{ condition: when, result }],
      }),
    ),
    fc.constantFrom(...tables).chain((table) =>
      expressionFor([['n', table]], 0).map(
        (expr): PlanExpression => ({
          kind: 'subquery',
          query: {
            tables: [{ name: table, alias: 'n' }],
            select_items: [{ expr: fn('MAX', expr) }],
          },
        }),
      ),
    ),
  );
}

const plans: fc.Arbitrary<Plan> = fc
  .tuple(fc.constantFrom(...tables), fc.option(fc.constantFrom(...tables), { nil: null }))
  .chain(([first, second]) => {
    const aliases: (readonly [string, string])[] = [['a', first]];
    if (second !== null) aliases.push(['b', second]);
    return fc
      .record({
        select: fc.array(expressionFor(aliases, 2), { minLength: 1, maxLength: 3 }),
        where: fc.option(fc.tuple(expressionFor(aliases, 1), expressionFor(aliases, 1)), {
          nil: null,
        }),
        order: fc.array(columnsFor(aliases), { maxLength: 2 }),
        star: fc.boolean(),
        type: fc.constantFrom('inner' as const, 'left' as const, 'full' as const),
      })
      .map(
        ({ select, where, order, star, type }): Plan => ({
          tables: aliases.map(([alias, name]) => ({ name, alias })),
          joins:
            second === null
              ? []
              : [
                  {
                    left_alias: 'a',
                    right_alias: 'b',
                    join_type: type,
                    condition: op(col('a.id'), '=', col('b.id')),
                  },
                ],
          select_items: [
            ...select.map((expr) => ({ expr })),
            ...(star ? [{ expr: col('*') }] : []),
          ],
          where: where === null ? null : op(asText(where[0]), 'IS NOT', asText(where[1])),
          order_by: by(...order),
        }),
      );
  });

let dir: string;
let database: InstanceType<typeof DatabaseSync>;
let catalog: Catalog;
let duckdb: { getTableNames(query: string, qualified: boolean): readonly string[]; close(): void };

beforeAll(async () => {
  dir = mkdtempSync(joinPath(tmpdir(), 'nl2sql-reads-'));
  const path = joinPath(dir, 'reads.sqlite');
  database = new DatabaseSync(path);
  for (const statement of setupStatements('sqlite')) database.exec(statement);
  const datasource = await openDatasource({ id: 'shop', connection: { type: 'sqlite', path } });
  catalog = await datasource.introspect();
  await datasource.close();
  const require = createRequire(import.meta.url);
  const { DuckDBInstance } = require('@duckdb/node-api') as typeof import('@duckdb/node-api');
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  duckdb = {
    getTableNames: (query, qualified) => connection.getTableNames(query, qualified),
    close: () => {
      connection.closeSync();
      instance.closeSync();
    },
  };
});

afterAll(() => {
  database.close();
  duckdb.close();
  rmSync(dir, { recursive: true });
});

/** Tables and columns SQLite reads to answer, by its own account. */
function readsOf(text: string): { table: string; column: string }[] {
  const reads: { table: string; column: string }[] = [];
  database.setAuthorizer((action: number, table: string | null, column: string | null) => {
    if (action === constants.SQLITE_READ && table !== null)
      reads.push({ table, column: column ?? '' });
    return constants.SQLITE_OK;
  });
  try {
    database.prepare(text);
  } finally {
    database.setAuthorizer(null);
  }
  return reads;
}

describe('generated SQL', () => {
  it('reads nothing outside the scope, whatever the plan', () => {
    let bound = 0;
    fc.assert(
      fc.property(plans, rules, (plan, rule) => {
        const scope = scopeOf(rule);
        const binding = bindPlan(plan, {
          catalog,
          scope,
          datasourceId: 'shop',
          strictJoins: false,
        });
        if (binding.status !== 'bound') return;
        bound += 1;
        const isReadable = (name: string) => scope.canReadTable('shop', { schema: 'main', name });
        const { text } = generateSql(binding.plan, 'sqlite');
        for (const { table, column } of readsOf(text)) {
          // The authorizer also tells of the parts of a query, under their aliases.
          const name = tables.find((known) => known === table);
          if (name === undefined) continue;
          expect(isReadable(name), text).toBe(true);
          const isOfFilter = rule.isFiltered && name === 'order' && column === 'group';
          if (column === '' || isOfFilter) continue;
          expect(scope.canReadColumn('shop', { schema: 'main', name }, column), text).toBe(true);
        }
        const duck = generateSql(binding.plan, 'duckdb').text;
        for (const name of duckdb.getTableNames(duck, false)) {
          expect(isReadable(name.replaceAll('"', '')), duck).toBe(true);
        }
      }),
      { numRuns: 600, seed: 7 },
    );
    // The property says nothing unless many plans get through.
    expect(bound).toBeGreaterThan(60);
  });
});
