import type { ForeignKey } from '../../../catalog/index.ts';
import type { Difficulty } from '../../suite/index.ts';
import { type DraftTable, namedItems, type Proposal } from './patterns.ts';
import {
  aggregate,
  ascending,
  binary,
  column,
  descending,
  isNull,
  type PlanData,
  select,
  table,
} from './plan-parts.ts';
import { columnWords, quantityWords, sumWords } from './words.ts';

/** The table that a foreign key points at, where the caller sees it. */
export type FindTable = (key: ForeignKey) => DraftTable | undefined;

const own = 't1';
const parent = 't2';
const grandparent = 't3';

/** Questions along the foreign keys of a table. */
export function joinedProposals(child: DraftTable, find: FindTable): Proposal[] {
  const proposals: Proposal[] = [];
  for (const key of child.table.foreignKeys) {
    const other = find(key);
    // A table that points at itself needs words for both sides that a schema does not give.
    if (other === undefined || other.table === child.table) continue;
    proposals.push(...parentProposals(child, other, key, find));
    for (const nextKey of other.table.foreignKeys) {
      const next = find(nextKey);
      if (next === undefined || next.table === other.table || next.table === child.table) continue;
      proposals.push(...grandparentProposals(child, other, next, key, nextKey));
    }
  }
  return proposals;
}

/** The columns that name a row of a table: its labels, else its key. */
function namingColumns(of: DraftTable, alias: string): PlanData[] {
  const names = of.roles.labels.length > 0 ? of.roles.labels : of.roles.key;
  return names.map((name) => column(alias, name));
}

function keyColumns(of: DraftTable, alias: string): PlanData[] {
  return of.roles.key.map((name) => column(alias, name));
}

function onKey(key: ForeignKey, left: string, right: string): PlanData {
  const pairs = key.columns.map((name, index) =>
    binary('=', column(left, name), column(right, key.referencedColumns[index] ?? '')),
  );
  return pairs.reduce((all, pair) => binary('AND', all, pair));
}

/**
 * What the rows of a table are to the table that a key points at: a table of two keys alone, which only
 * pairs others, stands for those on its other side.
 */
function manyAcross(child: DraftTable, key: ForeignKey, find: FindTable): string {
  const [first, second, third] = child.table.foreignKeys;
  const paired = [...(first?.columns ?? []), ...(second?.columns ?? [])];
  const isPairing =
    second !== undefined &&
    third === undefined &&
    paired.length === child.table.columns.length &&
    paired.every((name) => child.roles.key.includes(name));
  const across = isPairing ? find(key === first ? second : (first ?? key)) : undefined;
  return across === undefined ? child.many : across.many;
}

function parentProposals(
  child: DraftTable,
  other: DraftTable,
  key: ForeignKey,
  find: FindTable,
): Proposal[] {
  const names = namingColumns(other, parent);
  const keys = keyColumns(other, parent);
  if (names.length === 0 || keys.length === 0) return [];
  const many = manyAcross(child, key, find);
  const propose = (
    pattern: string,
    difficulty: Difficulty,
    question: string,
    plan: PlanData,
    orderMatters = false,
  ): Proposal => ({ question, pattern, difficulty, about: child.table.name, plan, orderMatters });
  const tables = [
    table(other.table.name, other.table.schema, parent),
    table(child.table.name, child.table.schema, own),
  ];
  const joined = (type: 'left' | 'inner') => ({
    tables,
    joins: [
      {
        left_alias: parent,
        right_alias: own,
        join_type: type,
        condition: onKey(key, own, parent),
      },
    ],
  });
  const group_by = groupedBy(keys, names);
  const named = namedItems(names);
  const inOrder = [...names, ...keys].map(ascending);
  const childKey = column(own, key.columns[0] ?? '');
  // Those without any have a count of 0, so the rows of the other side stay.
  const count = aggregate('COUNT', childKey);
  const proposals = [
    propose('group-by-key', 'medium', `How many ${many} does each ${other.one} have?`, {
      ...joined('left'),
      group_by,
      select_items: [...named, select(count, 'count')],
      order_by: inOrder,
    }),
    propose(
      'top-n',
      'medium',
      `Which ${topParents} ${other.many} have the most ${many}, most first?`,
      {
        ...joined('left'),
        group_by,
        select_items: [...named, select(count, 'count')],
        order_by: [descending(count), ...inOrder],
        limit: topParents,
      },
      true,
    ),
    propose('anti-join', 'medium', `Which ${other.many} have no ${many}?`, {
      ...joined('left'),
      where: isNull(childKey),
      select_items: named,
      order_by: inOrder,
    }),
  ];
  const perParent = (pattern: string, function_: string, words: string, measure: string) =>
    propose(
      pattern,
      'medium',
      `What is ${words} of the ${many} of each ${other.one} that has any?`,
      {
        ...joined('inner'),
        group_by,
        select_items: [...named, select(aggregate(function_, column(own, measure)), 'value')],
        order_by: inOrder,
      },
    );
  const [measure] = child.roles.measures;
  const [sum] = child.roles.sums;
  const wordsOfColumn = (name: string) => columnWords(name, child.table.name);
  if (measure !== undefined) {
    const words = `the average ${quantityWords(wordsOfColumn(measure))}`;
    proposals.push(perParent('average-by-key', 'AVG', words, measure));
  }
  if (sum !== undefined) {
    proposals.push(perParent('sum-by-key', 'SUM', sumWords(wordsOfColumn(sum)), sum));
  }
  return proposals;
}

/** How many of the other side a top list asks for. */
const topParents = 3;

function groupedBy(keys: readonly PlanData[], names: readonly PlanData[]): PlanData[] {
  const all = [...keys, ...names.filter((name) => !keys.some((one) => same(one, name)))];
  return all.map((expr) => ({ expr }));
}

function same(a: PlanData, b: PlanData): boolean {
  return a['alias'] === b['alias'] && a['column_name'] === b['column_name'];
}

function grandparentProposals(
  child: DraftTable,
  other: DraftTable,
  next: DraftTable,
  key: ForeignKey,
  nextKey: ForeignKey,
): Proposal[] {
  const names = namingColumns(next, grandparent);
  const keys = keyColumns(next, grandparent);
  if (names.length === 0 || keys.length === 0) return [];
  const count = aggregate('COUNT', column(own, key.columns[0] ?? ''));
  return [
    {
      question: `How many ${child.many} belong to each ${next.one}, through its ${other.many}?`,
      pattern: 'group-by-path',
      difficulty: 'hard',
      about: child.table.name,
      orderMatters: false,
      plan: {
        tables: [
          table(next.table.name, next.table.schema, grandparent),
          table(other.table.name, other.table.schema, parent),
          table(child.table.name, child.table.schema, own),
        ],
        joins: [
          {
            left_alias: grandparent,
            right_alias: parent,
            join_type: 'left',
            condition: onKey(nextKey, parent, grandparent),
          },
          {
            left_alias: parent,
            right_alias: own,
            join_type: 'left',
            condition: onKey(key, own, parent),
          },
        ],
        select_items: [...namedItems(names), select(count, 'count')],
        group_by: groupedBy(keys, names),
        order_by: [...names, ...keys].map(ascending),
      },
    },
  ];
}
