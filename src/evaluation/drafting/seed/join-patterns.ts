import type { ForeignKey } from '../../../catalog/index.ts';
import type { Difficulty } from '../../suite/index.ts';
import type { DraftTable, Proposal } from './patterns.ts';
import {
  aggregate,
  ascending,
  binary,
  column,
  countRows,
  descending,
  isNull,
  type PlanData,
  select,
  table,
} from './plan-parts.ts';
import { columnWords, sumWords } from './words.ts';

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
    proposals.push(...parentProposals(child, other, key));
    for (const nextKey of other.table.foreignKeys) {
      const next = find(nextKey);
      if (next === undefined || next.table === other.table || next.table === child.table) continue;
      proposals.push(...grandparentProposals(child, other, next, key, nextKey));
    }
  }
  return proposals;
}

/** The columns that name a row of a table: its label, else its key. */
function namingColumns(of: DraftTable, alias: string): PlanData[] {
  const names = of.roles.label !== null ? [of.roles.label] : of.roles.key;
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

function parentProposals(child: DraftTable, other: DraftTable, key: ForeignKey): Proposal[] {
  const names = namingColumns(other, parent);
  const keys = keyColumns(other, parent);
  if (names.length === 0 || keys.length === 0) return [];
  const grouped = [...keys, ...names.filter((name) => !keys.some((one) => same(one, name)))];
  const propose = (
    pattern: string,
    difficulty: Difficulty,
    question: string,
    plan: PlanData,
    orderMatters = false,
  ): Proposal => ({ question, pattern, difficulty, about: child.table.name, plan, orderMatters });
  const joined = {
    tables: [
      table(child.table.name, child.table.schema, own),
      table(other.table.name, other.table.schema, parent),
    ],
    joins: [
      {
        left_alias: own,
        right_alias: parent,
        join_type: 'inner',
        condition: onKey(key, own, parent),
      },
    ],
    group_by: grouped.map((expr) => ({ expr })),
  };
  const named = names.map((expr, index) =>
    select(expr, index === 0 ? 'name' : `name_${index + 1}`),
  );
  const proposals = [
    propose('group-by-key', 'medium', `How many ${child.many} does each ${other.one} have?`, {
      ...joined,
      select_items: [...named, select(countRows(), 'count')],
      order_by: [...names, ...keys].map(ascending),
    }),
    propose(
      'top-n',
      'medium',
      `Which 3 ${other.many} have the most ${child.many}, most first?`,
      {
        ...joined,
        select_items: [...named, select(countRows(), 'count')],
        order_by: [descending(countRows()), ...[...names, ...keys].map(ascending)],
        limit: 3,
      },
      true,
    ),
    propose('anti-join', 'medium', `Which ${other.many} have no ${child.many}?`, {
      tables: [
        table(other.table.name, other.table.schema, parent),
        table(child.table.name, child.table.schema, own),
      ],
      joins: [
        {
          left_alias: parent,
          right_alias: own,
          join_type: 'left',
          condition: onKey(key, own, parent),
        },
      ],
      where: isNull(column(own, key.columns[0] ?? '')),
      select_items: named,
      order_by: [...names, ...keys].map(ascending),
    }),
  ];
  const [measure] = child.roles.measures;
  if (measure !== undefined) {
    const total = aggregate('SUM', column(own, measure));
    const words = columnWords(measure, child.table.name);
    proposals.push(
      propose(
        'sum-by-key',
        'medium',
        `What is ${sumWords(words)} of the ${child.many} of each ${other.one}?`,
        {
          ...joined,
          select_items: [...named, select(total, 'total')],
          order_by: [...names, ...keys].map(ascending),
        },
      ),
    );
  }
  return proposals;
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
  const grouped = [...keys, ...names.filter((name) => !keys.some((one) => same(one, name)))];
  return [
    {
      question: `How many ${child.many} belong to each ${next.one}, through its ${other.many}?`,
      pattern: 'group-by-path',
      difficulty: 'hard',
      about: child.table.name,
      orderMatters: false,
      plan: {
        tables: [
          table(child.table.name, child.table.schema, own),
          table(other.table.name, other.table.schema, parent),
          table(next.table.name, next.table.schema, grandparent),
        ],
        joins: [
          {
            left_alias: own,
            right_alias: parent,
            join_type: 'inner',
            condition: onKey(key, own, parent),
          },
          {
            left_alias: parent,
            right_alias: grandparent,
            join_type: 'inner',
            condition: onKey(nextKey, parent, grandparent),
          },
        ],
        select_items: [
          ...names.map((expr, index) => select(expr, index === 0 ? 'name' : `name_${index + 1}`)),
          select(countRows(), 'count'),
        ],
        group_by: grouped.map((expr) => ({ expr })),
        order_by: [...names, ...keys].map(ascending),
      },
    },
  ];
}
