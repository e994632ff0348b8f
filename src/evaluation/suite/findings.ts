import type { Finding } from './model.ts';
import type { LineIndex } from './yaml/line-index.ts';

/** Every code a reading of a suite can give, with what it is about. */
export const readingCodes = {
  'not-utf8': 'the file is not UTF-8 text',
  'empty-file': 'the file holds nothing',
  'yaml-syntax': 'the text is not YAML',
  'yaml-tab': 'a line is indented with a tab',
  'yaml-tag': 'a YAML tag',
  'yaml-alias': 'aliases that blow up',
  'yaml-documents': 'more than one YAML document',
  'yaml-spelling': 'a value that YAML 1.1 and 1.2 read differently',
  'folded-sql': 'a folded block whose SQL holds a comment or loses its lines',
  'duplicate-key': 'a key that stands twice',
  'duplicate-id': 'an id that stands twice',
  'unknown-key': 'a key nobody reads',
  'missing-field': 'a field that must be there',
  'wrong-type': 'a value of another type than the field has',
  'bad-enum': 'a word that is none of the field’s',
  'bad-cell': 'a value that is no cell of a result',
  'bad-tolerance': 'a tolerance that is none',
  'row-columns': 'rows of one result with different columns',
  'empty-outcome': 'a case that no role runs',
  'routing-with-sql': 'a routing case with SQL',
  'alternatives-without-sql': 'alternatives to no SQL',
  'datasource-count': 'SQL that does not name exactly one datasource',
  'missing-sql': 'an approved answer without SQL',
  'missing-rows': 'approved SQL without rows',
  'rows-without-sql': 'rows that no SQL gave',
  'alt-rows-count': 'not one alt_rows per alt_sql',
  'unknown-datasource': 'a datasource the project does not have',
  'unknown-role': 'a role the policies do not have',
  'unknown-table': 'a table the datasource does not have',
  'unknown-column': 'a column the table does not have',
} as const;

/** A code of {@link readingCodes}. */
export type ReadingCode = keyof typeof readingCodes;

/** What a reader says of a place in the file; the case and the line are added here. */
export interface Remark {
  readonly code: ReadingCode;
  readonly severity?: Finding['severity'];
  readonly offset: number | null;
  readonly field: string | null;
  readonly message: string;
  readonly fix: string;
}

/** Takes remarks. */
export type Report = (remark: Remark) => void;

/** Turns a remark into a finding. */
export function findingOf(
  remark: Remark,
  place: {
    readonly file: string | null;
    readonly lines: LineIndex;
    readonly caseId: string | null;
  },
): Finding {
  return {
    code: remark.code,
    severity: remark.severity ?? 'error',
    file: place.file,
    line: remark.offset === null ? null : place.lines.lineAt(remark.offset),
    case: place.caseId,
    field: remark.field,
    message: remark.message,
    fix: remark.fix,
  };
}
