import { type DialectName, dialectNames } from '../../sql/index.ts';
import {
  type CaseField,
  caseFields,
  difficulties,
  kinds,
  origins,
  outcomes,
  statuses,
} from './case-fields.ts';
import type { EvalCase, Outcome, SqlText, StoredRows, Tolerance } from './model.ts';
import type { FieldReader } from './read-field.ts';
import { readData, readRows } from './read-rows.ts';
import { suggest } from './suggest.ts';
import { describeNode, type YamlNode } from './yaml/node.ts';

/** A case as far as it could be read, with where its fields stand. */
export interface CaseReading {
  readonly case: EvalCase;
  /** Offset of each field's key. */
  readonly places: ReadonlyMap<CaseField, number>;
  /** Fields that are there and could not be read: already reported, so no rule speaks of them again. */
  readonly unreadable: ReadonlySet<CaseField>;
}

/** Reads one case. Whatever is wrong is reported; a field that cannot be read has its default. */
export function readCase(node: YamlNode, reader: FieldReader): CaseReading | null {
  if (node.kind !== 'map') {
    reader.report({
      code: 'wrong-type',
      offset: node.start,
      field: null,
      message: `a case is ${describeNode(node)}, expected a map`,
      fix: 'Write a case as "- id: …" with its fields below.',
    });
    return null;
  }
  const places = new Map<CaseField, number>();
  const values = new Map<CaseField, YamlNode>();
  for (const { key, value } of node.pairs) {
    const field = caseFields.find((name) => name === key.text);
    if (field === undefined) {
      reportUnknownKey(key.text, key.start, reader);
    } else if (values.has(field)) {
      reader.report({
        code: 'duplicate-key',
        offset: key.start,
        field,
        message: `the field ${field} stands twice`,
        fix: 'Keep one of the two.',
      });
    } else {
      places.set(field, key.start);
      values.set(field, value);
    }
  }
  const unreadable = new Set<CaseField>();
  return { case: readFields(values, node.start, reader, unreadable), places, unreadable };
}

/** Names of these are often written for a field of ours. */
const otherNames: Readonly<Record<string, CaseField>> = {
  query: 'sql',
  gold: 'sql',
  gold_sql: 'sql',
  expected_sql: 'sql',
  alternatives: 'alt_sql',
  role: 'outcome',
  roles: 'outcome',
  outcomes: 'outcome',
  datasource: 'datasources',
  database: 'datasources',
  db_id: 'datasources',
  ordered: 'order_matters',
  hint: 'evidence',
  comment: 'notes',
  note: 'notes',
};

function reportUnknownKey(key: string, offset: number, reader: FieldReader): void {
  const near = suggest(key, caseFields) ?? otherNames[key.toLowerCase()];
  reader.report({
    code: 'unknown-key',
    offset,
    field: key,
    message: `unknown field "${key}"`,
    fix: near === undefined ? `Fields: ${caseFields.join(', ')}.` : `Did you mean "${near}"?`,
  });
}

function readFields(
  values: ReadonlyMap<CaseField, YamlNode>,
  start: number,
  reader: FieldReader,
  unreadable: Set<CaseField>,
): EvalCase {
  /** The field's value by `read`, or `fallback` when it is not there or cannot be read. */
  const take = <T>(field: CaseField, read: (node: YamlNode) => T | undefined, fallback: T): T => {
    const node = values.get(field);
    if (node === undefined) return fallback;
    const value = read(node);
    if (value === undefined) unreadable.add(field);
    return value ?? fallback;
  };
  const takeOrNull = <T>(field: CaseField, read: (node: YamlNode) => T | undefined): T | null =>
    take<T | null>(field, (node) => (reader.isNull(node) ? null : read(node)), null);
  const optional = <T>(field: CaseField, read: (node: YamlNode) => T | undefined) => {
    const value = takeOrNull(field, read);
    return value === null ? {} : { [field]: value };
  };
  const texts = (field: CaseField) => take(field, (node) => reader.texts(node, field), []);

  for (const field of ['id', 'question', 'outcome'] as const) {
    if (!values.has(field)) reportMissing(field, start, reader);
  }
  return {
    id: take('id', (node) => readName(node, 'id', reader), ''),
    question: take('question', (node) => readName(node, 'question', reader), ''),
    datasources: texts('datasources'),
    status: take('status', (node) => reader.word(node, 'status', statuses), 'draft'),
    kind: take('kind', (node) => reader.word(node, 'kind', kinds), 'answer'),
    origin: take('origin', (node) => reader.word(node, 'origin', origins), 'hand'),
    difficulty: takeOrNull('difficulty', (node) => reader.word(node, 'difficulty', difficulties)),
    tags: texts('tags'),
    paraphrase_group: takeOrNull('paraphrase_group', (node) =>
      reader.text(node, 'paraphrase_group'),
    ),
    outcome: take('outcome', (node) => readOutcome(node, reader), new Map()),
    tables: texts('tables'),
    columns: texts('columns'),
    order_matters: take('order_matters', (node) => reader.boolean(node, 'order_matters'), false),
    sql: takeOrNull('sql', (node) => readSql(node, 'sql', reader)),
    rows: takeOrNull('rows', (node) => readRows(node, 'rows', reader)),
    alt_sql: take('alt_sql', (node) => readAlternatives(node, reader), []),
    alt_rows: take('alt_rows', (node) => readAlternativeRows(node, reader), []),
    plan: takeOrNull('plan', (node) => readPlan(node, reader)),
    ...optional('evidence', (node) => reader.text(node, 'evidence')),
    ...optional('notes', (node) => reader.text(node, 'notes')),
    ...optional('tables_any_of', (node) => readTableSets(node, reader)),
    ...optional('tolerance', (node) => readTolerance(node, reader)),
    ...optional('boundary_tie', (node) => readRows(node, 'boundary_tie', reader)),
    ...optional('rows_by_role', (node) => readRowsByRole(node, reader)),
    ...optional('reviewed', (node) => readReviewed(node, reader)),
  };
}

