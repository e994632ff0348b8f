import type { Catalog } from '../../catalog/index.ts';
import type { DialectName } from '../dialect.ts';
import { nameKey } from '../facts/name-rules.ts';
import type { FunctionCall } from '../facts/reads.ts';
import type { Path } from '../syntax/tree.ts';
import { type FunctionHarm, judgeBuiltIn, tellsOfTables } from './function-rules.ts';
import { judgePragmaFunction } from './pragma-rules.ts';
import type { Reason } from './reason.ts';

/** Schemas the engines keep their built-in functions in. */
const builtInSchemas: Readonly<Record<DialectName, readonly string[]>> = {
  postgres: ['pg_catalog'],
  duckdb: ['main', 'system', 'pg_catalog'],
  mysql: [],
  sqlite: [],
};

/** What each harm is in words. */
const harmWords: Readonly<Record<FunctionHarm, string>> = {
  file: 'reaches files',
  network: 'reaches another server',
  sleep: 'holds the connection',
  lock: 'takes or shows locks',
  notify: 'sends messages',
  sequence: 'changes a sequence',
  'session-state': 'changes the session',
  'server-state': 'changes or shows the server itself',
  'dynamic-sql': 'runs a text as SQL',
  'whole-table': 'reads tables it names in a text',
  extension: 'loads code',
};

/** Reasons against the functions a text calls, each function once. */
export function checkFunctions(
  calls: readonly FunctionCall[],
  dialect: DialectName,
  catalog: Catalog | null,
): Reason[] {
  const reasons = new Map<string, Reason>();
  for (const call of calls) {
    const reason = checkCall(call, dialect, catalog);
    if (reason) reasons.set(reason.message, reason);
  }
  return [...reasons.values()];
}

/**
 * The functions of the database's own schemas among the calls, by name as written, and the built-in ones
 * that tell of its tables: both may say what a role must not learn.
 */
export function catalogFunctionNames(
  calls: readonly FunctionCall[],
  dialect: DialectName,
): string[] {
  const own = calls.filter(({ path }) => {
    const name = lastKey(path, dialect);
    return (
      !isBuiltInPlace(path, dialect) ||
      judgeBuiltIn(name, dialect).kind === 'unknown' ||
      tellsOfTables(name, dialect)
    );
  });
  return [...new Set(own.map(({ path }) => path.map((name) => name.text).join('.')))];
}

function checkCall(
  call: FunctionCall,
  dialect: DialectName,
  catalog: Catalog | null,
): Reason | null {
  const name = lastKey(call.path, dialect);
  const shown = call.path.map((part) => part.text).join('.');
  if (isBuiltInPlace(call.path, dialect)) {
    const verdict =
      name.startsWith('pragma_') && dialect === 'sqlite'
        ? judgePragmaFunction(name, call.argumentCount)
        : judgeBuiltIn(name, dialect);
    if (verdict.kind === 'harmless') return checkArguments(name, call, dialect);
    if (verdict.kind === 'harmful') {
      return { code: 'function-not-allowed', message: `${shown}() ${harmWords[verdict.harm]}` };
    }
  }
  const known = ownFunctions(call.path, dialect, catalog);
  if (known.length === 0) {
    return {
      code: 'function-unknown',
      message: `${shown}() is no function known to be harmless`,
    };
  }
  return known.every((own) => own.volatility !== 'volatile')
    ? null
    : { code: 'function-not-allowed', message: `${shown}() is volatile: it may change data` };
}

/** LAST_INSERT_ID() reads, LAST_INSERT_ID(5) sets. */
function checkArguments(name: string, call: FunctionCall, dialect: DialectName): Reason | null {
  if (dialect !== 'mysql' || name !== 'last_insert_id' || call.argumentCount === 0) return null;
  return { code: 'session-state', message: 'last_insert_id(…) changes the session' };
}

function ownFunctions(path: Path, dialect: DialectName, catalog: Catalog | null) {
  const name = lastKey(path, dialect);
  const schema = path.at(-2);
  return (catalog?.functions ?? []).filter(
    (own) =>
      (dialect === 'postgres' ? own.name : own.name.toLowerCase()) === name &&
      (!schema || own.schema.toLowerCase() === schema.text.toLowerCase()),
  );
}

function isBuiltInPlace(path: Path, dialect: DialectName): boolean {
  const schema = path.at(-2);
  return !schema || builtInSchemas[dialect].includes(schema.text.toLowerCase());
}

function lastKey(path: Path, dialect: DialectName): string {
  const last = path.at(-1);
  return last ? nameKey(last, dialect) : '';
}
