import { resolve } from 'node:path';
import type { Command } from 'commander';
import {
  createScope,
  decideSql,
  genericRefusal,
  type Policies,
  type SqlDecision,
} from '../access/index.ts';
import { type Catalog, parseSchemaFixture } from '../catalog/index.ts';
import { openDatasource } from '../datasources/index.ts';
import { type ExitCode, Nl2sqlError } from '../errors.ts';
import {
  analyzeSql,
  type DialectName,
  dialectNames,
  extractSql,
  type Reason,
  type SqlFacts,
  viewLineages,
} from '../sql/index.ts';
import { nearest, readUserFile } from '../validation/index.ts';
import {
  addCommonOptions,
  type CliContext,
  type CommandModule,
  type CommonOptions,
} from './command.ts';
import { factsForRole } from './facts-for-role.ts';
import { loadPoliciesFile } from './policies-file.ts';
import { openProject } from './project.ts';
import { describeCheck } from './sql-check-report.ts';
import { warnOfUnknownRole } from './warn-unknown-role.ts';

interface SqlCheckFlags extends CommonOptions {
  readonly dialect?: string;
  readonly catalog?: string;
  readonly policies?: string;
  readonly role?: string;
  readonly datasourceId?: string;
  readonly timeoutMs: string;
}

/** What `sql check --json` prints; a promise to scripts. */
export interface SqlCheck {
  readonly dialect: DialectName;
  readonly readOnly: boolean;
  /** The scope's verdict; null when no role was given. */
  readonly allowed: boolean | null;
  readonly reasons: readonly { readonly code: string; readonly message: string }[];
  readonly tables: readonly string[];
  readonly columns: readonly string[];
  readonly statements: readonly unknown[];
  /** The SQL found in the input; empty when there is none. */
  readonly text: string;
}

/** `nl2sql sql check`: facts and safety of the SQL on standard input. */
export const command: CommandModule = {
  configure(command, run) {
    addCommonOptions(command)
      .option('--dialect <name>', `one of ${dialectNames.join(', ')}; default: the database's`)
      .option('--catalog <file>', 'a schema fixture, for names, * and views')
      .option('--policies <file>', "who may see what; default: the project's")
      .option('--role <name>', 'also judge whether this role may run it')
      .option('--datasource-id <id>', 'the datasource of the policies that the SQL is for')
      .option('--timeout-ms <n>', 'parsing is given up after this', '5000')
      .addHelpText(
        'after',
        `
The SQL comes on standard input; a model's text may stand around it (fences, prose, JSON, thoughts).

Examples:
  echo 'SELECT * FROM users' | nl2sql sql check --dialect postgres
  nl2sql sql check --catalog shop.schema.json --json < query.sql
  nl2sql sql check --datasource shop=sqlite:./shop.sqlite --policies policies.yaml --role viewer < q.sql

Exit codes: 0 one statement that only reads, and the role may run it; 1 not; 2 usage or a file.`,
      )
      .action(() => run(command, (context) => checkSql(command, context)));
  },
};

async function checkSql(command: Command, context: CliContext): Promise<ExitCode> {
  const flags = command.opts<SqlCheckFlags>();
  const timeoutMs = readTimeout(flags.timeoutMs);
  const surroundings = await openSurroundings(flags, context);
  const { dialect } = surroundings;
  const found = extractSql(await context.readStdin(), dialect);
  const text = found.kind === 'sql' ? found.sql : '';
  const checked =
    found.kind === 'sql'
      ? await readText(text, surroundings, { timeoutMs, signal: context.signal })
      : null;
  const check = createCheck(dialect, text, checked, noTextReason(found));
  await context.write(
    flags.json === true ? `${JSON.stringify(check, null, 2)}\n` : describeCheck(check),
  );
  return check.readOnly && check.allowed !== false ? 0 : 1;
}

function noTextReason(found: ReturnType<typeof extractSql>): Reason {
  return found.kind === 'several'
    ? {
        code: 'several-candidates',
        message: `the input holds ${found.candidates.length} queries that differ; keep one`,
      }
    : { code: 'no-sql', message: 'the input holds no SQL' };
}

function createCheck(
  dialect: DialectName,
  text: string,
  checked: CheckedText | null,
  withoutText: Reason,
): SqlCheck {
  const { facts = null, decision = null } = checked ?? {};
  const reasons: { code: string; message: string }[] = facts ? [...facts.reasons] : [withoutText];
  // What exactly is withheld is not said: a role must not learn names from a refusal.
  if (decision?.status === 'refused') {
    reasons.push({ code: 'not-allowed', message: genericRefusal });
  }
  return {
    dialect,
    readOnly: facts?.readOnly ?? false,
    allowed: decision && decision.status === 'allowed',
    reasons,
    tables: facts?.tables ?? [],
    columns: facts?.columns ?? [],
    statements: (facts?.statements ?? []).map(
      ({ reads, shape, text: _, ...statement }) => statement,
    ),
    text,
  };
}

interface CheckedText {
  readonly facts: SqlFacts;
  /** Null where no role asks. */
  readonly decision: SqlDecision | null;
}

