import type { Command } from 'commander';
import pc from 'picocolors';
import {
  createScope,
  judgeSqlReads,
  type Policies,
  type PolicyReport,
  reportPolicies,
} from '../access/index.ts';
import type { Catalog } from '../catalog/index.ts';
import { type ExitCode, Nl2sqlError } from '../errors.ts';
import { analyzeSql, type DialectName, viewLineages } from '../sql/index.ts';
import {
  addCommonOptions,
  type CliContext,
  type CommandModule,
  type CommonOptions,
} from './command.ts';
import { loadPoliciesFile } from './policies-file.ts';
import { openProject } from './project.ts';
import { introspectSource } from './sql-check.ts';

interface PolicyCheckFlags extends CommonOptions {
  readonly policies?: string;
  readonly query?: string;
  readonly datasourceId?: string;
}

/** What `policy check --json` prints; a promise to scripts. */
interface PolicyCheck extends PolicyReport {
  /** Whether each role may run the query, where one was given. */
  readonly verdicts: Readonly<
    Record<string, { readonly allowed: boolean; readonly reason: string | null }>
  >;
}

/** `nl2sql policy check`: what each role sees, rules that say nothing, a query's verdict per role. */
export const command: CommandModule = {
  configure(command, run) {
    addCommonOptions(command)
      .option('--policies <file>', "who may see what; default: the project's")
      .option('--query <sql>', 'also judge this SQL for every role')
      .option('--datasource-id <id>', 'the datasource the query is for; default: the only one')
      .addHelpText(
        'after',
        `
Examples:
  nl2sql policy check
  nl2sql policy check --datasource shop=sqlite:./shop.sqlite --policies policies.yaml
  nl2sql policy check --query 'SELECT email FROM customer' --datasource-id shop --json

Exit codes: 0 every rule says something; 1 a rule says nothing; 2 usage or a file.`,
      )
      .action(() => run(command, (context) => checkPolicies(command, context)));
  },
};

async function checkPolicies(command: Command, context: CliContext): Promise<ExitCode> {
  const flags = command.opts<PolicyCheckFlags>();
  const project = openProject(flags, context);
  const policies =
    flags.policies === undefined ? project.policies : loadPoliciesFile(flags.policies, context.cwd);
  if (policies === null) {
    throw new Nl2sqlError('USAGE', {
      problem: 'no policies: the project has none, so every role sees everything',
      fix: 'Name a file (--policies FILE), or add policies: to nl2sql.yaml.',
    });
  }
  const opened = new Map<string, OpenedSource>();
  for (const source of project.datasources) {
    const { catalog, dialect } = await introspectSource(source.spec, context);
    opened.set(source.id, { catalog, dialect, views: viewLineages(catalog, dialect) });
  }
  const report = reportPolicies(policies, opened, project.evals.users ?? {});
  const verdicts = await judgeQuery(flags, policies, opened, Object.keys(report.roles));
  const check: PolicyCheck = { ...report, verdicts };
  await context.write(
    flags.json === true ? `${JSON.stringify(check, null, 2)}\n` : describe(check, context.color),
  );
  return check.idleRules.length > 0 ? 1 : 0;
}

interface OpenedSource {
  readonly catalog: Catalog;
  readonly dialect: DialectName;
  readonly views: ReturnType<typeof viewLineages>;
}

async function judgeQuery(
  flags: PolicyCheckFlags,
  policies: Policies,
  opened: ReadonlyMap<string, OpenedSource>,
  roles: readonly string[],
): Promise<PolicyCheck['verdicts']> {
  if (flags.query === undefined) return {};
  const ids = [...opened.keys()];
  const id = flags.datasourceId ?? (ids.length === 1 ? ids[0] : undefined);
  const source = id === undefined ? undefined : opened.get(id);
  if (id === undefined || source === undefined) {
    throw new Nl2sqlError('USAGE', {
      problem: `--query needs its datasource; known: ${ids.join(', ') || 'none'}`,
      fix: 'Name it: --datasource-id ID',
    });
  }
  const facts = await analyzeSql(flags.query, { dialect: source.dialect, catalog: source.catalog });
  return Object.fromEntries(
    roles.map((role) => {
      const scope = createScope(policies, role);
      const judged = facts.statements.map(({ reads }) =>
        judgeSqlReads(reads, scope, id, source.views),
      );
      const refusal = judged.find((judgement) => judgement.status === 'refused');
      const reason = refusal?.status === 'refused' ? refusal.reason : null;
      return [role, { allowed: judged.length > 0 && reason === null, reason }];
    }),
  );
}

function describe(check: PolicyCheck, color: boolean): string {
  const colors = pc.createColors(color);
  const lines: string[] = [];
  for (const [role, datasources] of Object.entries(check.roles)) {
    lines.push(colors.bold(role));
    for (const [id, seen] of Object.entries(datasources)) {
      lines.push(`  ${id}: ${seen.tables.length === 0 ? 'nothing' : seen.tables.join(', ')}`);
      if (seen.hiddenColumns.length > 0) lines.push(`    without ${seen.hiddenColumns.join(', ')}`);
      for (const { table, missing } of seen.filteredTables) {
        lines.push(
          missing.length === 0
            ? `    only some rows of ${table}`
            : `    no row of ${table}: no value for ${missing.map((key) => `$user.${key}`).join(', ')}`,
        );
      }
    }
    const verdict = check.verdicts[role];
    if (verdict !== undefined) {
      lines.push(
        verdict.allowed ? '  may run the query' : `  may not run the query (${verdict.reason})`,
      );
    }
    lines.push('');
  }
  for (const { role, rule, reason } of check.idleRules) {
    lines.push(`${colors.yellow('idle rule')}  ${role}: ${rule}: ${reason}`);
  }
  return `${lines.join('\n').trimEnd()}\n`;
}
