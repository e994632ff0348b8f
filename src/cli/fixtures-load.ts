import type { Command } from 'commander';
import { type Connection, parseDatasourceUrl, redactSecrets } from '../datasources/index.ts';
import { type LoadedDemo, loadDemo } from '../demo/index.ts';
import type { ExitCode } from '../errors.ts';
import {
  addCommonOptions,
  type CliContext,
  type CommandModule,
  type CommonOptions,
} from './command.ts';

interface FixturesLoadFlags extends CommonOptions {
  readonly force?: boolean;
}

/** `nl2sql fixtures load`: the demo databases on a database of yours. */
export const command: CommandModule = {
  configure(command, run) {
    addCommonOptions(command)
      .argument(
        '<url>',
        'postgres://… (one schema per database), mysql://… (one database each), sqlite:FOLDER or duckdb:FOLDER',
      )
      .option('--force', "replace the demo's tables that are there; other tables stay")
      .addHelpText(
        'after',
        `
Examples:
  nl2sql fixtures load postgres://me@localhost/demo
  nl2sql fixtures load mysql://root@localhost/mysql --force
  nl2sql fixtures load duckdb:./demo-files --json

The login must be allowed to create schemas (PostgreSQL) or databases (MySQL). Then bring the suites'
rows to the new dialect with \`nl2sql eval regenerate\`.

Exit codes: 0 done; 2 the database cannot be reached or is in the way, or usage.`,
      )
      .action((url: string) => run(command, (context) => fixturesLoad(url, command, context)));
  },
};

async function fixturesLoad(url: string, command: Command, context: CliContext): Promise<ExitCode> {
  const flags = command.opts<FixturesLoadFlags>();
  const target = parseDatasourceUrl(url, { cwd: context.cwd });
  const isTalkative = flags.json !== true && flags.quiet !== true;
  const loaded = await loadDemo(target, {
    replace: flags.force === true,
    onLoaded: ({ id, place, tables, rows }) => {
      if (isTalkative) context.log(`${id}: ${tables} tables, ${rows} rows in ${place}\n`);
    },
  });
  if (flags.json === true) {
    const databases = loaded.map(({ id, place, tables, rows, connection }) => ({
      id,
      place,
      tables,
      rows,
      datasource: `${id}=${urlOf(connection)}`,
    }));
    await context.write(`${JSON.stringify({ databases }, null, 2)}\n`);
  } else {
    await context.write(usage(loaded));
  }
  return 0;
}

/** How to use them: flags for a shell. A password is for the person to put back. */
function usage(loaded: readonly LoadedDemo[]): string {
  const flags = loaded.map(({ id, connection }) => `  --datasource '${id}=${urlOf(connection)}'`);
  return `Loaded. Ask them with:\n${flags.join(' \\\n')}\n`;
}

function urlOf(connection: Connection): string {
  return 'path' in connection
    ? `${connection.type}:${connection.path}`
    : redactSecrets(connection.url ?? '');
}
