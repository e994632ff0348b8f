import type { Catalog, ForeignKey, Table } from '../../../catalog/index.ts';
import type { Difficulty } from '../../suite/index.ts';
import { classifyColumns, type TableRoles } from './classify-columns.ts';
import { joinedProposals } from './join-patterns.ts';
import {
  aggregate,
  ascending,
  binary,
  call,
  column,
  countRows,
  descending,
  isNotNull,
  isNull,
  literal,
  type PlanData,
  select,
  table,
} from './plan-parts.ts';
import {
  columnWords,
  isMany,
  manyOf,
  pluralOf,
  quantityWords,
  singularOf,
  sumWords,
  wordsOf,
} from './words.ts';

/** A question that a schema suggests, with the plan that would answer it. */
export interface Proposal {
  readonly question: string;
  /** The kind of question; becomes a tag. */
  readonly pattern: string;
  readonly difficulty: Difficulty;
  /** The table it is about, for spreading over the schema. */
  readonly about: string;
  readonly plan: PlanData;
  readonly orderMatters: boolean;
  /** The question where some rows have no value to be grouped by. */
  readonly withoutMissing?: Proposal;
}

/** A table with what its columns are good for and the words for it. */
export interface DraftTable {
  readonly table: Table;
  readonly roles: TableRoles;
  readonly one: string;
  readonly many: string;
}

/** How many columns of a kind give questions, so that a wide table does not crowd out the others. */
const columnsPerKind = 3;

/** Every question that the schema suggests, table by table. */
export function proposeQuestions(catalog: Catalog): ReadonlyMap<string, readonly Proposal[]> {
  const known = catalog.tables.filter((one) => one.columns.length > 0);
  const tables = known.map((one) => {
    const words = wordsOf(one.name);
    const isShared = known.some(
      (other) => other !== one && singularOf(wordsOf(other.name)) === singularOf(words),
    );
    // Tables of one name in several schemas are told apart by all but the default one.
    const isOther = one.schema !== catalog.defaultSchema && one.schema !== '';
    return describeTable(one, isShared && isOther ? `${wordsOf(one.schema)} ${words}` : words);
  });
  const byName = new Map(tables.map((one) => [keyOf(one.table.schema, one.table.name), one]));
  const find = (key: ForeignKey) => byName.get(keyOf(key.referencedSchema, key.referencedTable));
  return new Map(
    tables.map((one) => [
      keyOf(one.table.schema, one.table.name),
      [...ownProposals(one), ...joinedProposals(one, find)],
    ]),
  );
}

function keyOf(schema: string, name: string): string {
  return JSON.stringify([schema, name]);
}

function describeTable(own: Table, words: string): DraftTable {
  return {
    table: own,
    roles: classifyColumns(own),
    one: /\d$/.test(words) ? `${words} row` : singularOf(words),
    many: /\d$/.test(words) ? `${words} rows` : pluralOf(singularOf(words)),
  };
}

const alias = 't1';

type Propose = (
  pattern: string,
  difficulty: Difficulty,
  question: string,
  plan: PlanData,
  more?: Partial<Proposal>,
) => Proposal;

/** Questions that one table answers alone. */
function ownProposals(own: DraftTable): Proposal[] {
  const { roles, many } = own;
  const propose: Propose = (pattern, difficulty, question, plan, more = {}) => ({
    question,
    pattern,
    difficulty,
    about: own.table.name,
    plan: { tables: [table(own.table.name, own.table.schema, alias)], ...plan },
    orderMatters: false,
    ...more,
  });
  const words = (name: string) => columnWords(name, own.table.name);
  const some = (names: readonly string[]) => names.slice(0, columnsPerKind);
  return [
    propose('count', 'easy', `How many ${many} are there?`, {
      select_items: [select(countRows(), 'count')],
    }),
    ...some(roles.categories).flatMap((name) => categoryProposals(name, own, propose)),
    ...some(roles.measures).flatMap((name, index) => measureProposals(name, index, own, propose)),
    ...some(roles.dates).flatMap((name) => dateProposals(name, own, propose)),
    ...some(roles.nullable).flatMap((name) => nullProposals(name, words(name), many, propose)),
  ];
}

function nullProposals(name: string, words: string, many: string, propose: Propose): Proposal[] {
  const [recorded, verb] = isMany(words) ? [' recorded', 'are'] : ['', 'is'];
  return [
    propose('null-check', 'easy', `How many ${many} have no ${words}${recorded}?`, {
      select_items: [select(countRows(), 'count')],
      where: isNull(column(alias, name)),
    }),
    propose('ratio', 'medium', `For what share of the ${many} ${verb} the ${words} known?`, {
      select_items: [
        select(binary('/', aggregate('COUNT', column(alias, name)), countRows()), 'share'),
      ],
    }),
  ];
}

/**
 * Groups by a value. Where rows without one would make a group of their own, which a question does not
 * tell, another one leaves them out in words.
 */
