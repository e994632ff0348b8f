import { describe, expect, it } from 'vitest';
import { parseSchemaFixture } from '../../../catalog/index.ts';
import { proposeQuestions } from './patterns.ts';

const table = (schema: string, name: string, columns: readonly string[]) => ({
  schema,
  name,
  kind: 'table',
  columns: columns.map((column) => ({ name: column, data_type: column === 'id' ? 'int' : 'text' })),
  foreign_keys: [],
});

describe('questions that a schema suggests', () => {
  it('tell tables of one name in two schemas apart', () => {
    const tables = [
      table('public', 'customer', ['id']),
      table('sales', 'customers', ['id']),
      table('sales', 'region', ['id']),
    ];
    const catalog = parseSchemaFixture(JSON.stringify({ _meta: {}, tables }), 'schema.json');
    const questions = [...proposeQuestions({ ...catalog, defaultSchema: 'public' }).values()].map(
      ([first]) => first?.question,
    );
    expect(questions).toEqual([
      'How many customers are there?',
      'How many sales customers are there?',
      'How many regions are there?',
    ]);
  });
});
