import { resolve } from 'node:path';
import type { Command } from 'commander';
import pc from 'picocolors';
import { createScope, type Scope } from '../access/index.ts';
import type { Catalog } from '../catalog/index.ts';
import type { ProjectDatasource } from '../config/index.ts';
import { type ExitCode, Nl2sqlError } from '../errors.ts';
import {
  bindPlan,
  describePlan,
  type GeneratedSql,
  generateSql,
  type PlanIssue,
  parsePlan,
} from '../plan/index.ts';
import { type DialectName, dialectNames, viewLineages } from '../sql/index.ts';
import { parseFault, readUserFile } from '../validation/index.ts';
import {
  addCommonOptions,
  type CliContext,
  type CommandModule,
  type CommonOptions,
  collect,
} from './command.ts';
import { parseYaml } from './parse-yaml.ts';
import { loadPoliciesFile } from './policies-file.ts';
import { openProject } from './project.ts';
import { readUserValues } from './read-user-values.ts';
import { introspectSource, readCatalog, readDialect } from './sql-check.ts';
import { warnOfUnknownRole } from './warn-unknown-role.ts';

interface PlanFlags extends CommonOptions {
  readonly catalog?: string;
  readonly dialect: readonly string[];
  readonly policies?: string;
  readonly role?: string;
  readonly datasourceId?: string;
  readonly user: readonly string[];
  readonly strictJoins: boolean;
}

/** What `plan --json` prints; a promise to scripts. */
interface PlanCheck {
  readonly issues: readonly PlanIssue[];
  readonly sql: Readonly<Partial<Record<DialectName, GeneratedSql>>>;
  readonly words: string;
  /** Tables whose rows a filter of the role thins. */
  readonly filtered: readonly string[];
}

/** `nl2sql plan`: a plan explained, checked, and written as SQL. */
export const command: CommandModule = {
  configure(command, run) {
    addCommonOptions(command)
      .argument('<file>', 'a plan as JSON or YAML; - reads standard input')
      .option('--catalog <file>', 'check it against a schema fixture')
      .option(
        '--dialect <name>',
        'SQL for this database (repeatable; default: all four)',
        collect,
        [],
      )
      .option('--policies <file>', "who may see what; default: the project's")
      .option('--role <name>', 'check it as this role')
      .option('--datasource-id <id>', 'the datasource of the policies that the plan is for')
      .option('--user <key=value>', 'a value for row filters (repeatable)', collect, [])
      .option('--no-strict-joins', 'a join that follows no declared key is only a warning')
      .addHelpText(
        'after',
        `
Without a datasource or catalog the plan is only read and put in words.

Examples:
  nl2sql plan plan.yaml --datasource shop=sqlite:./shop.sqlite
  nl2sql plan - --catalog shop.schema.json --dialect postgres --json < plan.json
  nl2sql plan plan.yaml --datasource shop=sqlite:./shop.sqlite --policies policies.yaml --role viewer

Exit codes: 0 no error; 1 the plan has errors; 2 usage, or input that is no JSON or YAML.`,
      )
      .action((file: string) => run(command, (context) => checkPlan(file, command, context)));
  },
};

async function checkPlan(file: string, command: Command, context: CliContext): Promise<ExitCode> {
  const flags = command.opts<PlanFlags>();
  const value = parseText(await readText(file, context), file);
  const surroundings = await openSurroundings(flags, context);
  const check = createCheck(value, surroundings, flags);
  await context.write(
    flags.json === true
      ? `${JSON.stringify(check, null, 2)}\n`
      : describeCheck(check, context.color),
  );
  return check.issues.some((issue) => issue.severity === 'error') ? 1 : 0;
}

async function readText(file: string, context: CliContext): Promise<string> {
  if (file === '-') return context.readStdin();
  return readUserFile(resolve(context.cwd, file), 'Plan');
}

/** JSON or YAML as data; whole numbers keep their digits. */
function parseText(text: string, file: string): unknown {
  const parsed = parseYaml(text.replace(/^\uFEFF/, ''), { intAsBigInt: true, prettyErrors: false });
  if (parsed.status === 'invalid' || parsed.value === null) {
    const problem =
      parsed.status === 'parsed' ? 'it is empty' : `no JSON or YAML: ${parsed.problems[0]}`;
    throw new Nl2sqlError('PLAN_FILE_INVALID', { path: file, problem });
  }
  try {
    return withSafeNumbers(parsed.value);
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    throw new Nl2sqlError('PLAN_FILE_INVALID', { path: file, problem: parseFault(cause) });
  }
}

function withSafeNumbers(value: unknown): unknown {
  if (typeof value === 'bigint') {
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : value;
  }
  if (Array.isArray(value)) return value.map(withSafeNumbers);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, child]) => [key, withSafeNumbers(child)]),
  );
}