/** A role gets the facts as far as it sees the names; without one nothing is hidden. */
async function readText(
  text: string,
  { scope, datasourceId, catalog, dialect }: Surroundings,
  limits: { readonly timeoutMs: number; readonly signal: AbortSignal },
): Promise<CheckedText> {
  const options = { dialect, catalog, ...limits };
  const views = catalog ? viewLineages(catalog, dialect) : undefined;
  if (!scope) return { facts: await analyzeSql(text, options), decision: null };
  const { facts, decision } = await decideSql(text, { ...options, scope, datasourceId, views });
  if (decision.status === 'refused' || !catalog) return { facts, decision };
  const visible = scope.visibleCatalog(datasourceId, catalog, views);
  return { facts: factsForRole(facts, await analyzeSql(text, options), visible), decision };
}

/** What the flags say the SQL is about. */
interface Surroundings {
  readonly dialect: DialectName;
  readonly catalog: Catalog | null;
  readonly scope: ReturnType<typeof createScope> | null;
  readonly datasourceId: string;
}

async function openSurroundings(flags: SqlCheckFlags, context: CliContext): Promise<Surroundings> {
  const dialect = flags.dialect === undefined ? null : readDialect(flags.dialect);
  const bound = (flags.datasource ?? []).filter((text) => text.includes('='));
  const named = (flags.datasource ?? []).filter((text) => !text.includes('='));
  const isProjectNeeded =
    flags.config !== undefined ||
    (flags.datasource ?? []).length > 0 ||
    (flags.role !== undefined && flags.policies === undefined) ||
    flags.datasourceId !== undefined;
  const project = isProjectNeeded ? openProject({ ...flags, datasource: bound }, context) : null;
  const isOneWanted = flags.catalog === undefined;
  const known = project?.datasources ?? [];
  const wanted =
    named[0] ?? (isOneWanted ? flags.datasourceId : undefined) ?? bound[0]?.split('=')[0];
  const source = wanted === undefined ? undefined : known.find(({ id }) => id === wanted);
  if (wanted !== undefined && source === undefined && isOneWanted) {
    const ids = known.map(({ id }) => id);
    // Without any datasource the id only names one in the policies.
    if (named[0] !== undefined || ids.length > 0) {
      const suggestion = nearest(wanted, ids);
      throw new Nl2sqlError('DATASOURCE_UNKNOWN', {
        id: wanted,
        known: ids,
        ...(suggestion === undefined ? {} : { suggestion }),
      });
    }
  }
  const opened =
    flags.catalog === undefined
      ? source && (await introspectSource(source.spec, context))
      : readCatalog(flags.catalog, context);
  const policies =
    flags.policies === undefined
      ? (project?.policies ?? null)
      : loadPoliciesFile(flags.policies, context.cwd);
  const datasourceId = flags.datasourceId ?? source?.id ?? onlyId(known) ?? '';
  return {
    dialect: dialect ?? opened?.dialect ?? 'postgres',
    catalog: opened?.catalog ?? null,
    scope: scopeOf(flags, policies, datasourceId, context),
    datasourceId,
  };
}

function onlyId(known: readonly { readonly id: string }[]): string | undefined {
  return known.length === 1 ? known[0]?.id : undefined;
}

function scopeOf(
  flags: SqlCheckFlags,
  policies: Policies | null,
  datasourceId: string,
  context: CliContext,
) {
  if (flags.role === undefined) return null;
  if (policies && !policies.allowAll && datasourceId === '') {
    throw new Nl2sqlError('USAGE', {
      problem: `--role ${flags.role}: the policies speak of datasources, and none is named`,
      fix: 'Say which one the SQL is for: --datasource-id ID',
    });
  }
  warnOfUnknownRole(flags.role, policies, context);
  return createScope(policies, flags.role);
}

export async function introspectSource(
  spec: Parameters<typeof openDatasource>[0],
  context: CliContext,
): Promise<{ dialect: DialectName; catalog: Catalog }> {
  const datasource = await openDatasource(spec);
  try {
    const catalog = await datasource.introspect({ signal: context.signal });
    return { dialect: datasource.dialect, catalog };
  } finally {
    await datasource.close();
  }
}

export function readCatalog(
  path: string,
  context: CliContext,
): { dialect: DialectName | undefined; catalog: Catalog } {
  const file = resolve(context.cwd, path);
  const text = readUserFile(file, 'Schema fixture');
  const catalog = parseSchemaFixture(text, file);
  const said = catalog.meta['dialect'];
  return { dialect: dialectNames.find((name) => name === said), catalog };
}

const otherNames: Readonly<Record<string, DialectName>> = {
  postgresql: 'postgres',
  pg: 'postgres',
  mariadb: 'mysql',
  sqlite3: 'sqlite',
};

export function readDialect(text: string): DialectName {
  const lower = text.toLowerCase();
  const dialect = dialectNames.find((name) => name === lower) ?? otherNames[lower];
  if (dialect) return dialect;
  const suggestion = nearest(lower, [...dialectNames, ...Object.keys(otherNames)]);
  throw new Nl2sqlError('USAGE', {
    problem: `--dialect ${text}: expected one of ${dialectNames.join(', ')}`,
    fix: suggestion === undefined ? 'MariaDB is mysql.' : `Did you mean "${suggestion}"?`,
  });
}

function readTimeout(text: string): number {
  const timeoutMs = Number(text);
  if (Number.isInteger(timeoutMs) && timeoutMs > 0) return timeoutMs;
  throw new Nl2sqlError('USAGE', {
    problem: `--timeout-ms ${text}: expected a whole number of milliseconds above 0`,
    fix: 'For example: --timeout-ms 5000',
  });
}
