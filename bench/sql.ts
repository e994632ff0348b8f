/**
 * Times the analysis of SQL texts: the thread's start, and microseconds per text of each dialect.
 *
 *     npm run bench -- sql
 *
 * Texts are those of the pair files under test/sql, each asked many times over one warm thread; the last
 * line is a suite of 10,000.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { analyzeSql, dialectNames } from '../src/sql/index.ts';

const folder = join(process.cwd(), 'test/sql/pairs');

function textsOf(dialect: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.startsWith(`${dialect}.harmless`) || name.startsWith('common.harmless'))
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').split(/^## .*\n/m))
    .map((text) => text.trim())
    .filter((text) => text !== '');
}

async function timeOf(run: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

const startMs = await timeOf(async () => {
  await analyzeSql('SELECT 1', { dialect: 'sqlite' });
});
console.log(`first text (thread starts): ${startMs.toFixed(0)} ms`);
const grammarMs = await timeOf(async () => {
  await analyzeSql('SELECT 1', { dialect: 'postgres' });
});
console.log(`first PostgreSQL text (its grammar loads): ${grammarMs.toFixed(0)} ms`);

for (const dialect of dialectNames) {
  const texts = textsOf(dialect);
  const rounds = Math.ceil(2000 / texts.length);
  const ask = async () => {
    for (const text of texts) await analyzeSql(text, { dialect });
  };
  await ask();
  const elapsedMs = await timeOf(async () => {
    for (let round = 0; round < rounds; round += 1) await ask();
  });
  const perText = (elapsedMs * 1000) / (rounds * texts.length);
  console.log(`${dialect.padEnd(9)} ${perText.toFixed(0)} µs per text (${texts.length} texts)`);
}

const suiteMs = await timeOf(async () => {
  for (let index = 0; index < 10_000; index += 1) {
    await analyzeSql(
      `SELECT c.name, count(*) FROM orders o JOIN customer c ON c.id = o.customer_id WHERE o.total > ${index} GROUP BY c.name ORDER BY 2 DESC LIMIT 10`,
      { dialect: 'postgres' },
    );
  }
});
console.log(`10,000 PostgreSQL texts: ${(suiteMs / 1000).toFixed(1)} s`);

const hostile = {
  'a literal of 1 MB': `SELECT '${'x'.repeat(1_000_000)}'`,
  '5,000 conditions': `SELECT 1 FROM t WHERE ${'a = 1 OR '.repeat(5000)} b = 2`,
  '2,000 set operations': `SELECT 1${' UNION ALL SELECT 1'.repeat(2000)}`,
  '10,000 parentheses': `SELECT ${'('.repeat(10_000)}1${')'.repeat(10_000)}`,
  '10,000 opening parentheses': `SELECT ${'('.repeat(10_000)}`,
  '200 nested subqueries': `SELECT * FROM ${'(SELECT * FROM '.repeat(200)}t${') q'.repeat(200)}`,
  '5,000 signs': `SELECT ${'- '.repeat(5000)}1`,
  '1,000 CASE': `SELECT ${'CASE WHEN a THEN '.repeat(1000)}1${' END'.repeat(1000)}`,
};
for (const [name, sql] of Object.entries(hostile)) {
  for (const dialect of ['sqlite', 'postgres'] as const) {
    let code = '';
    const elapsedMs = await timeOf(async () => {
      const facts = await analyzeSql(sql, { dialect });
      code = facts.readOnly ? 'read-only' : (facts.reasons[0]?.code ?? '');
    });
    console.log(`${name} (${dialect}): ${elapsedMs.toFixed(0)} ms, ${code}`);
  }
}
