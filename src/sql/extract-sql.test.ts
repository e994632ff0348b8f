import { describe, expect, it } from 'vitest';
import { extractSql } from './extract-sql.ts';

const sqlOf = (text: string) => {
  const found = extractSql(text);
  return found.kind === 'sql' ? found.sql : found;
};

describe('extractSql', () => {
  const pairs: readonly (readonly [fact: string, text: string, sql: string])[] = [
    ['plain text', 'SELECT 1', 'SELECT 1'],
    ['a fence', '```sql\nSELECT 1\n```', 'SELECT 1'],
    ['a fence of another tag', '```postgresql\nSELECT 1;\n```', 'SELECT 1'],
    ['a fence on one line', 'Use ```sql SELECT 1``` please', 'SELECT 1'],
    ['a fence without a tag', 'It is\n```\nSELECT a FROM t\n```\nbye', 'SELECT a FROM t'],
    ['quote fences', "Here you go:\n'''sql\nSELECT 1;\n'''\nThis counts.", 'SELECT 1'],
    ['tildes', '~~~sql\nSELECT 1\n~~~', 'SELECT 1'],
    ['an open fence', 'Sure:\n```sql\nSELECT a\nFROM t', 'SELECT a\nFROM t'],
    [
      'a python block before it',
      "```python\nrows = conn.execute('SELECT 1')\n```\n```sql\nSELECT name FROM d\n```",
      'SELECT name FROM d',
    ],
    ['thoughts', '<think>SELECT wrong</think>SELECT 1', 'SELECT 1'],
    [
      'thoughts with a fence',
      '<think>\n```sql\nSELECT 2\n```\n</think>\n```sql\nSELECT 1\n```',
      'SELECT 1',
    ],
    ['swallowed opening of thoughts', 'let me see SELECT 2\n</think>\nSELECT 1', 'SELECT 1'],
    ['JSON', '{"sql": "SELECT a\\nFROM t"}', 'SELECT a\nFROM t'],
    ['JSON in a fence', '```json\n{"reason": "x", "query": "SELECT 1"}\n```', 'SELECT 1'],
    ['JSON amid prose', 'The call: {"sql": "SELECT 1 AS a"} is it', 'SELECT 1 AS a'],
    ['tags', 'Result: <sql>SELECT 1</sql>', 'SELECT 1'],
    ['a label', 'SQLQuery: SELECT a FROM t\nSQLResult: 3\nAnswer: three', 'SELECT a FROM t'],
    [
      'prose around',
      'The query is:\n\nSELECT a FROM t WHERE b = 1\n\nThis returns all rows.',
      'SELECT a FROM t WHERE b = 1',
    ],
    ['prose after the semicolon', 'SELECT a FROM t;\nThis counts.', 'SELECT a FROM t'],
    ['trailing comments', 'SELECT a FROM t; -- all of it', 'SELECT a FROM t'],
    ['inline code', 'Run `SELECT a FROM t` now.', 'SELECT a FROM t'],
    [
      'several CTEs',
      'WITH a AS (SELECT 1 x),\nb AS (SELECT x FROM a)\nSELECT * FROM b LIMIT 50;',
      'WITH a AS (SELECT 1 x),\nb AS (SELECT x FROM a)\nSELECT * FROM b LIMIT 50',
    ],
    ['parenthesised unions', '(SELECT 1) UNION (SELECT 2);', '(SELECT 1) UNION (SELECT 2)'],
    [
      'blank lines inside',
      'SELECT a\n\nFROM t\n\nWHERE b = 1',
      'SELECT a\n\nFROM t\n\nWHERE b = 1',
    ],
    [
      'a thought tag in a literal',
      "SELECT '<think>x</think>' AS a",
      "SELECT '<think>x</think>' AS a",
    ],
    ['two equal fences', '```sql\nSELECT 1\n```\nagain\n```sql\nselect 1;\n```', 'SELECT 1'],
    [
      'prose on the line of the semicolon',
      "Here's it: SELECT a FROM t; It lists all.",
      'SELECT a FROM t',
    ],
    [
      'prose with an apostrophe after a blank line',
      "Run:\n\nSELECT a FROM t\n\nand that's it.",
      'SELECT a FROM t',
    ],
    [
      'fences inside a literal',
      "SELECT a FROM t WHERE b LIKE '%```%'",
      "SELECT a FROM t WHERE b LIKE '%```%'",
    ],
    [
      'marks of a chat template',
      '<|im_start|>assistant\nSELECT a FROM t<|im_end|>',
      'SELECT a FROM t',
    ],
    ['a heading after it', '### SQL\nSELECT a FROM t\n\n### Why\nIt lists.', 'SELECT a FROM t'],
    [
      'a table of results after it',
      '```sql\nSELECT a FROM t\n```\n```\nann\nbob\n```',
      'SELECT a FROM t',
    ],
    ['a python string', '```python\nsql = """\nSELECT a FROM t\n"""\n```', 'SELECT a FROM t'],
    ['JSON with a raw line break', '{"sql": "SELECT a\nFROM t"}', 'SELECT a\nFROM t'],
    ['a stacked statement, whole', 'SELECT 1; DROP TABLE users', 'SELECT 1; DROP TABLE users'],
    ['a write', 'DELETE FROM t', 'DELETE FROM t'],
  ];
  for (const [fact, text, sql] of pairs) {
    it(`finds the SQL: ${fact}`, () => {
      expect(sqlOf(text)).toBe(sql);
    });
  }

  it('says there is none', () => {
    for (const text of [
      '',
      '   \n',
      'I cannot answer that.',
      'Select the right table first, then ask again.',
      '<think>SELECT 1',
      'With this data, we cannot tell.',
      '-- only a comment',
    ]) {
      expect(extractSql(text), text).toEqual({ kind: 'none' });
    }
  });

  it('reports candidates that differ and chooses none', () => {
    expect(extractSql('```sql\nSELECT 1\n```\nor\n```sql\nSELECT 2\n```')).toEqual({
      kind: 'several',
      candidates: ['SELECT 1', 'SELECT 2'],
    });
  });

  it('keeps a comment that MySQL runs', () => {
    expect(sqlOf("SELECT 1 /*!50000 INTO OUTFILE '/x' */")).toBe(
      "SELECT 1 /*!50000 INTO OUTFILE '/x' */",
    );
    expect(extractSql('```sql\nSELECT 1\n```')).toMatchObject({ fenced: true });
  });
});