function grouped(
  group: PlanData,
  value: PlanData,
  question: string,
  propose: (question: string, plan: PlanData) => Proposal,
  plan: { readonly name: string; readonly result: PlanData },
): Proposal {
  const parts = {
    select_items: [select(group, plan.name), plan.result],
    group_by: [{ expr: group }],
    order_by: [ascending(group)],
  };
  const filtered = { ...parts, where: isNotNull(value) };
  return {
    ...propose(`${question}?`, parts),
    withoutMissing: propose(`${question}, leaving out those without one?`, filtered),
  };
}

function categoryProposals(name: string, own: DraftTable, propose: Propose): Proposal[] {
  const { many, roles } = own;
  const words = columnWords(name, own.table.name);
  const value = column(alias, name);
  const perValue = grouped(
    value,
    value,
    `How many ${many} are there per ${words}`,
    (question, plan) => propose('group-by', 'easy', question, plan),
    { name: 'value', result: select(countRows(), 'count') },
  );
  if (roles.flags.includes(name)) return [perValue];
  return [
    perValue,
    propose('distinct', 'easy', `Which ${manyOf(words)} are there among the ${many}?`, {
      distinct: true,
      select_items: [select(value, 'value')],
      where: isNotNull(value),
      order_by: [ascending(value)],
    }),
    propose(
      'distinct-count',
      'easy',
      `How many different ${manyOf(words)} are there among the ${many}?`,
      { select_items: [select(aggregate('COUNT', value, true), 'count')] },
    ),
  ];
}

function measureProposals(
  name: string,
  index: number,
  own: DraftTable,
  propose: Propose,
): Proposal[] {
  const { roles, many } = own;
  const words = columnWords(name, own.table.name);
  const value = column(alias, name);
  const total = select(aggregate('SUM', value), 'total');
  const average = select(aggregate('AVG', value), 'average');
  const isSum = roles.sums.includes(name);
  const proposals = [
    propose('average', 'easy', `What is the average ${quantityWords(words)} of the ${many}?`, {
      select_items: [average],
    }),
  ];
  if (isSum) {
    const question = `What is ${sumWords(words)} of all ${many}?`;
    proposals.push(propose('sum', 'easy', question, { select_items: [total] }));
  }
  const category = roles.categories[index % Math.max(1, roles.categories.length)];
  if (category !== undefined) {
    const group = column(alias, category);
    const per = `of the ${many} per ${columnWords(category, own.table.name)}`;
    const byLabel = (pattern: string, question: string, result: PlanData) =>
      grouped(group, group, question, (text, plan) => propose(pattern, 'medium', text, plan), {
        name: 'value',
        result,
      });
    const question = `What is the average ${quantityWords(words)} ${per}`;
    proposals.push(byLabel('average-by-label', question, average));
    if (isSum) proposals.push(byLabel('sum-by-label', `What is ${sumWords(words)} ${per}`, total));
  }
  const names = roles.labels.map((label) => column(alias, label));
  if (names.length > 0) {
    const most = isMany(words)
      ? `the most ${words}, most first`
      : `the highest ${words}, highest first`;
    const keys = roles.key.map((key) => column(alias, key));
    const plan = {
      select_items: [...namedItems(names), select(value, 'value')],
      where: isNotNull(value),
      order_by: [descending(value), ...[...names, ...keys].map(ascending)],
      limit: topRows,
    };
    const question = `Which ${topRows} ${many} have ${most}?`;
    proposals.push(propose('top-n', 'medium', question, plan, { orderMatters: true }));
  }
  return proposals;
}

/** How many of a top list are asked for. */
const topRows = 5;

/** Columns that name a row, each under a name of its own. */
export function namedItems(names: readonly PlanData[]): PlanData[] {
  return names.map((expr, index) => select(expr, index === 0 ? 'name' : `name_${index + 1}`));
}

function dateProposals(name: string, own: DraftTable, propose: Propose): Proposal[] {
  const { many, roles } = own;
  const words = columnWords(name, own.table.name);
  const value = column(alias, name);
  const by = roles.dates.length === 1 && words === 'date' ? '' : `, by ${words}`;
  const bucket = (unit: string, group: PlanData) =>
    grouped(
      group,
      value,
      `How many ${many} are there per ${unit}${by}`,
      (question, plan) => propose('date-bucket', 'medium', question, plan),
      { name: unit, result: select(countRows(), 'count') },
    );
  return [
    bucket('year', call('DATE_PART', literal('year'), value)),
    bucket('month', call('DATE_TRUNC', literal('month'), value)),
    propose(
      'range',
      'easy',
      `What are the earliest and the latest ${manyOf(words)} of the ${many}?`,
      {
        select_items: [
          select(aggregate('MIN', value), 'first'),
          select(aggregate('MAX', value), 'last'),
        ],
      },
    ),
  ];
}
