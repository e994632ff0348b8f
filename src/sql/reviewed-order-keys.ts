import type { Catalog } from '../catalog/index.ts';
import type { DialectName } from './dialect.ts';
import { catalogNames } from './facts/catalog-names.ts';
import { Reads } from './facts/reads.ts';
import { queryOf, resolveOrder } from './facts/resolve-order.ts';
import { resolveQuery } from './facts/resolve-query.ts';
import { queryTail } from './query-tail.ts';
import { type OrderKeyColumn, orderKeyColumns } from './resolve-order-keys.ts';
import { splitStatements } from './split-statements.ts';
import { parseStatement } from './syntax/parse-statement.ts';
import { syntaxRules } from './syntax/syntax-rules.ts';

/**
 * What `resolveOrderKeys` says of a text that people reviewed. It is no attack, so it is read here and now:
 * the thread that reads what strangers write takes longer to start than a suite's texts to read. A text that
 * cannot be read has unknown keys, unless it plainly has none.
 */
export function reviewedOrderKeys(
  sql: string,
  dialect: DialectName,
  catalog: Catalog | null,
): readonly OrderKeyColumn[] | 'unknown' {
  try {
    return readKeys(sql, dialect, catalog);
  } catch (error) {
    // Nesting that no stack holds.
    if (error instanceof RangeError) return 'unknown';
    throw error;
  }
}

function readKeys(
  sql: string,
  dialect: DialectName,
  catalog: Catalog | null,
): readonly OrderKeyColumn[] | 'unknown' {
  const [statement, ...more] = splitStatements(sql, dialect).statements;
  if (!statement || more.length > 0) return 'unknown';
  const keys = queryTail(statement.text, dialect).orderBy;
  if (keys.length === 0) return [];
  const reading = parseStatement(statement.tokens, dialect);
  const query = reading.status === 'parsed' ? queryOf(reading.statement) : null;
  if (query === null) return 'unknown';
  const { forwardCtes } = syntaxRules[dialect];
  const names = catalog && catalogNames(catalog, dialect);
  const context = { dialect, names, reads: new Reads(), forwardCtes };
  const resolved = resolveQuery(context, query, null, null);
  return orderKeyColumns(resolveOrder(context, query, resolved, keys));
}
