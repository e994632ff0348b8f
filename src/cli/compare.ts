import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { ResultSet } from '../catalog/index.ts';
import { type ExitCode, Nl2sqlError } from '../errors.ts';
import {
  type CompareOptions,
  compareResults,
  explainVerdict,
  type FileResult,
  isLenientMatch,
  isStrictMatch,
  type OrderKey,
  readResult,
  ruleSets,
  type Verdict,
} from '../evaluation/results/index.ts';
import { readUserFile } from '../validation/index.ts';
import {
  addCommonOptions,
  type CliContext,
  type CommandModule,
  type CommonOptions,
  collect,
} from './command.ts';
import { compareCases } from './compare-cases.ts';
import { readWord } from './read-flag.ts';

export interface CompareFlags extends CommonOptions {
  readonly cases?: string;
  readonly orderMatters?: boolean;
  readonly orderKeys?: string;
  readonly lenient?: boolean;
  readonly toleranceAbsolute?: string;
  readonly toleranceRelative?: string;
  readonly alternative: readonly string[];
  readonly boundaryTie?: string;
  readonly workBudget?: string;
  readonly rules?: string;
}

/** `nl2sql compare`: two result files, or a file of cases, by the rules of docs/comparison.md. */
export const command: CommandModule = {
  configure(command, run) {
    addCommonOptions(command)
      .argument('[gold]', 'the reviewed result: a JSON, JSONL or CSV file (- is standard input)')
      .argument('[predicted]', 'the result to judge')
      .option('--cases <file>', 'judge every case of a file and check its expectations')
      .option('--order-matters', 'rows must come in the order of gold')
      .option(
        '--order-keys <columns>',
        'the columns gold is sorted by: names or positions from 1, split by commas; ties are free',
      )
      .option('--lenient', 'exit 0 on a lenient match too')
      .option('--tolerance-absolute <number>', 'numbers match when this close')
      .option('--tolerance-relative <share>', 'numbers match within this share of gold')
      .option('--alternative <file>', 'another right answer (repeatable)', collect, [])
      .option('--boundary-tie <file>', "all rows that tie at the edge of gold's LIMIT")
      .option(
        '--rules <name>',
        `judge by somebody else's rules too: ${ruleSets.map(({ name }) => name).join(', ')}, or all`,
      )
      .option('--work-budget <steps>', 'give up as undecided after this many steps')
      .addHelpText(
        'after',
        `
Examples:
  nl2sql compare gold.json predicted.csv
  nl2sql compare gold.csv predicted.csv --order-matters --order-keys total --json
  nl2sql compare gold.json predicted.json --rules bird
  nl2sql compare --cases comparison-cases.json --json

Exit codes: 0 a strict match (with --lenient also a lenient one, with --rules NAME one by those rules, with
--cases every expectation holds); 1 not; 2 a file that cannot be read, or usage.`,
      )
      .action((gold: string | undefined, predicted: string | undefined) =>
        run(command, (context) => compare(gold, predicted, command, context)),
      );
  },
};

async function compare(
  gold: string | undefined,
  predicted: string | undefined,
  command: Command,
  context: CliContext,
): Promise<ExitCode> {
  const flags = command.opts<CompareFlags>();
  if (flags.cases !== undefined) {
    const text = await readText(flags.cases, 'Case file', context);
    return compareCases(text, flags.cases, flags, context);
  }
  if (gold === undefined || predicted === undefined) {
    throw new Nl2sqlError('USAGE', {
      problem: `compare needs two files; found ${gold === undefined ? 'none' : 'one'}`,
      fix: 'nl2sql compare GOLD PREDICTED, or nl2sql compare --cases FILE',
    });
  }
  const goldResult = await readFileResult(gold, context);
  const predictedResult = toResultSet(await readFileResult(predicted, context), goldResult);
  const options = await readOptions(flags, goldResult, context);
  const start = performance.now();
  const verdict = compareResults(goldResult, predictedResult, options);
  const elapsedMs = performance.now() - start;
  const foreign = judgeByRules(flags.rules, goldResult, predictedResult, options);
  if (flags.json === true) {
    const line = { ...verdictLine(null, verdict, elapsedMs), ...foreign };
    await context.write(`${JSON.stringify(line, null, 2)}\n`);
  } else if (flags.quiet === true) {
    await context.write(`${verdict.verdict}\n`);
  } else {
    const names = {
      gold: goldResult.columns?.map(({ name }) => name) ?? [],
      predicted: predictedResult.columns.map(({ name }) => name),
    };
    await context.write(`${explainVerdict(verdict, names).join('\n')}\n`);
    for (const { name, match, detail } of foreign?.rules ?? []) {
      const words = detail === undefined ? '' : ` (${detail})`;
      await context.write(`${name}: ${match ? 'match' : 'no match'}${words}\n`);
    }
  }
  const [only, ...others] = foreign?.rules ?? [];
  if (only && others.length === 0) return only.match ? 0 : 1;
  const isMatch = flags.lenient === true ? isLenientMatch(verdict) : isStrictMatch(verdict);
  return isMatch ? 0 : 1;
}

