import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dialectNames } from './dialect.ts';
import { extractSql } from './extract-sql.ts';
import { analyzeText } from './facts/analyze-text.ts';
import { splitStatements } from './split-statements.ts';
import { tokenize } from './tokenize.ts';

const words =
  "SELECT FROM WHERE t u a b ( ) , . * 'x' \"y\" `z` [1] 1 2.5 :: -> + - / = AND OR NOT IN IS NULL CASE WHEN THEN ELSE END WITH AS RECURSIVE UNION ALL JOIN ON USING LEFT LATERAL OVER PARTITION BY ORDER GROUP HAVING LIMIT OFFSET INTERVAL DAY EXTRACT CAST int VALUES TABLE EXPLAIN ANALYZE INTO FOR UPDATE PIVOT COLUMNS EXCLUDE FILTER WINDOW ; -- /* */ # $$ $1 ? : := { } [ ] E'\\' date 'now' count(*) DISTINCT".split(
    ' ',
  );
const soup = fc.array(fc.constantFrom(...words), { maxLength: 40 }).map((parts) => parts.join(' '));
const text = fc.oneof(
  soup,
  fc.string({ maxLength: 80 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
);
const dialect = fc.constantFrom(...dialectNames);

describe('any text at all', () => {
  it('is analysed without an exception, and never both unreadable and read-only', () => {
    fc.assert(
      fc.property(text, dialect, (sql, name) => {
        const facts = analyzeText(sql, name, null, null);
        expect(facts.readOnly).toBe(facts.reasons.length === 0);
      }),
      { numRuns: 3000 },
    );
  });

  it('is cut into tokens that lie in order and spell their own stretch', () => {
    fc.assert(
      fc.property(text, dialect, (sql, name) => {
        let end = 0;
        for (const token of tokenize(sql, name).tokens) {
          expect(token.start).toBeGreaterThanOrEqual(end);
          expect(sql.slice(token.start, token.end)).toBe(token.text);
          end = token.end;
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('loses no statement when it is taken out of a fence', () => {
    fc.assert(
      fc.property(soup, dialect, (sql, name) => {
        const whole = `SELECT 1; DELETE FROM t; ${sql}`;
        const found = extractSql(`\`\`\`sql\n${whole}\n\`\`\``, name);
        if (found.kind !== 'sql') return;
        expect(splitStatements(found.sql, name).statements.length).toBeGreaterThanOrEqual(2);
      }),
      { numRuns: 500 },
    );
  });
});
