import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { hasShared, sharedPath } from '../../../test/shared.ts';
import { createTableIndex, parseSchemaFixture, tableName } from '../../catalog/index.ts';
import { expandViaForeignKeys } from './expansion.ts';
import { createPromptQueryRetriever } from './promptquery-retriever.ts';
import { tokenize } from './tokenize.ts';

describe('tokenize', () => {
  it.each([
    ['status', ['statu']],
    ['statuses', ['statuse']],
    ['series movies species', ['sery', 'movy', 'specy']],
    ['news', ['new']],
    ['ties', ['tie']],
    ['caches addresses address', ['cach', 'address', 'address']],
    ['bus gas lens', ['bus', 'gas', 'len']],
    ['R2DT', ['r2', 'dt']],
    ['r2dt_models', ['r2dt', 'model']],
    ['OrderLine', ['order', 'line']],
    ['HTTPServer', ['httpserver']],
    ["userIDs customer's isn't", ['user', 'customer', 'isn']],
    ['2fa_codes', ['fa', 'code']],
    ['café Größe', ['caf', 'gr']],
    ['заказы 注文', []],
    ['show me the list of all', ['all']],
  ])('splits %s as the original does', (text, expected) => {
    expect(tokenize(text)).toEqual(expected);
  });
});

describe('expandViaForeignKeys', () => {
  // 0 references 2; 1 and 3 reference 0; 4 references 2.
  const links = [[2], [0], [], [0], [2]];

  it('adds referenced tables, then referencing ones in catalog order', () => {
    expect(expandViaForeignKeys(links, [0], 20)).toEqual([0, 2, 1, 3]);
  });

  it('does not follow a table it added itself', () => {
    expect(expandViaForeignKeys(links, [1], 20)).toEqual([1, 0]);
  });

  it('stops at the cap at every step', () => {
    expect(expandViaForeignKeys(links, [0], 3)).toEqual([0, 2, 1]);
    expect(expandViaForeignKeys(links, [0, 4], 1)).toEqual([0]);
    expect(expandViaForeignKeys(links, [0], 0)).toEqual([]);
  });
});

describe.skipIf(!hasShared)('promptquery on the suites of the original (reference data)', () => {
  interface Record {
    readonly question: string;
    readonly tables: readonly string[];
  }

  function run(set: string, options: { maxTables: number; pad?: boolean }) {
    const path = sharedPath(`retrieval/${set}/schema.json`);
    const catalog = parseSchemaFixture(readFileSync(path, 'utf8'), path);
    const questions = JSON.parse(
      readFileSync(sharedPath(`retrieval/${set}/questions.json`), 'utf8'),
    ) as Record[];
    const index = createTableIndex(catalog);
    const retriever = createPromptQueryRetriever(catalog, { pad: options.pad ?? false });
    let [passed, recallAt5, reciprocalRank] = [0, 0, 0];
    for (const { question, tables } of questions) {
      const gold = tables.map((name) => {
        const found = index.find(name);
        return found.status === 'found' ? tableName(found.table) : name;
      });
      const selection = retriever.retrieve(question, { maxTables: options.maxTables });
      const sent = new Set(selection.tables.map((table) => table.name));
      if (gold.every((name) => sent.has(name))) passed += 1;
      const top = selection.ranking.slice(0, 5);
      recallAt5 += gold.filter((name) => top.includes(name)).length / gold.length;
      const first = selection.ranking.findIndex((name) => gold.includes(name));
      if (first !== -1) reciprocalRank += 1 / (first + 1);
    }
    return {
      passed,
      recallAt5: (recallAt5 / questions.length).toFixed(3),
      meanReciprocalRank: (reciprocalRank / questions.length).toFixed(3),
    };
  }

  it('passes 25 of 25 shop questions at 20 tables and 22 at 5', () => {
    expect(run('pq_shop', { maxTables: 20 })).toEqual({
      passed: 25,
      recallAt5: '0.930',
      meanReciprocalRank: '0.920',
    });
    expect(run('pq_shop', { maxTables: 5 }).passed).toBe(22);
  });

  it('finds all tables for 20 and 80 % of the Odoo questions, padded to 10 and 20', () => {
    expect(run('pq_odoo', { maxTables: 10, pad: true }).passed).toBe(5);
    expect(run('pq_odoo', { maxTables: 20, pad: true }).passed).toBe(20);
  });

  it('finds all tables for 84 and 94 % of the RNAcentral questions, padded to 10 and 20', () => {
    expect(run('pq_rnacentral', { maxTables: 10, pad: true }).passed).toBe(42);
    expect(run('pq_rnacentral', { maxTables: 20, pad: true }).passed).toBe(47);
  });
});