function reportMissing(field: CaseField, offset: number, reader: FieldReader): void {
  const fixes: Partial<Record<CaseField, string>> = {
    id: 'Add an id of its own: id: revenue_by_year.',
    question: 'Add the question as a person would ask it.',
    outcome: 'Say what each role must get: outcome: {admin: allowed, viewer: refused}.',
  };
  reader.report({
    code: 'missing-field',
    offset,
    field,
    message: `the case has no ${field}`,
    fix: fixes[field] ?? `Add ${field}.`,
  });
}

function readName(node: YamlNode, field: CaseField, reader: FieldReader): string | undefined {
  const text = reader.text(node, field);
  if (text === undefined || text.trim() !== '') return text;
  reader.report({
    code: 'missing-field',
    offset: node.start,
    field,
    message: `${field} is empty`,
    fix: `Write the ${field}.`,
  });
  return undefined;
}

function readOutcome(node: YamlNode, reader: FieldReader): Map<string, Outcome> | undefined {
  const pairs = reader.pairs(node, 'outcome');
  if (!pairs) return undefined;
  if (pairs.size === 0) {
    reader.report({
      code: 'empty-outcome',
      offset: node.start,
      field: 'outcome',
      message: 'outcome names no role, so the case would never run',
      fix: 'Say what each role must get: outcome: {admin: allowed}.',
    });
  }
  const outcome = new Map<string, Outcome>();
  for (const [role, value] of pairs) {
    const word = reader.word(value, `outcome.${role}`, outcomes);
    if (word !== undefined) outcome.set(role, word);
  }
  return outcome;
}

/** One text, or one per dialect. */
function readSql(node: YamlNode, field: string, reader: FieldReader): SqlText | undefined {
  if (node.kind === 'scalar') {
    reportFoldedSql(node, field, reader);
    return reader.text(node, field);
  }
  if (node.kind === 'seq') return reader.text(node, field);
  const pairs = reader.pairs(node, field);
  const texts: { [Dialect in DialectName]?: string } = {};
  for (const [name, value] of pairs ?? []) {
    const dialect = dialectNames.find((known) => known === name);
    if (dialect === undefined) {
      const near = suggest(name, dialectNames);
      reader.report({
        code: 'unknown-key',
        offset: value.start,
        field: `${field}.${name}`,
        message: `${field}: unknown dialect "${name}"`,
        fix: near ? `Did you mean "${near}"?` : `Dialects: ${dialectNames.join(', ')}.`,
      });
      continue;
    }
    reportFoldedSql(value, `${field}.${name}`, reader);
    const text = reader.text(value, `${field}.${name}`);
    if (text !== undefined) texts[dialect] = text;
  }
  return texts;
}

/** A folded block joins its lines, so a `--` comment swallows what follows it. */
function reportFoldedSql(node: YamlNode, field: string, reader: FieldReader): void {
  if (node.kind !== 'scalar' || !node.isFolded) return;
  const comment = /--.*/.exec(node.text);
  if (!comment) return;
  reader.report({
    code: 'folded-sql',
    offset: node.start,
    field,
    message: `${field}: the lines are joined to one, so the comment "${comment[0].slice(0, 30)}" swallows what follows`,
    fix: 'Write the SQL as a literal block: sql: |',
  });
}