/** What a plan is checked against; without a catalog it is only read. */
interface Surroundings {
  readonly dialects: readonly DialectName[];
  readonly catalog: { readonly catalog: Catalog; readonly dialect: DialectName | undefined } | null;
  readonly scope: Scope;
  readonly datasourceId: string;
}

async function openSurroundings(flags: PlanFlags, context: CliContext): Promise<Surroundings> {
  const dialects = flags.dialect.flatMap((text) => text.split(',')).map(readDialect);
  const bound = (flags.datasource ?? []).filter((text) => text.includes('='));
  const [named] = (flags.datasource ?? []).filter((text) => !text.includes('='));
  const isProjectNeeded =
    flags.config !== undefined ||
    (flags.datasource ?? []).length > 0 ||
    (flags.role !== undefined && flags.policies === undefined);
  const project = isProjectNeeded ? openProject({ ...flags, datasource: bound }, context) : null;
  const source = findSource(project?.datasources ?? [], named ?? bound[0]?.split('=')[0]);
  const catalog =
    flags.catalog !== undefined
      ? readCatalog(flags.catalog, context)
      : source === null
        ? null
        : await introspectSource(source.spec, context);
  const policies =
    flags.policies === undefined
      ? (project?.policies ?? null)
      : loadPoliciesFile(flags.policies, context.cwd);
  const datasourceId = flags.datasourceId ?? source?.id ?? '';
  if (flags.role !== undefined && policies !== null && datasourceId === '') {
    throw new Nl2sqlError('USAGE', {
      problem: `--role ${flags.role}: the policies speak of datasources, and none is named`,
      fix: 'Say which one the plan is for: --datasource-id ID',
    });
  }
  warnOfUnknownRole(flags.role, policies, context);
  const user = {
    ...project?.evals.users?.[flags.role ?? ''],
    ...readUserValues(flags.user),
  };
  return {
    dialects,
    catalog,
    // Without a role nobody asks, so nothing is withheld.
    scope: createScope(flags.role === undefined ? null : policies, flags.role ?? null, { user }),
    datasourceId,
  };
}

function findSource(
  known: readonly ProjectDatasource[],
  wanted: string | undefined,
): ProjectDatasource | null {
  if (wanted === undefined) return known.length === 1 ? (known[0] ?? null) : null;
  const source = known.find(({ id }) => id === wanted);
  if (source !== undefined) return source;
  throw new Nl2sqlError('DATASOURCE_UNKNOWN', { id: wanted, known: known.map(({ id }) => id) });
}

function createCheck(
  value: unknown,
  { dialects, catalog: opened, scope, datasourceId }: Surroundings,
  flags: PlanFlags,
): PlanCheck {
  const reading = parsePlan(value);
  if (reading.status === 'invalid') {
    return { issues: reading.issues, sql: {}, words: '', filtered: [] };
  }
  const { plan } = reading;
  const words = describePlan(plan);
  if (opened === null) return { issues: [], sql: {}, words, filtered: [] };
  const { catalog } = opened;
  const asked = dialects.length > 0 ? dialects : dialectNames;
  const views = viewLineages(catalog, opened.dialect ?? asked[0] ?? 'sqlite');
  const strictJoins = flags.strictJoins;
  const binding = bindPlan(plan, { catalog, views, scope, datasourceId, strictJoins });
  if (binding.status !== 'bound') return { issues: binding.issues, sql: {}, words, filtered: [] };
  return {
    issues: binding.warnings,
    sql: Object.fromEntries(asked.map((name) => [name, generateSql(binding.plan, name)])),
    words,
    filtered: binding.plan.filteredTables,
  };
}

function describeCheck(check: PlanCheck, color: boolean): string {
  const colors = pc.createColors(color);
  const lines: string[] = [];
  if (check.words !== '') lines.push(check.words, '');
  for (const issue of check.issues) {
    const paint = issue.severity === 'error' ? colors.red : colors.yellow;
    const place = issue.path === '' ? '' : `${issue.path}: `;
    lines.push(`${paint(issue.severity)} ${issue.code}  ${place}${issue.message}`);
    if (issue.suggestion !== null && !issue.message.includes(issue.suggestion)) {
      lines.push(`      try: ${issue.suggestion}`);
    }
  }
  if (check.issues.length > 0) lines.push('');
  if (check.filtered.length > 0) {
    lines.push(`The role sees only some rows of ${check.filtered.join(', ')}.`, '');
  }
  for (const [dialect, sql] of Object.entries(check.sql)) {
    lines.push(colors.bold(dialect), sql.text);
    if (sql.parameters.length > 0) lines.push(colors.dim(`with ${JSON.stringify(sql.parameters)}`));
    lines.push('');
  }
  return `${lines.join('\n').trimEnd()}\n`;
}
