import type { Catalog, Column, ForeignKey, Table } from '../../catalog/index.ts';
import { createSeededRandom, type SeededRandom } from '../seeded-random.ts';
import { functionWords, requestWords } from '../text/stop-words.ts';
import { splitName, splitQuestion } from '../text/words.ts';
import {
  auditColumns,
  commentPatterns,
  entityNouns,
  modulePrefixes,
  qualifiers,
  valueColumns,
} from './noise-words.ts';

export interface NoiseOptions {
  /** Tables to add. */
  readonly count: number;
  readonly seed: number;
  /** Questions that will be asked; some invented names and comments share their words. */
  readonly questions: readonly string[];
}

/** How often an invented table takes a word of the questions or of the real tables into its name. */
const sharedNameShare = 0.15;
const tablesPerModule = 24;

/**
 * A catalog with invented tables among the real ones, sorted as introspection would list them.
 *
 * Modules hold entities with foreign keys among themselves and to real tables, detail and link tables,
 * yearly partitions and history twins; names, columns and comments share words with the questions. The
 * same seed gives the same tables; more tables of one seed contain fewer of it only by module.
 *
 * @example
 * addNoise(catalog, { count: 1000, seed: 1, questions: ['orders per customer'] });
 */
export function addNoise(catalog: Catalog, options: NoiseOptions): Catalog {
  if (options.count <= 0) return catalog;
  const random = createSeededRandom(options.seed);
  const words = sharedWords(catalog, options.questions);
  const taken = new Set(catalog.tables.map((table) => table.name.toLowerCase()));
  const added: Table[] = [];
  const order = random.shuffle(modulePrefixes);
  for (let module = 0; added.length < options.count; module += 1) {
    const round = Math.floor(module / order.length);
    const prefix = `${order[module % order.length] ?? 'mod'}${round === 0 ? '' : round + 1}`;
    addModule(prefix, { catalog, random, words, taken, added, limit: options.count });
  }
  const tables = [...catalog.tables, ...added].sort(
    (a, b) => compareText(a.schema, b.schema) || compareText(a.name, b.name),
  );
  return { ...catalog, tables };
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Content words of the questions and of the real table names. */
function sharedWords(catalog: Catalog, questions: readonly string[]): string[] {
  const words = new Set<string>();
  for (const question of questions) {
    for (const { text, isLiteral } of splitQuestion(question)) {
      if (
        !isLiteral &&
        /^[a-z]{3,}$/.test(text) &&
        !functionWords.has(text) &&
        !requestWords.has(text)
      ) {
        words.add(text);
      }
    }
  }
  for (const table of catalog.tables) for (const word of splitName(table.name)) words.add(word);
  return [...words].sort();
}

interface ModuleContext {
  readonly catalog: Catalog;
  readonly random: SeededRandom;
  readonly words: readonly string[];
  readonly taken: Set<string>;
  readonly added: Table[];
  readonly limit: number;
}

function addModule(prefix: string, context: ModuleContext): void {
  const { catalog, random, words, taken, added, limit } = context;
  const own: Table[] = [];
  const schema = catalog.defaultSchema;
  const push = (table: Table): void => {
    if (added.length >= limit || taken.has(table.name.toLowerCase())) return;
    taken.add(table.name.toLowerCase());
    added.push(table);
    own.push(table);
  };
  while (own.length < tablesPerModule && added.length < limit) {
    const noun =
      words.length > 0 && random.next() < sharedNameShare
        ? random.pick(words)
        : random.pick(entityNouns);
    const qualifier = random.next() < 0.45 ? `_${random.pick(qualifiers)}` : '';
    const name = `${prefix}_${noun}${qualifier}`;
    if (taken.has(name.toLowerCase())) continue;
    const table = entity(name, noun, prefix, schema, own, context);
    push(table);
    const chance = random.next();
    if (chance < 0.12) {
      for (const year of [2019, 2020, 2021, 2022].slice(0, 2 + random.integer(3))) {
        push({ ...table, name: `${name}_${year}`, comment: null });
      }
    } else if (chance < 0.24) {
      push(
        withColumn(
          { ...table, name: `${name}_${random.pick(['hist', 'archive', 'log'])}` },
          'archived_at',
          'timestamptz',
        ),
      );
    } else if (chance < 0.38 && own.length > 1) {
      const other = random.pick(own);
      if (other.name !== name) push(link(table, other, schema));
    }
  }
}

function entity(
  name: string,
  noun: string,
  prefix: string,
  schema: string,
  own: readonly Table[],
  { catalog, random, words }: ModuleContext,
): Table {
  const columns: Column[] = [{ ...column('id', 'bigint'), nullable: false, isPrimaryKey: true }];
  const foreignKeys: ForeignKey[] = [];
  const reference = (target: Table): void => {
    const field = `${splitName(target.name).at(-1) ?? 'parent'}_id`;
    const key = target.columns.find((candidate) => candidate.isPrimaryKey)?.name;
    if (key === undefined || columns.some((known) => known.name === field)) return;
    columns.push(column(field, 'bigint'));
    foreignKeys.push({
      constraint: `${name}_${field}_fkey`,
      columns: [field],
      referencedSchema: target.schema,
      referencedTable: target.name,
      referencedColumns: [key],
    });
  };
  const links = random.integer(3);
  for (let count = 0; count < links && own.length > 0; count += 1) reference(random.pick(own));
  if (random.next() < 0.2 && catalog.tables.length > 0) reference(random.pick(catalog.tables));
  const values = random.shuffle(valueColumns).slice(0, 3 + random.integer(8));
  for (const [field, type] of values) columns.push(column(field, type));
  if (words.length > 0 && random.next() < 0.35) {
    const field = `${random.pick(words)}_${random.pick(['count', 'date', 'status', 'amount', 'ref'])}`;
    columns.push(column(field, 'text'));
  }
  if (random.next() < 0.6)
    for (const [field, type] of auditColumns) columns.push(column(field, type));
  const comment =
    random.next() < 0.7
      ? random
          .pick(commentPatterns)
          .replaceAll('{}', noun)
          .replaceAll('{module}', prefix)
          .replaceAll('{word}', words.length > 0 ? random.pick(words) : noun)
      : null;
  return { schema, name, kind: 'table', comment, columns, foreignKeys };
}

function column(name: string, dataType: string): Column {
  return { name, dataType, nullable: true, isPrimaryKey: false, comment: null };
}

function withColumn(table: Table, name: string, dataType: string): Table {
  return { ...table, columns: [...table.columns, column(name, dataType)] };
}

/** A table of pairs, as a many-to-many relation is kept. */
function link(left: Table, right: Table, schema: string): Table {
  const name = `${left.name}_${splitName(right.name).slice(1).join('_')}_rel`;
  const sides = [left, right].map((table) => ({ table, field: `${table.name}_id` }));
  return {
    schema,
    name,
    kind: 'table',
    comment: null,
    columns: sides.map(({ field }) => ({ ...column(field, 'bigint'), nullable: false })),
    foreignKeys: sides.map(({ table, field }) => ({
      constraint: `${name}_${field}_fkey`,
      columns: [field],
      referencedSchema: table.schema,
      referencedTable: table.name,
      referencedColumns: ['id'],
    })),
  };
}