/** What scripts read of a verdict; a single comparison has no id. */
export function verdictLine(id: string | null, verdict: Verdict, elapsedMs: number) {
  const { verdict: kind, ...rest } = verdict;
  return {
    id,
    strict: isStrictMatch(verdict),
    lenient: isLenientMatch(verdict),
    verdict: kind,
    ...rest,
    elapsedMs: Math.round(elapsedMs * 1000) / 1000,
  };
}

/** What the asked rules of others say, each alternative being right too. */
export function judgeByRules(
  name: string | undefined,
  gold: FileResult,
  predicted: ResultSet,
  options: CompareOptions,
) {
  if (name === undefined) return null;
  const known = [...ruleSets.map((set) => set.name), 'all'];
  const asked = readWord('--rules', name, known);
  const golds = [gold, ...(options.alternatives ?? [])];
  const rules = ruleSets
    .filter((set) => asked === 'all' || set.name === asked)
    .map((set) => {
      const verdicts = golds.map((answer) =>
        set.judge({ columns: answer.columns ?? predicted.columns, rows: answer.rows }, predicted, {
          orderMatters: options.orderMatters ?? false,
        }),
      );
      const verdict = verdicts.find(({ match }) => match) ?? verdicts[0] ?? { match: false };
      return { name: set.name, ...verdict };
    });
  return { rules };
}

/** A prediction without names and rows is as wide as gold: nothing says otherwise. */
export function toResultSet(result: FileResult, gold: Pick<FileResult, 'columns'>): ResultSet {
  return { ...result, columns: result.columns ?? gold.columns ?? [] };
}

async function readOptions(
  flags: CompareFlags,
  gold: FileResult,
  context: CliContext,
): Promise<CompareOptions> {
  const absolute = readNumber('--tolerance-absolute', flags.toleranceAbsolute);
  const relative = readNumber('--tolerance-relative', flags.toleranceRelative);
  const workBudget = readNumber('--work-budget', flags.workBudget);
  const alternatives: FileResult[] = [];
  for (const path of flags.alternative) alternatives.push(await readFileResult(path, context));
  const hasTolerance = absolute !== undefined || relative !== undefined;
  return {
    orderMatters: flags.orderMatters === true || flags.orderKeys !== undefined,
    orderKeys: readOrderKeys(flags.orderKeys, gold),
    alternatives,
    ...(hasTolerance
      ? {
          tolerance: {
            ...(absolute === undefined ? {} : { absolute }),
            ...(relative === undefined ? {} : { relative }),
          },
        }
      : {}),
    ...(workBudget === undefined ? {} : { workBudget }),
    ...(flags.boundaryTie === undefined
      ? {}
      : { boundaryTie: await readFileResult(flags.boundaryTie, context) }),
  };
}

function readNumber(flag: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  const number = Number(value);
  if (value.trim() !== '' && Number.isFinite(number) && number >= 0) return number;
  throw new Nl2sqlError('USAGE', {
    problem: `${flag} expects a number from 0; found "${value}"`,
    fix: `For example: ${flag} 0.01`,
  });
}

function readOrderKeys(value: string | undefined, gold: FileResult): OrderKey[] | 'unknown' {
  if (value === undefined) return 'unknown';
  const columns = gold.columns ?? [];
  return value.split(',').map((word) => {
    const name = word.trim();
    const named = columns.findIndex((column) => column.name === name);
    const column = named >= 0 ? named : /^\d+$/.test(name) ? Number(name) - 1 : -1;
    if (column >= 0 && column < columns.length) return { column };
    throw new Nl2sqlError('USAGE', {
      problem: `--order-keys: "${name}" is no column of gold`,
      fix: `Use a name or a position from 1: ${columns.map((known) => known.name).join(', ')}`,
    });
  });
}

async function readFileResult(path: string, context: CliContext): Promise<FileResult> {
  return readResult(await readText(path, 'Result file', context), path);
}

async function readText(path: string, what: string, context: CliContext): Promise<string> {
  if (path === '-') return context.readStdin();
  return readUserFile(resolve(context.cwd, path), what);
}
