import { resolve } from 'node:path';
import type { Command } from 'commander';
import { Nl2sqlError } from '../errors.ts';
import {
  type EvalMode,
  type EvalRunOptions,
  evalModes,
  type RetrievalRunOptions,
  retrieverNames,
} from '../evals/index.ts';
import { addCommonOptions, type CliContext, type CommonOptions, collect } from './command.ts';
import { collectList, readCount, readNatural, readShare, readWord } from './read-flag.ts';
import { readUserValues } from './read-user-values.ts';
import { addReportFlags, type ReportFlags } from './report-files.ts';

/** The flags of `eval run` as commander gives them. */
export interface EvalRunFlags extends CommonOptions, ReportFlags {
  readonly mode?: string;
  readonly suite: readonly string[];
  readonly cases: readonly string[];
  readonly role: readonly string[];
  readonly user: readonly string[];
  readonly scorer: readonly string[];
  readonly predictions?: string;
  readonly out?: string;
  readonly failUnder?: string;
  readonly gold?: string;
  readonly allowErrors?: boolean;
  readonly concurrency?: string;
  readonly timeoutMs?: string;
  readonly rowLimit?: string;
  readonly clarify?: boolean;
  readonly store?: string;
  readonly questions?: string;
  readonly fixture?: string;
  readonly topK?: string;
  readonly maxTables?: string;
  readonly maxColumns?: string;
  readonly maxTokens?: string;
  readonly minScore?: string;
  readonly retriever: readonly string[];
  readonly noise: readonly string[];
  readonly require?: string;
  readonly baseline?: string;
  readonly saveBaseline?: string;
}

/** Adds the flags of `eval run`. */
export function addEvalRunFlags(command: Command): Command {
  addCommonOptions(command)
    .optionsGroup('What runs:')
    .option(
      '--mode <mode>',
      'gold, recorded, plans or retrieval (default: recorded with --predictions, else gold)',
    )
    .option('--predictions <file>', 'recorded answers: JSONL, JSON, or a map id to SQL')
    .option(
      '--suite <file>',
      'a suite file (repeatable; default: those the project names)',
      collect,
      [],
    )
    .option(
      '--cases <id|tag>',
      'only these approved cases (repeatable, or separated by commas)',
      collectList,
      [],
    )
    .option('--role <role>', 'only this role (repeatable)', collectList, [])
    .option('--user <key=value>', 'a value for row filters (repeatable)', collect, [])
    .option('--clarify', 'run clarify outcomes too')
    .option('--scorer <name>', 'only this scorer (repeatable; default: all)', collectList, [])
    .option('--gold <source>', 'stored rows, or executed: what the reviewed SQL returns now')
    .optionsGroup('Limits:')
    .option('--concurrency <n>', 'cases at hand at once (default: 4)')
    .option('--timeout-ms <n>', 'deadline of an answer and of a query')
    .option('--row-limit <n>', 'rows read at most')
    .optionsGroup('What exits 1:')
    .option('--fail-under <share>', 'exit 1 when the accuracy is below this share (0 to 1)')
    .option('--allow-errors', 'errors alone do not exit 1')
    .option('--baseline <file>', 'exit 1 when a run that passed there does not pass now')
    .option('--save-baseline <file>', 'write which runs pass, to compare with later');
  addReportFlags(command)
    .optionsGroup('Reports:')
    .option('--out <file>', 'write the report as JSON')
    .option('--store <what>', 'rows, digest or none: what the report keeps of the rows')
    .optionsGroup('Mode retrieval:')
    .option('--questions <file>', 'a questions file instead of suites')
    .option('--fixture <file>', 'a schema fixture in place of the datasources')
    .option('--top-k <n>', 'seeds of promptquery and random (default: 10)')
    .option('--max-tables <n>', 'tables sent at most (default: 20)')
    .option('--max-columns <n>', 'columns sent at most (default: all of a table)')
    .option('--max-tokens <n>', 'tokens of schema text sent at most (o200k)')
    .option('--min-score <share>', 'least share of the best score, ours (default: 0)')
    .option(
      '--retriever <name>',
      'nl2sql, nl2sql-lexical, promptquery or random (repeatable; default: nl2sql, promptquery, random; the first decides)',
      collectList,
      [],
    )
    .option(
      '--noise <n,…>',
      'invented tables to add, several for a curve (default: 0)',
      collectList,
      [],
    )
    .option('--require <what>', 'columns: a case needs its columns too');
  return command;
}

