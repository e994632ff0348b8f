import type { Cell } from '../../../catalog/index.ts';
import { compareResults, isStrictMatch } from '../../results/index.ts';
import type { EvalCase, StoredRows } from '../model.ts';
import { type AddFinding, type LintedCase, statementOf } from './linted-case.ts';

/** What the rows of a case show. */
export function lintRows(linted: LintedCase, add: AddFinding): void {
  const { case: evalCase, rows } = linted;
  if (rows === null || evalCase.sql === null) return;
  const place = { case: evalCase, field: 'rows' as const };
  if (rows.rows.length === 0) {
    add(
      'empty-result',
      place,
      'the result is empty, so another wrong query that finds nothing passes too',
      'Ask for something the data has, or say in notes why empty is the answer.',
    );
    return;
  }
  (rows.columns ?? []).forEach((column, index) => {
    if (rows.rows.length < 2 && (rows.columns?.length ?? 0) < 2) return;
    if (!rows.rows.every((row) => (row[index] ?? null) === null)) return;
    add(
      'null-column',
      place,
      `the column "${column}" is NULL in every row`,
      'Check the join or the expression that gives it.',
    );
  });
  lintAlternatives(linted, rows, add);
  lintKeys(linted, rows, add);
}

function lintAlternatives(linted: LintedCase, rows: StoredRows, add: AddFinding): void {
  const evalCase = linted.case;
  evalCase.alt_rows.forEach((alternative, index) => {
    if (!areEqual(evalCase, rows, alternative)) return;
    add(
      'alternative-equal',
      { case: evalCase, field: 'alt_rows', detail: `alt_rows[${index}]` },
      `alternative ${index} gives the very rows of gold, so it accepts nothing more`,
      'Take it out of alt_sql and alt_rows.',
    );
  });
}

/** Whether a result answers another as gold, strictly. */
export function areEqual(evalCase: EvalCase, gold: StoredRows, other: StoredRows): boolean {
  const width = (rows: StoredRows) => rows.columns ?? [];
  const verdict = compareResults(
    { columns: width(gold).map((name) => ({ name })), rows: gold.rows },
    { columns: width(other).map((name) => ({ name })), rows: other.rows, truncated: false },
    { orderMatters: evalCase.order_matters, explain: false, workBudget: 2_000_000 },
  );
  return isStrictMatch(verdict);
}

/** What the rows show of the ORDER BY: ties, numbers as text, NULLs at the top. */
function lintKeys(linted: LintedCase, { rows }: StoredRows, add: AddFinding): void {
  const statement = statementOf(linted.facts);
  if (statement === null || statement.orderBy.length === 0) return;
  const evalCase = linted.case;
  const keys = statement.orderBy;
  const positions = keys.map((key) => key.position);
  if (evalCase.order_matters && positions.every((position) => position !== 'unknown')) {
    const tied = rows.some((row, index) => {
      const next = rows[index + 1];
      return (
        next !== undefined && positions.every((position) => sameText(row[position], next[position]))
      );
    });
    if (tied) {
      add(
        'order-partial',
        { case: evalCase, field: 'sql' },
        'rows tie on the ORDER BY, and their order among themselves is left to the database',
        'Add a key that tells them apart if the question does; ties are forgiven either way.',
      );
    }
  }
  const [first] = keys;
  if (first === undefined || first.position === 'unknown') return;
  const values = rows.map((row) => row[first.position as number] ?? null);
  if (isTextSortedNumbers(values)) {
    add(
      'text-sorted-number',
      { case: evalCase, field: 'sql' },
      `ORDER BY ${first.expression} sorts numbers as text: ${exampleOf(values)}`,
      'Cast the key to a number.',
    );
  }
  if (statement.limit !== null && rows.length > 0 && values[0] === null) {
    add(
      'nulls-at-limit',
      { case: evalCase, field: 'sql' },
      `the list is cut at ${statement.limit} and begins with NULL`,
      `Leave NULLs out, or add NULLS LAST to ORDER BY ${first.expression}.`,
    );
  }
}

function sameText(a: Cell | undefined, b: Cell | undefined): boolean {
  return JSON.stringify(a, bigintText) === JSON.stringify(b, bigintText);
}

function bigintText(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? `${value}n` : value;
}

/** All texts, all spelling numbers, and not in the order of the numbers. */
function isTextSortedNumbers(values: readonly Cell[]): boolean {
  const texts = values.filter((value): value is string => typeof value === 'string');
  if (texts.length < 2 || texts.length !== values.filter((value) => value !== null).length)
    return false;
  if (!texts.every((text) => /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(text))) return false;
  const numbers = texts.map(Number);
  const isSorted = (sign: number) =>
    numbers.every(
      (number, index) => index === 0 || sign * (number - (numbers[index - 1] ?? 0)) >= 0,
    );
  return !isSorted(1) && !isSorted(-1);
}

function exampleOf(values: readonly Cell[]): string {
  const texts = values.filter((value): value is string => typeof value === 'string').map(Number);
  const index = texts.findIndex((value, at) => at > 0 && value < (texts[at - 1] ?? value));
  const at = index === -1 ? 1 : index;
  return `${texts[at - 1]} stands before ${texts[at]}`;
}
