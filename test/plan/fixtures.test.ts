import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createScope } from '../../src/access/index.ts';
import { bindPlan, generateSql, parsePlan } from '../../src/plan/index.ts';
import { type DialectName, dialectNames } from '../../src/sql/index.ts';
import { aggregateCases } from './cases/aggregates.ts';
import { dateCases } from './cases/dates.ts';
import type { FixtureCase } from './cases/fixture-case.ts';
import { joinCases } from './cases/joins.ts';
import { meaningCases } from './cases/meaning.ts';
import { secondVersionCases } from './cases/second-version.ts';
import { textCases } from './cases/texts.ts';
import { absent, type FixtureDatabase, openFixtureDatabase } from './fixture-database.ts';
import { plainRows } from './plain-rows.ts';

/**
 * Pair fixtures: a plan, the SQL it becomes on each database (`fixtures/*.sql`), and the rows that all
 * of them must return. `NL2SQL_WRITE_FIXTURES=1` writes the SQL files anew, for review.
 */
const groups: Readonly<Record<string, readonly FixtureCase[]>> = {
  meaning: meaningCases,
  texts: textCases,
  dates: dateCases,
  aggregates: aggregateCases,
  joins: joinCases,
  'second-version': secondVersionCases,
};

const sqlFile = (group: string, dialect: DialectName) =>
  fileURLToPath(new URL(`./fixtures/${group}.${dialect}.sql`, import.meta.url));

function readSql(group: string, dialect: DialectName): Map<string, string> {
  const path = sqlFile(group, dialect);
  if (!existsSync(path)) return new Map();
  return new Map(
    readFileSync(path, 'utf8')
      .split(/^-- /m)
      .slice(1)
      .map((block): [string, string] => {
        const end = block.indexOf('\n');
        return [block.slice(0, end), block.slice(end + 1).trim()];
      }),
  );
}

for (const dialect of dialectNames) {
  const reason = absent[dialect];
  describe.skipIf(reason !== null)(
    `plans on ${dialect}${reason === null ? '' : ` (${reason})`}`,
    () => {
      let database: FixtureDatabase;
      beforeAll(async () => {
        database = await openFixtureDatabase(dialect);
      });
      afterAll(() => database?.drop());

      for (const [group, cases] of Object.entries(groups)) {
        const expected = readSql(group, dialect);
        const written: string[] = [];
        for (const { name, plan, rows, anyOrder } of cases) {
          it(`${group}: ${name}`, async () => {
            const reading = parsePlan(plan);
            expect(reading.status === 'invalid' ? reading.issues : []).toEqual([]);
            if (reading.status === 'invalid') return;
            const bound = bindPlan(reading.plan, {
              catalog: database.catalog,
              scope: createScope(null, 'any'),
              datasourceId: 'shop',
            });
            expect(bound.status === 'bound' ? [] : bound.issues).toEqual([]);
            if (bound.status !== 'bound') return;
            const { text, parameters } = generateSql(bound.plan, dialect);
            // A server's database has another name each time.
            const named = text.replaceAll(/\bnl2sql_[0-9a-f]{12}\b/g, 'database_');
            const shown =
              parameters.length > 0 ? `${named};\n${JSON.stringify(parameters)}` : `${named};`;
            written.push(`-- ${name}\n${shown}\n`);
            const execution = await database.datasource.execute(
              { text, parameters },
              { rowLimit: 1000, timeoutMs: 10_000 },
            );
            expect(execution, text).toMatchObject({ status: 'rows' });
            if (execution.status !== 'rows') return;
            const found = plainRows(execution.result);
            const order = (list: readonly unknown[][]) =>
              anyOrder ? list.map((row) => JSON.stringify(row)).sort() : list;
            expect(order(found), text).toEqual(order(rows.map((row) => [...row])));
            if (process.env['NL2SQL_WRITE_FIXTURES'] !== '1') {
              expect(shown).toBe(expected.get(name));
            }
          });
        }
        afterAll(() => {
          if (process.env['NL2SQL_WRITE_FIXTURES'] === '1') {
            writeFileSync(sqlFile(group, dialect), written.join('\n'));
          }
        });
      }
    },
  );
}
