import { describe, expect, it } from 'vitest';
import { parseSchemaFixture } from '../../catalog/index.ts';
import { expectedRecall } from './expected-recall.ts';
import { createSchemaRetriever } from './schema-retriever.ts';

describe('expectedRecall', () => {
  it('is what was measured at a measured place', () => {
    expect(expectedRecall(20, 0)).toBe(0.947);
    expect(expectedRecall(5, 0.3)).toBe(0.817);
    expect(expectedRecall(40, 1)).toBe(0.431);
  });

  it('lies between its neighbours elsewhere', () => {
    expect(expectedRecall(15, 0)).toBeCloseTo((0.911 + 0.947) / 2, 9);
    expect(expectedRecall(20, 0.6)).toBeCloseTo((0.749 + 0.609) / 2, 9);
    expect(expectedRecall(15, 0.6)).toBeCloseTo((0.748 + 0.609 + 0.749 + 0.609) / 4, 9);
  });

  it('stays at the last figure beyond what was measured', () => {
    expect(expectedRecall(500, 0)).toBe(0.977);
  });
});

const table = (name: string, ...columns: string[]) => ({
  name,
  columns: columns.map((column) => ({ name: column, data_type: 'text' })),
});
const catalog = parseSchemaFixture(
  JSON.stringify({
    tables: [
      table('refunds', 'reason', 'amount'),
      table('tickets', 'reason'),
      table('weather', 'rain'),
    ],
  }),
  'shop',
);

describe('a least score', () => {
  const retriever = createSchemaRetriever(catalog);
  const question = 'reason of refunds';

  it('leaves out the tables below it, and says what recall that leaves', () => {
    const whole = retriever.retrieve(question, { maxTables: 3 });
    expect(whole.tables.map(({ name }) => name)).toEqual([
      'public.refunds',
      'public.tickets',
      'public.weather',
    ]);
    const [, second, third] = whole.tables.map(({ score }) => score);
    expect(third).toBe(0);
    for (const minScore of [second ?? 0, (second ?? 0) + 0.001]) {
      const cut = retriever.retrieve(question, { maxTables: 3, minScore });
      expect(cut.tables).toHaveLength(minScore === second ? 2 : 1);
      expect(cut.expectedRecall).toBe(expectedRecall(3, minScore));
    }
  });

  it('expects everything where every table is sent, and nothing where nothing matched', () => {
    expect(retriever.retrieve(question, { maxTables: 3 }).expectedRecall).toBe(1);
    expect(retriever.retrieve(question, { maxTables: 2 }).expectedRecall).toBe(
      expectedRecall(2, 0),
    );
    expect(retriever.retrieve('¿?', { maxTables: 3 }).expectedRecall).toBeNull();
  });

  it('expects nothing measured where columns or tokens cut tables', () => {
    const columns = retriever.retrieve(question, { maxTables: 2, maxColumns: 1 });
    expect(columns.tables).toHaveLength(1);
    expect(columns.expectedRecall).toBeNull();
    const tokens = { maxTokens: 50, countTokens: (text: string) => text.length };
    const few = retriever.retrieve(question, { maxTables: 2, tokens });
    expect(few.tables).toHaveLength(1);
    expect(few.expectedRecall).toBeNull();
  });
});
