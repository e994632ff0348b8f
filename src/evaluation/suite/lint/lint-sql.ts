import { formatName, parseName } from '../../../catalog/index.ts';
import { type SqlFacts, volatileUses } from '../../../sql/index.ts';
import { sqlFor } from '../model.ts';
import { type AddFinding, type LintedCase, statementOf } from './linted-case.ts';

/** What the texts of a case's SQL show without running them. */
export function lintSql(linted: LintedCase, gold: 'stored' | 'executed', add: AddFinding): void {
  const evalCase = linted.case;
  const texts = [
    { facts: linted.facts, sql: evalCase.sql, field: 'sql' as const, name: 'sql' },
    ...evalCase.alt_sql.map((sql, index) => ({
      facts: linted.alternatives[index] ?? null,
      sql,
      field: 'alt_sql' as const,
      name: `alt_sql[${index}]`,
    })),
  ];
  for (const { facts, sql, field, name } of texts) {
    if (facts === null || sql === null) continue;
    const place = { case: evalCase, field, detail: name };
    lintReading(facts, name, linted.hasRun, place, add);
    const text = linted.dialect === null ? null : sqlFor(sql, linted.dialect);
    if (text === null || linted.dialect === null || gold === 'executed') continue;
    const [use] = volatileUses(text, linted.dialect);
    if (use === undefined) continue;
    add(
      'volatile',
      place,
      `${name}: ${use.text} makes the rows depend on ${use.kind === 'clock' ? 'the day or hour' : 'chance'}, so the stored ones go stale`,
      'Write the date into the SQL, or set gold: executed for the suite.',
    );
  }
  lintOrder(linted, add);
  lintTables(linted, add);
}

type Place = Parameters<AddFinding>[1];

function lintReading(
  facts: SqlFacts,
  name: string,
  hasRun: boolean,
  place: Place,
  add: AddFinding,
): void {
  const [reason] = facts.reasons;
  if (reason !== undefined && !facts.readOnly) {
    const isUnread =
      reason.code === 'unreadable' || reason.code === 'no-sql' || reason.code === 'parse-timeout';
    if (isUnread && hasRun) {
      const fix = 'Nothing to do: only what is found by reading the SQL was not looked for.';
      add('sql-not-analysed', place, `${name}: the database runs it; ${reason.message}`, fix);
      return;
    }
    add(
      isUnread ? 'sql-unreadable' : 'not-read-only',
      place,
      `${name}: ${reason.message}`,
      isUnread
        ? 'Correct it; if the database takes it as it is, --run says so.'
        : 'Gold only reads: one SELECT, nothing that writes or reaches beyond the data.',
    );
    if (isUnread) return;
  }
  const statement = statementOf(facts);
  if (statement === null) return;
  for (const unknown of new Set(statement.reads.unknownNames)) {
    add(
      'unknown-name',
      place,
      `${name}: "${unknown}" is no table or column of the datasource`,
      'Correct the name, or introspect the datasource again.',
    );
  }
  const { shape } = statement;
  if (shape === null) return;
  if (shape.countsElse) {
    add(
      'count-else',
      place,
      `${name}: COUNT counts the ELSE value too, so every row counts`,
      'Leave ELSE out, or use SUM.',
    );
  }
  for (const output of new Set(shape.duplicateOutputs)) {
    add(
      'duplicate-output',
      place,
      `${name}: two output columns are called "${output}"`,
      'Give each a name of its own with AS.',
    );
  }
  for (const table of new Set(shape.joinsWithoutKey)) {
    add(
      'join-without-key',
      place,
      `${name}: no condition ties ${table} to the rest, so every row meets every row`,
      'Add the key to ON or WHERE, or write CROSS JOIN where it is meant.',
    );
  }
}

/** What is said of order against what the SQL does. */
function lintOrder(linted: LintedCase, add: AddFinding): void {
  const statement = statementOf(linted.facts);
  const evalCase = linted.case;
  if (statement === null) return;
  const place = { case: evalCase, field: 'order_matters' as const };
  if (evalCase.order_matters && statement.orderBy.length === 0) {
    add(
      'order-missing',
      place,
      'order_matters is true, and the SQL has no ORDER BY of its own',
      'Add the ORDER BY that the question asks for, or set order_matters: false.',
    );
  } else if (
    !evalCase.order_matters &&
    statement.orderBy.length > 0 &&
    statement.limit === null &&
    (linted.rows?.rows.length ?? 0) > 1
  ) {
    add(
      'order-unasked',
      place,
      'the SQL orders its rows, and order_matters is false',
      'Set order_matters: true if the question asks for the order; else leave it.',
    );
  }
}

/** `tables` against what the SQL reads. */
function lintTables(linted: LintedCase, add: AddFinding): void {
  const facts = linted.facts;
  const evalCase = linted.case;
  if (facts === null || linted.catalog === null || evalCase.tables.length === 0) return;
  const statement = statementOf(facts);
  if (statement === null || !statement.reads.isComplete) return;
  const named = new Set(evalCase.tables.map(bareName));
  const read = new Set(facts.tables.map(bareName));
  const missing = [...read].filter((table) => !named.has(table));
  const extra = [...named].filter((table) => !read.has(table));
  if (missing.length === 0 && extra.length === 0) return;
  const parts = [
    missing.length > 0 ? `the SQL also reads ${missing.join(', ')}` : '',
    extra.length > 0 ? `it does not read ${extra.join(', ')}` : '',
  ].filter((part) => part !== '');
  add(
    'tables-differ',
    { case: evalCase, field: 'tables' },
    `tables lists ${evalCase.tables.join(', ')}; ${parts.join(', and ')}`,
    `Write tables: [${facts.tables.map((name) => formatName(parseName(name).slice(-1))).join(', ')}], or leave it if other tables answer as well.`,
  );
}

function bareName(name: string): string {
  return (parseName(name).at(-1) ?? name).toLowerCase();
}
