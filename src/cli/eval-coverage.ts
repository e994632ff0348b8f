import { relative, resolve } from 'node:path';
import type { SuiteCoverage } from '../evals/index.ts';
import type { Share } from '../evaluation/suite/index.ts';
import { createEngine } from '../index.ts';
import {
  addCommonOptions,
  type CliContext,
  type CommandModule,
  type CommonOptions,
} from './command.ts';
import { openProject } from './project.ts';

/** `nl2sql eval coverage`: what approved cases touch, and what they leave out. */
export const command: CommandModule = {
  configure(command, run) {
    addCommonOptions(command)
      .argument('[suite...]', 'suites, and files of drafts (default: the suites of the project)')
      .addHelpText(
        'after',
        `
Lists tables, columns, joins (foreign keys whose columns the SQL reads on both sides), roles and
datasources that no approved case touches, and the drafts among the files that would close a gap.

Examples:
  nl2sql eval coverage
  nl2sql eval coverage evals/shop.yaml drafts.yaml --json

Exit codes: 0 done; 2 usage, config or a file that does not load.`,
      )
      .action((suites: readonly string[]) =>
        run(command, async (context) => {
          const flags = command.opts<CommonOptions>();
          const engine = createEngine({ config: openProject(flags, context) });
          const paths = suites.map((path) => resolve(context.cwd, path));
          const found = await engine.evals.coverage(paths, context.signal);
          await context.write(
            flags.json === true
              ? `${JSON.stringify(found, null, 2)}\n`
              : describe(found, flags.quiet === true, context),
          );
          return 0;
        }),
      );
  },
};

/** So many columns of a draft are named. */
const mostNamed = 6;

function some(names: readonly string[]): string {
  const more = names.length > mostNamed ? ` and ${names.length - mostNamed} more` : '';
  return `${names.slice(0, mostNamed).join(', ')}${more}`;
}

function describe(found: SuiteCoverage, isQuiet: boolean, context: CliContext): string {
  const fileOf = ({ file }: { readonly file: string }) => relative(context.cwd, file) || file;
  const lines = [`${found.approved} approved ${found.approved === 1 ? 'case' : 'cases'}`];
  for (const { datasource, tables, columns, joins, drafts } of found.datasources) {
    const shares = [share(tables, 'tables'), share(columns, 'columns'), share(joins, 'joins')];
    lines.push(`${datasource}: ${shares.join(', ')}`);
    if (isQuiet) continue;
    // A table that no case touches says so for its columns too.
    const ofKnownTables = columns.missing.filter(
      (column) => !tables.missing.some((table) => column.startsWith(`${table}.`)),
    );
    for (const [name, missing] of [
      ['tables', tables.missing],
      ['joins', joins.missing],
      ['columns', ofKnownTables],
    ] as const) {
      if (missing.length > 0) lines.push(`  no case touches ${name}: ${missing.join(', ')}`);
    }
    for (const draft of drafts) {
      const gaps = (['tables', 'joins', 'columns'] as const)
        .filter((kind) => draft[kind].length > 0)
        .map((kind) => `${kind} ${some(draft[kind])}`);
      lines.push(`  draft ${draft.case} in ${fileOf(draft)} touches ${gaps.join('; ')}`);
    }
  }
  if (found.uncoveredDatasources.length > 0) {
    lines.push(`no case asks ${found.uncoveredDatasources.join(', ')}`);
  }
  for (const id of found.unavailable) {
    lines.push(`${id}: not looked at, its database is away or tells no tables`);
  }
  for (const id of found.unknownDatasources) {
    lines.push(`${id}: not in the project; bind it with --datasource ${id}=URL`);
  }
  if (found.roles !== null) {
    lines.push(share(found.roles, 'roles'));
    if (found.roles.missing.length > 0 && !isQuiet) {
      lines.push(`  no case names roles: ${found.roles.missing.join(', ')}`);
      for (const draft of found.roles.drafts) {
        lines.push(`  draft ${draft.case} in ${fileOf(draft)} names ${draft.roles.join(', ')}`);
      }
    }
  }
  return `${lines.join('\n')}\n`;
}

function share({ covered, of }: Share, what: string): string {
  return `${covered} of ${of} ${what}`;
}
