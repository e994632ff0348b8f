import { existsSync } from 'node:fs';
import { basename, extname, resolve } from 'node:path';
import type { Command } from 'commander';
import { type Catalog, formatName, schemaFixtureOf, type Table } from '../catalog/index.ts';
import {
  type Connection,
  type DatasourceSpec,
  describeConnection,
  openDatasource,
  parseDatasourceUrl,
  redactSecrets,
} from '../datasources/index.ts';
import { type ExitCode, Nl2sqlError } from '../errors.ts';
import { nearest, writeFileAtomically } from '../validation/index.ts';
import {
  addCommonOptions,
  type CliContext,
  type CommandModule,
  type CommonOptions,
  collect,
} from './command.ts';
import { openProject } from './project.ts';

interface IntrospectFlags extends CommonOptions {
  readonly out?: string;
  readonly include: readonly string[];
  readonly exclude: readonly string[];
}

/** `nl2sql introspect`: the shape of a database, for people or as a schema fixture. */
export const command: CommandModule = {
  configure(command, run) {
    addCommonOptions(command)
      .argument('<url|id>', 'a datasource URL, a database file, or the id of a datasource')
      .option('--out <file>', 'write the schema fixture (JSON) to this file')
      .option(
        '--include <glob>',
        'only tables like this, by schema.table (repeatable)',
        collect,
        [],
      )
      .option('--exclude <glob>', 'no tables like this (repeatable)', collect, [])
      .addHelpText(
        'after',
        `
Examples:
  nl2sql introspect ./chinook.sqlite
  nl2sql introspect postgres://reader@db.example/shop --out shop.schema.json
  nl2sql introspect chinook --exclude '*_old' --json

Exit codes: 0 done; 2 the database cannot be reached, or usage; 3 stopped.`,
      )
      .action((target: string) => run(command, (context) => introspect(target, command, context)));
  },
};

async function introspect(
  target: string,
  command: Command,
  context: CliContext,
): Promise<ExitCode> {
  const flags = command.opts<IntrospectFlags>();
  const spec = findDatasource(target, flags, context);
  const datasource = await openDatasource(spec);
  let catalog: Catalog;
  try {
    catalog = await datasource.introspect({
      signal: context.signal,
      exclude: flags.exclude,
      ...(flags.include.length > 0 ? { include: flags.include } : {}),
    });
    for (const warning of await datasource.warnings()) context.log(`warning: ${warning}\n`);
  } catch (error) {
    if (context.signal.aborted) return 3;
    throw error;
  } finally {
    await datasource.close();
  }
  await print(spec.id, catalog, flags, context);
  return 0;
}

async function print(
  id: string,
  catalog: Catalog,
  flags: IntrospectFlags,
  context: CliContext,
): Promise<void> {
  const fixture = `${JSON.stringify(schemaFixtureOf(catalog), null, 1)}\n`;
  if (flags.out !== undefined) {
    await writeFileAtomically(resolve(context.cwd, flags.out), fixture, 'Schema fixture');
  }
  const summary = `${summaryOf(id, catalog)}\n`;
  if (flags.json === true) {
    await context.write(fixture);
    if (flags.quiet !== true) context.log(summary);
  } else {
    if (flags.quiet !== true && flags.out === undefined) {
      await context.write(`${formatTables(catalog)}\n`);
    }
    await context.write(summary);
    if (flags.out !== undefined) await context.write(`Schema fixture: ${flags.out}\n`);
  }
  if (catalog.tables.length === 0) {
    context.log(`warning: no tables: is it the right database, and do the globs leave any?\n`);
  }
  for (const { schema, name, reason } of catalog.unreadable) {
    context.log(`warning: ${formatName([schema, name])} cannot be read: ${reason}\n`);
  }
}

/** The datasource of that id, else what the argument says as a URL or as the path of a file. */
function findDatasource(
  target: string,
  flags: IntrospectFlags,
  context: CliContext,
): DatasourceSpec {
  const isUrl = /^[a-z][a-z0-9+.-]+:/i.test(target);
  const isFile = existsSync(resolve(context.cwd, target));
  if (!isUrl && (flags.config !== undefined || !isFile)) {
    const { datasources } = openProject(flags, context);
    const known = datasources.find(({ id }) => id === target);
    if (known !== undefined) return known.spec;
    if (!isFile && datasources.length > 0 && !/[./\\]/.test(target)) {
      const ids = datasources.map(({ id }) => id);
      const suggestion = nearest(target, ids);
      throw new Nl2sqlError('DATASOURCE_UNKNOWN', {
        // A connection string may stand where an id was meant.
        id: redactSecrets(target),
        known: ids,
        ...(suggestion === undefined ? {} : { suggestion }),
      });
    }
  }
  const connection = parseDatasourceUrl(target, { cwd: context.cwd });
  return { id: nameOf(connection), connection };
}

/** What a datasource without an id is called in messages: its file without the ending, or where it is. */
function nameOf(connection: Connection): string {
  return 'path' in connection
    ? redactSecrets(basename(connection.path, extname(connection.path)))
    : describeConnection(connection);
}

function summaryOf(id: string, catalog: Catalog): string {
  const count = (number: number, one: string, many = `${one}s`) =>
    `${number} ${number === 1 ? one : many}`;
  const columns = catalog.tables.reduce((sum, table) => sum + table.columns.length, 0);
  const keys = catalog.tables.reduce((sum, table) => sum + table.foreignKeys.length, 0);
  const parts = [
    count(catalog.tables.length, 'table'),
    count(columns, 'column'),
    count(keys, 'foreign key'),
    ...(catalog.unreadable.length > 0 ? [`${catalog.unreadable.length} unreadable`] : []),
  ];
  return `${id}: ${parts.join(', ')}`;
}

/** One line for each table: name, kind, columns, and where its keys point. */
function formatTables(catalog: Catalog): string {
  const nameOfTable = ({ schema, name }: Pick<Table, 'schema' | 'name'>) =>
    formatName(schema === catalog.defaultSchema ? [name] : [schema, name]);
  const rows = catalog.tables.map((table) => {
    const targets = table.foreignKeys.map((key) =>
      nameOfTable({ schema: key.referencedSchema, name: key.referencedTable }),
    );
    return [
      nameOfTable(table),
      table.kind.replace('_', ' '),
      String(table.columns.length),
      [...new Set(targets)].join(', '),
    ];
  });
  const header = ['table', 'kind', 'columns', 'keys to'];
  const widths = header.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  return [header, ...rows]
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
