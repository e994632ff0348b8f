import { randomUUID } from 'node:crypto';
import type { ExitCode } from '../errors.ts';
import { Nl2sqlError } from '../errors.ts';
import { createEngine } from '../index.ts';
import {
  addCommonOptions,
  type CliContext,
  type CommandModule,
  type CommonOptions,
  collect,
} from './command.ts';
import { openProject } from './project.ts';

interface AddFlags extends CommonOptions {
  readonly id?: string;
  readonly rating?: string;
  readonly note?: string;
  readonly question?: string;
  readonly role?: string;
  readonly status?: string;
  readonly sql: readonly string[];
  readonly source: readonly string[];
  readonly errorCode: readonly string[];
  readonly at?: string;
  readonly versions: readonly string[];
}

/** `nl2sql feedback add`: what somebody said of a run. */
export const command: CommandModule = {
  configure(command, run) {
    addCommonOptions(command)
      .option('--rating <word>', 'up or down')
      .option(
        '--question <text>',
        'what was asked; without it a run is read as JSON from standard input',
      )
      .option('--id <id>', "the run's id; rating it again replaces (default: a new one)")
      .option('--note <text>', 'what was good or wrong, at most 280 characters')
      .option('--role <role>', 'who asked')
      .option('--status <word>', 'how the run ended; a refused one keeps no SQL (default: success)')
      .option('--sql <text>', 'the SQL that ran (repeatable)', collect, [])
      .option(
        '--source <id>',
        'a datasource it read (repeatable); also: --datasource ID',
        collect,
        [],
      )
      .option('--error-code <code>', 'an error of the run (repeatable)', collect, [])
      .option('--at <time>', 'when it was rated, such as 2024-01-31T10:00:00Z (default: now)')
      .option('--versions <name=version>', 'a version of what answered (repeatable)', collect, [])
      .addHelpText(
        'after',
        `
Rows, answers and messages are never kept, nor the SQL of a refused run. JSON fields: id, rating, note,
question, role, status, sql, datasources, errorCodes, versions, at; one case of a report of eval run --out
is read too. A flag wins over the JSON.

Examples:
  nl2sql feedback add --rating up --question "How many customers?" --sql "SELECT count(*) FROM customer"
  echo '{"id":"r1","question":"How many?","status":"success"}' | nl2sql feedback add --rating down --note wrong`,
      )
      .action(() => run(command, (context) => feedbackAdd(command.opts<AddFlags>(), context)));
  },
};

async function feedbackAdd(flags: AddFlags, context: CliContext): Promise<ExitCode> {
  // `--datasource chinook` is what one would type; with a URL it binds one, as everywhere.
  const isBinding = (text: string) => text.includes('=');
  const bound = flags.datasource?.filter(isBinding) ?? [];
  const sources = [...flags.source, ...(flags.datasource ?? []).filter((text) => !isBinding(text))];
  const given = {
    id: flags.id,
    rating: flags.rating,
    note: flags.note,
    question: flags.question,
    role: flags.role,
    status: flags.status,
    sql: flags.sql.length > 0 ? flags.sql : undefined,
    datasources: sources.length > 0 ? sources : undefined,
    errorCodes: flags.errorCode.length > 0 ? flags.errorCode : undefined,
    at: flags.at,
    versions: flags.versions.length > 0 ? readVersions(flags.versions) : undefined,
  };
  const own = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const run = flags.question === undefined ? await readRun(context) : { id: randomUUID() };
  const engine = createEngine({ config: openProject({ ...flags, datasource: bound }, context) });
  const feedback = await engine.feedback.add({ ...run, ...own });
  if (flags.json === true) await context.write(`${JSON.stringify(feedback, null, 2)}\n`);
  else if (flags.quiet !== true)
    await context.write(`Kept: ${feedback.rating} for ${feedback.id}\n`);
  return 0;
}

function readVersions(texts: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    texts.map((text) => {
      const [, name, version] = /^([^=]+)=(.+)$/s.exec(text) ?? [];
      if (name !== undefined && version !== undefined) return [name, version];
      throw new Nl2sqlError('USAGE', {
        problem: `--versions expects NAME=VERSION; found "${text}"`,
        fix: 'For example: --versions nl2sql=0.1.0',
      });
    }),
  );
}

async function readRun(context: CliContext): Promise<Record<string, unknown>> {
  const text = await context.readStdin();
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch (error) {
    throw new Nl2sqlError(
      'USAGE',
      {
        problem: `standard input is no JSON: ${error instanceof Error ? error.message : String(error)}`,
        fix: 'Give the run as one JSON object, or --question with the other flags.',
      },
      { cause: error },
    );
  }
  if (data !== null && typeof data === 'object' && !Array.isArray(data)) {
    return data as Record<string, unknown>;
  }
  throw new Nl2sqlError('FEEDBACK_INVALID', { problems: ['it is not a JSON object'] });
}
