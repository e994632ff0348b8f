/** The fields of a case and of a suite, in the order in which they are written. */

export const caseFields = [
  'id',
  'question',
  'evidence',
  'datasources',
  'status',
  'kind',
  'origin',
  'reviewed',
  'difficulty',
  'tags',
  'paraphrase_group',
  'outcome',
  'tables',
  'tables_any_of',
  'columns',
  'order_matters',
  'tolerance',
  'sql',
  'rows',
  'boundary_tie',
  'rows_by_role',
  'alt_sql',
  'alt_rows',
  'plan',
  'notes',
] as const;

/** A field of a case. */
export type CaseField = (typeof caseFields)[number];

export const suiteFields = ['version', 'gold', 'tolerance', 'cases'] as const;

/** A field of a suite file. */
export type SuiteField = (typeof suiteFields)[number];

export const statuses = ['draft', 'approved', 'retired'] as const;
export const kinds = ['answer', 'routing'] as const;
export const origins = ['hand', 'seeded', 'feedback'] as const;
export const difficulties = ['easy', 'medium', 'hard'] as const;
export const outcomes = ['allowed', 'refused', 'unanswerable', 'clarify'] as const;
export const golds = ['stored', 'executed'] as const;
