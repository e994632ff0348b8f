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
  isNull,
  literal,
  type PlanData,
  select,
  table,
} from './plan-parts.ts';
import { columnWords, pluralOf, singularOf, sumWords, wordsOf } from './words.ts';

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
  const tables = catalog.tables.filter((one) => one.columns.length > 0).map(describeTable);
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

function describeTable(own: Table): DraftTable {
  const words = wordsOf(own.name);
  return {
    table: own,
    roles: classifyColumns(own),
    one: singularOf(words),
    many: pluralOf(singularOf(words)),
  };
}

const alias = 't1';

/** Questions that one table answers alone. */
function ownProposals(own: DraftTable): Proposal[] {
  const { roles, many } = own;
  const from = (plan: PlanData): PlanData => ({
    tables: [table(own.table.name, own.table.schema, alias)],
    ...plan,
  });
  const propose = (
    pattern: string,
    difficulty: Difficulty,
    question: string,
    plan: PlanData,
    orderMatters = false,
  ): Proposal => ({
    question,
    pattern,
    difficulty,
    about: own.table.name,
    plan: from(plan),
    orderMatters,
  });
  const words = (name: string) => columnWords(name, own.table.name);
  const some = (names: readonly string[]) => names.slice(0, columnsPerKind);
  return [
    propose('count', 'easy', `How many ${many} are there?`, {
      select_items: [select(countRows(), 'count')],
    }),
    ...some(roles.categories).flatMap((name) =>
      categoryProposals(name, words(name), many, propose),
    ),
    ...some(roles.measures).flatMap((name) => measureProposals(name, words(name), own, propose)),
    ...some(roles.dates).flatMap((name) => dateProposals(name, words(name), many, propose)),
    ...some(roles.nullable).flatMap((name) => [
      propose('null-check', 'easy', `How many ${many} have no ${words(name)}?`, {
        select_items: [select(countRows(), 'count')],
        where: isNull(column(alias, name)),
      }),
      propose('ratio', 'medium', `What share of the ${many} have a ${words(name)}?`, {
        select_items: [
          select(binary('/', aggregate('COUNT', column(alias, name)), countRows()), 'share'),
        ],
      }),
    ]),
  ];
}

type Propose = (
  pattern: string,
  difficulty: Difficulty,
  question: string,
  plan: PlanData,
  orderMatters?: boolean,
) => Proposal;

function categoryProposals(
  name: string,
  words: string,
  many: string,
  propose: Propose,
): Proposal[] {
  const value = column(alias, name);
  return [
    propose('group-by', 'easy', `How many ${many} are there per ${words}?`, {
      select_items: [select(value, 'value'), select(countRows(), 'count')],
      group_by: [{ expr: value }],
      order_by: [ascending(value)],
    }),
    propose('distinct', 'easy', `Which different values of ${words} do ${many} have?`, {
      distinct: true,
      select_items: [select(value, 'value')],
      order_by: [ascending(value)],
    }),
    propose('distinct-count', 'easy', `How many different values of ${words} do ${many} have?`, {
      select_items: [select(aggregate('COUNT', value, true), 'count')],
    }),
  ];
}

function measureProposals(
  name: string,
  words: string,
  own: DraftTable,
  propose: Propose,
): Proposal[] {
  const { roles, many } = own;
  const value = column(alias, name);
  const proposals = [
    propose('sum', 'easy', `What is ${sumWords(words)} of all ${many}?`, {
      select_items: [select(aggregate('SUM', value), 'total')],
    }),
    propose('average', 'easy', `What is the average ${words} of the ${many}?`, {
      select_items: [select(aggregate('AVG', value), 'average')],
    }),
  ];
  const [category] = roles.categories;
  if (category !== undefined) {
    const group = column(alias, category);
    const groupWords = columnWords(category, own.table.name);
    proposals.push(
      propose(
        'average',
        'medium',
        `What is the average ${words} of the ${many} per ${groupWords}?`,
        {
          select_items: [select(group, 'value'), select(aggregate('AVG', value), 'average')],
          group_by: [{ expr: group }],
          order_by: [ascending(group)],
        },
      ),
    );
  }
  if (roles.label !== null) {
    proposals.push(
      propose(
        'top-n',
        'medium',
        `Which 5 ${many} have the highest ${words}, highest first?`,
        {
          select_items: [select(column(alias, roles.label), 'name'), select(value, 'value')],
          order_by: [
            descending(value),
            ascending(column(alias, roles.label)),
            ...roles.key.map((key) => ascending(column(alias, key))),
          ],
          limit: 5,
        },
        true,
      ),
    );
  }
  return proposals;
}

function dateProposals(name: string, words: string, many: string, propose: Propose): Proposal[] {
  const value = column(alias, name);
  const year = call('DATE_PART', literal('year'), value);
  const month = call('DATE_TRUNC', literal('month'), value);
  return [
    propose('date-bucket', 'medium', `How many ${many} are there per year of ${words}?`, {
      select_items: [select(year, 'year'), select(countRows(), 'count')],
      group_by: [{ expr: year }],
      order_by: [ascending(year)],
    }),
    propose('date-bucket', 'medium', `How many ${many} are there per month of ${words}?`, {
      select_items: [select(month, 'month'), select(countRows(), 'count')],
      group_by: [{ expr: month }],
      order_by: [ascending(month)],
    }),
    propose('range', 'easy', `What are the first and the last ${words} of the ${many}?`, {
      select_items: [
        select(aggregate('MIN', value), 'first'),
        select(aggregate('MAX', value), 'last'),
      ],
    }),
  ];
}
