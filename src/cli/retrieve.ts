import { resolve } from 'node:path';
import type { Command } from 'commander';
import { type ExitCode, Nl2sqlError } from '../errors.ts';
import { loadRetrieve, type RetrieveResult } from '../evals/index.ts';
import {
  addCommonOptions,
  type CliContext,
  type CommandModule,
  type CommonOptions,
} from './command.ts';
import { openProject } from './project.ts';
import { readCount, readShare } from './read-flag.ts';
import { warnOfUnknownRole } from './warn-unknown-role.ts';

interface RetrieveFlags extends CommonOptions {
  readonly fixture?: string;
  readonly role?: string;
  readonly maxTables?: string;
  readonly maxColumns?: string;
  readonly maxTokens?: string;
  readonly minScore?: string;
  readonly explain?: boolean;
}

/** `nl2sql retrieve`: the tables and columns a model would be shown for a question, and why. */
export const command: CommandModule = {
  configure(command, run) {
    addCommonOptions(command)
      .argument('<question>', 'the question, in quotes')
      .option('--fixture <file>', 'a schema fixture instead of a datasource')
      .option('--role <role>', 'only what this role may see (default: everything)')
      .option('--max-tables <n>', 'tables sent at most (default: 20)')
      .option('--max-columns <n>', 'columns sent at most (default: all of a table)')
      .option('--max-tokens <n>', 'tokens of schema text sent at most, o200k (default: no limit)')
      .option(
        '--min-score <share>',
        'only tables of this share of the best score, 0 to 1 (default: 0)',
      )
      .option('--explain', 'say why each table and column is there, and print the schema text')
      .addHelpText(
        'after',
        `
Examples:
  nl2sql retrieve "customers who asked for a refund" --fixture schema.json --explain
  nl2sql retrieve "revenue per genre" --datasource chinook=sqlite:./chinook.sqlite --max-columns 24
  nl2sql retrieve "revenue per genre" --datasource chinook=sqlite:./chinook.sqlite --max-tokens 500
  nl2sql retrieve "orders per customer" --fixture schema.json --min-score 0.1
  nl2sql retrieve "open tickets by priority" --datasource support --role analyst --json

--datasource takes an id of the project, or ID=URL.
--min-score sends fewer tables where few match; without it the budget is filled.
Where the project enables embeddings the meaning counts too, and the model is asked.
With several datasources the question is routed first and the best one is searched.
Exit codes: 0 done; 1 nothing in the schema matches the question; 2 usage, config or file.`,
      )
      .action((question: string) =>
        run(command, (context) => retrieve(question, command, context)),
      );
  },
};

async function retrieve(
  question: string,
  command: Command,
  context: CliContext,
): Promise<ExitCode> {
  const flags = command.opts<RetrieveFlags>();
  if (question.trim() === '') {
    throw new Nl2sqlError('USAGE', {
      problem: 'the question is empty',
      fix: 'For example: nl2sql retrieve "orders per customer" --fixture schema.json',
    });
  }
  const maxTables = readCount('--max-tables', flags.maxTables);
  const maxColumns = readCount('--max-columns', flags.maxColumns);
  const maxTokens = readCount('--max-tokens', flags.maxTokens);
  const minScore = readShare('--min-score', flags.minScore);
  const named = flags.datasource ?? [];
  const bound = named.filter((text) => text.includes('='));
  const project = openProject({ ...flags, datasource: bound }, context);
  warnOfUnknownRole(flags.role, project.policies, context);
  const retrieveSchema = await loadRetrieve();
  const found = retrieveSchema(question, project, {
    ...(named.length === 0 ? {} : { datasources: named.map((text) => text.replace(/=.*$/s, '')) }),
    ...(flags.fixture === undefined ? {} : { fixture: resolve(context.cwd, flags.fixture) }),
    ...(flags.role === undefined ? {} : { role: flags.role }),
    ...(maxTables === undefined ? {} : { maxTables }),
    ...(maxColumns === undefined ? {} : { maxColumns }),
    ...(maxTokens === undefined ? {} : { maxTokens }),
    ...(minScore === null ? {} : { minScore }),
    signal: context.signal,
  });
  const result = await found.catch((error: unknown) => {
    if (context.signal.aborted) return null;
    throw error;
  });
  if (result === null) return 3;
  for (const warning of result.warnings) context.log(`warning: ${warning}\n`);
  if (flags.json === true) {
    const { warnings: _, text, ...shown } = result;
    const value = flags.explain === true ? { ...shown, text } : shown;
    await context.write(`${JSON.stringify(value, null, 2)}\n`);
  } else {
    const isRouted =
      named.length === 0 && flags.fixture === undefined && project.datasources.length > 1;
    await context.write(describe(result, { ...flags, isRouted }));
  }
  return result.tables.length > 0 ? 0 : 1;
}

function describe(
  result: RetrieveResult,
  flags: RetrieveFlags & { readonly isRouted: boolean },
): string {
  const lines: string[] = [];
  if (result.datasources.length > 1 || (flags.isRouted && result.datasources.length > 0)) {
    lines.push(
      `${result.datasources.length > 1 ? 'Datasources' : 'Datasource'}: ${result.datasources.map(({ id, score }) => `${id} ${score.toFixed(2)}`).join(', ')}`,
    );
  }
  if (result.tables.length === 0) {
    lines.push('Nothing in the schema matches the question.');
    return `${lines.join('\n')}\n`;
  }
  for (const [place, table] of result.tables.entries()) {
    const head = `${String(place + 1).padStart(3)}  ${table.score.toFixed(2)}  ${table.name}`;
    lines.push(`${head}  (${table.columns.length} columns)`);
    if (flags.explain !== true) continue;
    lines.push(`           ${table.why.join('; ')}`);
    for (const column of table.columns) lines.push(`             ${column.name}: ${column.why}`);
  }
  const columns = result.tables.reduce((sum, table) => sum + table.columns.length, 0);
  lines.push(`${result.tables.length} tables, ${columns} columns, ${result.tokens} tokens (o200k)`);
  if (result.expectedRecall !== null) {
    const percent = (result.expectedRecall * 100).toFixed(1);
    lines.push(
      `Such a selection holds ${percent} % of the needed tables on average (docs/retrieval.md).`,
    );
  }
  if (flags.explain === true) lines.push('', result.text.trimEnd());
  return `${lines.join('\n')}\n`;
}
