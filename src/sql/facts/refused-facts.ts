import type { DialectName } from '../dialect.ts';
import type { Reason } from '../guard/reason.ts';
import type { SqlFacts } from './sql-facts.ts';

/** Facts of a text that was not analysed at all. */
export function refusedFacts(dialect: DialectName, reason: Reason): SqlFacts {
  return { dialect, readOnly: false, reasons: [reason], tables: [], columns: [], statements: [] };
}