function readAlternatives(node: YamlNode, reader: FieldReader): SqlText[] | undefined {
  if (node.kind !== 'seq') return reader.texts(node, 'alt_sql');
  return node.items.flatMap((item, index) => {
    const sql = readSql(item, `alt_sql[${index}]`, reader);
    return sql === undefined ? [] : [sql];
  });
}

function readAlternativeRows(node: YamlNode, reader: FieldReader): StoredRows[] | undefined {
  if (node.kind !== 'seq') {
    return readRows(node, 'alt_rows', reader) && undefined;
  }
  return node.items.flatMap((item, index) => {
    const rows = readRows(item, `alt_rows[${index}]`, reader);
    return rows === undefined ? [] : [rows];
  });
}

function readPlan(node: YamlNode, reader: FieldReader): Record<string, unknown> | undefined {
  if (node.kind === 'map') return readData(node, 'plan', reader, true) as Record<string, unknown>;
  return reader.pairs(node, 'plan') && undefined;
}

function readTableSets(node: YamlNode, reader: FieldReader): string[][] | undefined {
  if (node.kind !== 'seq') return reader.texts(node, 'tables_any_of') && undefined;
  return node.items.flatMap((item, index) => {
    const tables = reader.texts(item, `tables_any_of[${index}]`);
    return tables === undefined ? [] : [tables];
  });
}

/** Reads `{absolute, relative}`, each a number from 0; at least one. */
export function readTolerance(node: YamlNode, reader: FieldReader): Tolerance | undefined {
  const pairs = reader.pairs(node, 'tolerance');
  if (!pairs) return undefined;
  const tolerance: { absolute?: number; relative?: number } = {};
  for (const [key, value] of pairs) {
    if (key !== 'absolute' && key !== 'relative') {
      reader.report({
        code: 'unknown-key',
        offset: value.start,
        field: `tolerance.${key}`,
        message: `tolerance: unknown key "${key}"`,
        fix: `Did you mean "${suggest(key, ['absolute', 'relative']) ?? 'absolute'}"?`,
      });
      continue;
    }
    const bound = reader.number(value, `tolerance.${key}`);
    if (bound === undefined) continue;
    if (bound >= 0) {
      tolerance[key] = bound;
    } else {
      reader.report({
        code: 'bad-tolerance',
        offset: value.start,
        field: `tolerance.${key}`,
        message: `tolerance.${key}: found ${bound}, expected a number from 0`,
        fix: 'Write the largest difference that still counts as equal, such as 0.005.',
      });
    }
  }
  if (Object.keys(tolerance).length === 0 && pairs.size === 0) {
    reader.report({
      code: 'bad-tolerance',
      offset: node.start,
      field: 'tolerance',
      message: 'tolerance: found no bound',
      fix: 'Write {absolute: 0.005}, {relative: 0.01} or both.',
    });
  }
  return tolerance;
}

function readRowsByRole(node: YamlNode, reader: FieldReader): Map<string, StoredRows> | undefined {
  const pairs = reader.pairs(node, 'rows_by_role');
  if (!pairs) return undefined;
  const byRole = new Map<string, StoredRows>();
  for (const [role, value] of pairs) {
    const rows = readRows(value, `rows_by_role.${role}`, reader);
    if (rows !== undefined) byRole.set(role, rows);
  }
  return byRole;
}

function readReviewed(node: YamlNode, reader: FieldReader): { by: string; at: string } | undefined {
  const pairs = reader.pairs(node, 'reviewed');
  if (!pairs) return undefined;
  const by = pairs.get('by');
  const at = pairs.get('at');
  for (const [key, value] of pairs) {
    if (key === 'by' || key === 'at') continue;
    reader.report({
      code: 'unknown-key',
      offset: value.start,
      field: `reviewed.${key}`,
      message: `reviewed: unknown key "${key}"`,
      fix: 'Write {by: NAME, at: DATE}.',
    });
  }
  if (by === undefined || at === undefined) {
    reader.report({
      code: 'missing-field',
      offset: node.start,
      field: 'reviewed',
      message: `reviewed: ${by === undefined ? 'by' : 'at'} is missing`,
      fix: 'Write {by: NAME, at: DATE}.',
    });
    return undefined;
  }
  const name = reader.text(by, 'reviewed.by');
  // A date is text here, quoted or not.
  const date = at.kind === 'scalar' && at.text !== '' ? at.text : reader.text(at, 'reviewed.at');
  return name === undefined || date === undefined ? undefined : { by: name, at: date };
}
