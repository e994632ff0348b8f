import { describe, expect, it } from 'vitest';
import { readStatementText } from './statement-text.ts';

describe('readStatementText', () => {
  it.each([
    ['SELECT 1', false],
    ['SELECT 1;', false],
    ['SELECT 1;;; -- x\n /* y; */ ;', false],
    ['; ; SELECT 1', false],
    ['SELECT \';\' , ";", `;`, [;]', false],
    ["SELECT 'it''s; one'", false],
    ['SELECT 1 -- ; DELETE', false],
    ['SELECT 1 /* ; DELETE', false],
    ['SELECT 1; DELETE FROM t', true],
    ['SELECT 1;--\nDELETE FROM t', true],
    ["SELECT 'a'; /* ' */ DELETE FROM t", true],
    ["SELECT '\\'; DELETE FROM t; --'", true],
    ['SELECT 1; garbage', true],
  ])('%s', (text, hasMore) => {
    expect(readStatementText(text).hasMore).toBe(hasMore);
  });

  it('hands out the first statement without what stands around it', () => {
    expect(readStatementText(' ;; SELECT 1 ; SELECT 2').first).toBe('SELECT 1 ');
    expect(readStatementText('-- a\nselect 1').keyword).toBe('SELECT');
    expect(readStatementText(' -- nothing').keyword).toBe('');
  });

  it('counts placeholders and not question marks in texts', () => {
    expect(readStatementText('SELECT ?, ?, \'?\', "?" -- ?').placeholders).toBe(2);
    expect(readStatementText('SELECT ?2, ?1').placeholders).toBe(2);
    expect(readStatementText('SELECT :name, ?').placeholders).toBe(':name');
    expect(readStatementText('SELECT a$b FROM t').placeholders).toBe(0);
  });

  it.each([
    ['SELECT a FROM t ORDER BY a', true],
    ['SELECT a FROM t UNION SELECT b FROM u order\nby 1', true],
    ['SELECT a FROM (SELECT a FROM t ORDER BY a)', false],
    ['SELECT sum(a) OVER (ORDER BY b) FROM t', false],
    ['SELECT "order" FROM t -- ORDER BY a', false],
  ])('knows whether the whole is ordered: %s', (text, isOrdered) => {
    expect(readStatementText(text).isOrdered).toBe(isOrdered);
  });
});
