import { existsSync } from 'node:fs';
import { basename, extname, relative, resolve, sep } from 'node:path';
import {
  type Connection,
  describeConnection,
  parseDatasourceUrl,
  redactSecrets,
} from '../datasources/index.ts';
import { type FirstDatasource, writeDemoProject, writeSkeleton } from '../demo/index.ts';
import { Nl2sqlError } from '../errors.ts';
import { addCommonOptions, type CliContext, type CommandModule } from './command.ts';

interface InitOptions {
  readonly demo?: boolean;
  readonly url?: string;
  readonly force?: boolean;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

export const command: CommandModule = {
  configure(command, run) {
    addCommonOptions(command)
      .argument('[dir]', 'the folder of the project; made if needed', '.')
      .option('--demo', 'the demo: three databases, their suites, answers to judge')
      .option(
        '--url <url>',
        'the first datasource: sqlite:PATH, duckdb:PATH, postgres://…, mysql://…',
      )
      .option('--force', 'replace files that are there already')
      .addHelpText(
        'after',
        `
Examples:
  nl2sql init                                 a commented nl2sql.yaml and an empty suite
  nl2sql init shop --url postgres://localhost/shop
  nl2sql init demo --demo                     something to try everything on
`,
      )
      .action((dir: string, options: InitOptions) =>
        run(command, async (context) => {
          await init(dir, options, context);
          return 0;
        }),
      );
  },
};

async function init(dir: string, options: InitOptions, context: CliContext): Promise<void> {
  if (options.demo === true && options.url !== undefined) {
    throw new Nl2sqlError('USAGE', {
      problem: '--demo brings its own databases, and --url names another',
      fix: 'Use one of them; a datasource can be added to the demo in its datasources/ folder.',
    });
  }
  const folder = resolve(context.cwd, dir);
  const force = options.force === true;
  const datasource =
    options.url === undefined ? null : firstDatasource(options.url, folder, context);
  const files =
    options.demo === true
      ? writeDemoProject({ dir: folder, force })
      : writeSkeleton({ dir: folder, force, datasource });
  const next = nextSteps(dir, options.demo === true, datasource);
  if (options.json === true) {
    await context.write(`${JSON.stringify({ dir: folder, files, next }, null, 2)}\n`);
    return;
  }
  if (options.quiet !== true) {
    await context.write(`${files.map((file) => `  ${file}`).join('\n')}\n`);
  }
  await context.write(`Wrote ${files.length} files to ${folder}\n`);
  if (options.quiet !== true) {
    await context.write(`\nNext:\n${next.map((step) => `  ${step}`).join('\n')}\n`);
  }
}

/** What a URL says of the datasource a project begins with. A URL with a secret is not written down. */
function firstDatasource(url: string, folder: string, { cwd, log }: CliContext): FirstDatasource {
  const connection = parseDatasourceUrl(url, { cwd });
  const id = datasourceId(connection);
  if ('path' in connection && !existsSync(connection.path)) {
    log(`warning: there is no file ${connection.path} yet; correct connection: in nl2sql.yaml\n`);
  }
  const isSecret = 'url' in connection && redactSecrets(url) !== url;
  return {
    id,
    type: connection.type,
    place: isSecret ? null : place(connection, folder),
    secretVariable: isSecret ? `${id.toUpperCase()}_URL` : null,
  };
}

function place(connection: Connection, folder: string): string {
  if ('path' in connection) return relative(folder, connection.path).split(sep).join('/');
  return connection.url ?? '';
}

/** A name from the file's or the database's own. */
function datasourceId(connection: Connection): string {
  const name =
    'path' in connection
      ? basename(connection.path, extname(connection.path))
      : basename(describeConnection(connection));
  const id = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '');
  return /^[a-z]/.test(id) ? id : `db_${id}`;
}

function nextSteps(
  dir: string,
  isDemo: boolean,
  datasource: FirstDatasource | null,
): readonly string[] {
  const enter = dir === '.' ? [] : [`cd ${dir}`];
  if (isDemo) {
    return [
      ...enter,
      'nl2sql eval run                                    the reviewed SQL, against itself: all pass',
      'nl2sql eval run --predictions predictions.jsonl    a system that makes mistakes',
    ];
  }
  const { id, secretVariable } = datasource ?? { id: null, secretVariable: null };
  return [
    ...enter,
    ...(id === null ? ['name your database in nl2sql.yaml'] : []),
    ...(secretVariable === null
      ? []
      : [`export ${secretVariable}=…    the URL, which is not written down`]),
    ...(id === null
      ? []
      : [
          `nl2sql introspect ${id}    what it holds`,
          `nl2sql eval seed ${id} --out drafts.yaml    questions drafted from its tables`,
        ]),
    'write your first case in evals/first.yaml, as its comments say (docs/start.md)',
  ];
}