/** What the flags say to a run; everything that is wrong with them is a usage error. */
export function readEvalRunFlags(flags: EvalRunFlags, context: CliContext): EvalRunOptions {
  const mode = readWord('--mode', flags.mode, evalModes);
  refuseUnusedFiles(flags, mode);
  warnOfUnusedFlags(flags, mode, context);
  const gold = readWord('--gold', flags.gold, ['stored', 'executed'] as const);
  const store = readWord('--store', flags.store, ['rows', 'digest', 'none'] as const);
  const concurrency = readCount('--concurrency', flags.concurrency);
  const timeoutMs = readCount('--timeout-ms', flags.timeoutMs);
  const rowLimit = readCount('--row-limit', flags.rowLimit);
  return {
    ...(mode === undefined ? {} : { mode }),
    ...(gold === undefined ? {} : { gold }),
    store: store ?? (keepsRows(flags) ? 'rows' : 'none'),
    ...(concurrency === undefined ? {} : { concurrency }),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...(rowLimit === undefined ? {} : { rowLimit }),
    ...(flags.predictions === undefined
      ? {}
      : { predictions: resolve(context.cwd, flags.predictions) }),
    ...(flags.scorer.length === 0 ? {} : { scorers: flags.scorer }),
    cases: flags.cases,
    roles: flags.role,
    user: readUserValues(flags.user),
    clarify: flags.clarify === true,
    ...(mode === 'retrieval' ? { retrieval: readRetrievalFlags(flags, context) } : {}),
  };
}

/** Figures under a limit that was never kept would be taken for others. */
function warnOfUnusedFlags(
  flags: EvalRunFlags,
  mode: EvalMode | undefined,
  context: CliContext,
): void {
  if (mode === 'retrieval') return;
  const { topK, maxTables, maxColumns, maxTokens, minScore, retriever, noise, require } = flags;
  const given = {
    '--top-k': topK,
    '--max-tables': maxTables,
    '--max-columns': maxColumns,
    '--max-tokens': maxTokens,
    '--min-score': minScore,
    '--retriever': retriever.at(0),
    '--noise': noise.at(0),
    '--require': require,
  };
  for (const [flag, value] of Object.entries(given)) {
    if (value !== undefined) context.log(`warning: ${flag} is read in mode retrieval only\n`);
  }
}

/** A run that read other input than was named would still look green. */
function refuseUnusedFiles(flags: EvalRunFlags, mode: EvalMode | undefined): void {
  if (flags.predictions !== undefined && mode !== undefined && mode !== 'recorded') {
    throw new Nl2sqlError('USAGE', {
      problem: `--predictions is read in mode recorded only; found --mode ${mode}`,
      fix: `Leave out one of the two.`,
    });
  }
  const given = [
    ...(flags.questions === undefined ? [] : ['--questions']),
    ...(flags.fixture === undefined ? [] : ['--fixture']),
  ];
  if (given.length > 0 && mode !== 'retrieval') {
    throw new Nl2sqlError('USAGE', {
      problem: `${given.join(' and ')} ${given.length === 1 ? 'is' : 'are'} read in mode retrieval only; found ${mode === undefined ? 'no --mode' : `--mode ${mode}`}`,
      fix: 'Say --mode retrieval, or leave it out.',
    });
  }
}

/** Rows are kept where somebody will look at them. */
function keepsRows(flags: EvalRunFlags): boolean {
  return flags.out !== undefined || flags.html !== undefined || flags.json === true;
}

function readRetrievalFlags(flags: EvalRunFlags, context: CliContext): RetrievalRunOptions {
  const topK = readCount('--top-k', flags.topK);
  const maxTables = readCount('--max-tables', flags.maxTables);
  const maxColumns = readCount('--max-columns', flags.maxColumns);
  const maxTokens = readCount('--max-tokens', flags.maxTokens);
  const minScore = readShare('--min-score', flags.minScore);
  const require = readWord('--require', flags.require, ['tables', 'columns'] as const);
  const noise = flags.noise.map((text) => readNatural('--noise', text));
  const retrievers = flags.retriever.flatMap(
    (text) => readWord('--retriever', text, retrieverNames) ?? [],
  );
  return {
    ...(flags.questions === undefined ? {} : { questions: resolve(context.cwd, flags.questions) }),
    ...(flags.fixture === undefined ? {} : { fixture: resolve(context.cwd, flags.fixture) }),
    ...(topK === undefined ? {} : { topK }),
    ...(maxTables === undefined ? {} : { maxTables }),
    ...(maxColumns === undefined ? {} : { maxColumns }),
    ...(maxTokens === undefined ? {} : { maxTokens }),
    ...(minScore === null ? {} : { minScore }),
    ...(retrievers.length === 0 ? {} : { retrievers: [...new Set(retrievers)] }),
    ...(noise.length === 0 ? {} : { noise: [...new Set(noise)] }),
    ...(require === undefined ? {} : { require }),
  };
}
