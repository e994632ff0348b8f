/**
 * Every error a user of nl2sql can cause or meet, in one registry: code → message, remedy, exit code.
 *
 * A user's mistake throws {@link Nl2sqlError}; the command line prints its message and remedy and no
 * stack. Anything else that is thrown is our own fault: exit 70, with its stack.
 */

/** What the process ends with when this error reaches the command line. */
export type ExitCode = 0 | 1 | 2 | 3 | 70;

interface ErrorDefinition<Details> {
  readonly exitCode: ExitCode;
  /** Names the thing, the place, what was found and what was expected. */
  readonly message: (details: Details) => string;
  /** The likely fix, as an instruction. */
  readonly remedy: (details: Details) => string;
}

/** One thing wrong in a config file: see `config/`. */
interface ConfigProblemDetail {
  readonly file: string;
  readonly line: number | null;
  readonly path: string;
  readonly message: string;
  readonly suggestion?: string;
}

/** What a suite error lists: the part of a finding that its message shows. */
interface SuiteFinding {
  readonly severity: 'error' | 'warning' | 'info';
  readonly line: number | null;
  readonly case: string | null;
  readonly field: string | null;
  readonly message: string;
  readonly fix: string;
}

/** A file of another kind is wrong in every line; the first few show it. */
const mostLines = 10;

function listLines(lines: readonly string[]): string {
  const rest = lines.length - mostLines;
  const shown = lines.slice(0, mostLines).map((line) => `\n  ${line}`);
  return `${shown.join('')}${rest > 0 ? `\n  … and ${rest} more` : ''}`;
}

function describeFinding(finding: SuiteFinding): string {
  const line = finding.line === null ? '' : `line ${finding.line}: `;
  const name = finding.case === null ? '' : `case ${finding.case}: `;
  // A message that begins with its field needs it no second time.
  const isNamed = finding.field === null || finding.message.startsWith(`${finding.field}:`);
  const field = isNamed ? '' : `${finding.field}: `;
  return `${line}${name}${field}${finding.message}. ${finding.fix}`;
}

function define<Details>(definition: ErrorDefinition<Details>): ErrorDefinition<Details> {
  return definition;
}

/** code → message, remedy, exit code. Codes are stable; the words may improve freely. */
export const errorRegistry = {
  USAGE: define<{ problem: string; fix: string }>({
    exitCode: 2,
    message: (d) => d.problem,
    remedy: (d) => d.fix,
  }),
  PLAN_FILE_INVALID: define<{ path: string; problem: string }>({
    exitCode: 2,
    message: (d) => `Plan ${d.path === '-' ? 'on standard input' : d.path}: ${d.problem}`,
    remedy: () => 'A plan is one JSON object, or the same as YAML: docs/plans.md.',
  }),
  PLANS_MISSING: define<{ cases: readonly string[] }>({
    exitCode: 2,
    message: (d) =>
      `Mode plans needs a plan for every approved answer case with SQL; without one: ${d.cases.join(', ')}`,
    remedy: () => 'Give each a plan: (docs/plans.md), or choose others with --cases.',
  }),
  FILE_NOT_READABLE: define<{ path: string; what: string; reason: string }>({
    exitCode: 2,
    message: (d) => `${d.what} ${d.path}: ${d.reason}`,
    remedy: (d) => `Check the path; ${d.what} must be a file this user may read.`,
  }),
  FILE_NOT_WRITABLE: define<{ path: string; what: string; reason: string }>({
    exitCode: 2,
    message: (d) => `${d.what} ${d.path} could not be written: ${d.reason}`,
    remedy: () => 'Check the folder, its rights and the space on the disk. Nothing was changed.',
  }),
  DATASOURCE_UNKNOWN: define<{ id: string; known: readonly string[]; suggestion?: string }>({
    exitCode: 2,
    message: (d) =>
      `Unknown datasource "${d.id}"; known: ${d.known.length > 0 ? d.known.join(', ') : 'none'}`,
    remedy: (d) =>
      d.suggestion === undefined
        ? 'Name it in nl2sql.yaml, or bind it: --datasource ID=sqlite:PATH'
        : `Did you mean "${d.suggestion}"?`,
  }),
  DATASOURCE_UNAVAILABLE: define<{
    datasource: string;
    tried: string;
    reason: string;
    fix: string;
  }>({
    exitCode: 2,
    message: (d) => `Datasource "${d.datasource}": ${d.tried} failed: ${d.reason}`,
    remedy: (d) => d.fix,
  }),
  DATASOURCE_URL_INVALID: define<{ url: string; reason: string }>({
    exitCode: 2,
    message: (d) => `Not a datasource: ${d.url}: ${d.reason}`,
    remedy: () =>
      'Use sqlite:PATH, duckdb:PATH, postgres://…, mysql://…, fixture:PATH, or the path of a database file.',
  }),
  FIXTURE_EXISTS: define<{ place: string }>({
    exitCode: 2,
    message: (d) => `Demo databases: ${d.place} is there already`,
    remedy: () =>
      "Use another server or folder, or --force: it replaces the demo's own tables there, other tables stay.",
  }),
  DRIVER_MISSING: define<{ datasource: string; type: string; packageName: string }>({
    exitCode: 2,
    message: (d) => `Datasource "${d.datasource}": no driver for ${d.type}`,
    remedy: (d) => `Install it: npm i ${d.packageName}`,
  }),
  EMBEDDINGS_PACKAGE_MISSING: define<{ packageName: string; install: string }>({
    exitCode: 2,
    message: (d) => `Embeddings: the package ${d.packageName} is not installed`,
    remedy: (d) => `Install it: npm i ${d.install}; or set embeddings.enabled to false.`,
  }),
  EMBEDDINGS_MODEL_INVALID: define<{ folder: string; problem: string; fix: string }>({
    exitCode: 2,
    message: (d) => `Embedding model ${d.folder}: ${d.problem}`,
    remedy: (d) => d.fix,
  }),
  EMBEDDINGS_FAILED: define<{ model: string; reason: string; fix: string }>({
    exitCode: 2,
    message: (d) => `Embeddings of "${d.model}": ${d.reason}`,
    remedy: (d) => d.fix,
  }),
  BASELINE_INVALID: define<{ path: string; problems: readonly string[] }>({
    exitCode: 2,
    message: (d) => `Baseline ${d.path}: ${d.problems.join('; ')}`,
    remedy: () =>
      'Use a file that eval run --save-baseline or --out wrote, of this format version.',
  }),
  BASELINE_INCOMPARABLE: define<{ path: string; expected: string; found: string }>({
    exitCode: 2,
    message: (d) => `Baseline ${d.path}: it is of mode ${d.found}, this run of mode ${d.expected}`,
    remedy: () => 'Name a baseline of the same mode.',
  }),
  QUESTIONS_INVALID: define<{ path: string; problems: readonly string[] }>({
    exitCode: 2,
    message: (d) => `Questions file ${d.path}: ${d.problems.join('; ')}`,
    remedy: () =>
      'Expected a JSON list of {"id", "question", "tables": ["schema.table"]}, or the form of PromptQuery: {"text", "must_retrieve"}.',
  }),
  SCHEMA_FIXTURE_INVALID: define<{ path: string; problems: readonly string[] }>({
    exitCode: 2,
    message: (d) => `Schema fixture ${d.path}: ${d.problems.join('; ')}`,
    remedy: () => 'Write it with: nl2sql introspect URL --out schema.json',
  }),
  PREDICTIONS_INVALID: define<{ path: string; problems: readonly string[] }>({
    exitCode: 2,
    message: (d) => `Predictions ${d.path}:${listLines(d.problems)}`,
    remedy: () =>
      'Each prediction is {"id": "case id", "role": "optional", "sql": "SELECT …"}; see docs/predictions.md.',
  }),
  REPORT_INVALID: define<{ path: string; problems: readonly string[] }>({
    exitCode: 2,
    message: (d) => `Report ${d.path} is not one of this format:${listLines(d.problems)}`,
    remedy: () => 'Write it with: nl2sql eval run --out report.json',
  }),
  CONFIG_INVALID: define<{ problems: readonly ConfigProblemDetail[] }>({
    exitCode: 2,
    message: (d) =>
      `${d.problems.length === 1 ? 'A problem' : `${d.problems.length} problems`} in the configuration:\n${d.problems
        .map((problem) => {
          const place = problem.line === null ? problem.file : `${problem.file}:${problem.line}`;
          const path = problem.path === '' ? '' : `${problem.path}: `;
          const hint =
            problem.suggestion === undefined ? '' : ` (did you mean "${problem.suggestion}"?)`;
          return `  ${place}: ${path}${problem.message}${hint}`;
        })
        .join('\n')}`,
    remedy: () => 'Mend these and run again; nothing was run.',
  }),
  PROJECT_EXISTS: define<{ dir: string; existing: readonly string[] }>({
    exitCode: 2,
    message: (d) => {
      const shown = d.existing.slice(0, 3).join(', ');
      const more = d.existing.length > 3 ? ` and ${d.existing.length - 3} more` : '';
      return `${d.dir} already has ${shown}${more}; nothing was written`;
    },
    remedy: () => 'Name another folder, or replace these files with --force.',
  }),
  PROJECT_NOT_FOUND: define<{ path: string }>({
    exitCode: 2,
    message: (d) => `No project: ${d.path} does not exist`,
    remedy: () => 'Write one with: nl2sql init --demo, or name it with --config FILE',
  }),
  SUITE_INVALID: define<{
    path: string;
    findings: readonly SuiteFinding[];
  }>({
    exitCode: 2,
    message: (d) => {
      const errors = d.findings.filter((finding) => finding.severity === 'error');
      const lines = listLines(errors.map(describeFinding));
      return `Suite ${d.path} does not load: ${errors.length} error${errors.length === 1 ? '' : 's'}${lines}`;
    },
    remedy: () => 'Correct the lines above; nl2sql eval check lists everything about a suite.',
  }),
  SUITE_PACKAGED: define<{ path: string }>({
    exitCode: 2,
    message: (d) => `Suite ${d.path} is one that the package ships, and is not changed`,
    remedy: () => 'Copy it into your project and work on the copy.',
  }),
  SUITE_CHANGED: define<{ path: string }>({
    exitCode: 2,
    message: (d) => `Suite ${d.path} was changed by somebody else meanwhile; nothing was written`,
    remedy: () => 'Run the command again.',
  }),
  RESULT_FILE_INVALID: define<{ path: string; place: string; problem: string }>({
    exitCode: 2,
    message: (d) => `${d.path}: ${d.place === '' ? '' : `${d.place}: `}${d.problem}`,
    remedy: () =>
      'A result is JSON {"columns": […], "rows": [[…]]}, JSONL with a row per line, or CSV with a header.',
  }),
  FILE_BUSY: define<{ path: string; waitMs: number }>({
    exitCode: 2,
    message: (d) => `${d.path} is being written by another process; waited ${d.waitMs} ms`,
    remedy: () => 'Run the command again when the other one is done.',
  }),
  DRAFT_TARGET_REFUSED: define<{ path: string; reason: string; fix: string }>({
    exitCode: 2,
    message: (d) => `Drafts are not written into ${d.path}: ${d.reason}`,
    remedy: (d) => d.fix,
  }),
  FEEDBACK_INVALID: define<{ problems: readonly string[] }>({
    exitCode: 2,
    message: (d) => `Not kept as feedback: ${d.problems.join('; ')}`,
    remedy: () =>
      'Give id, rating (up or down) and question; nl2sql feedback add --help lists the rest.',
  }),
  FEEDBACK_STORE: define<{ path: string; reason: string }>({
    exitCode: 2,
    message: (d) => `Feedback store ${d.path}: ${d.reason}`,
    remedy: () =>
      'Check the file and the rights on its folder; storage.path in the project says where it is.',
  }),
} as const;

/** One of the registry's codes. */
export type ErrorCode = keyof typeof errorRegistry;

/** What an error of this code says about itself. */
export type ErrorDetails<Code extends ErrorCode> =
  (typeof errorRegistry)[Code] extends ErrorDefinition<infer Details> ? Details : never;

/**
 * A mistake of the user, or trouble of their surroundings, with a code to branch on and a remedy to print.
 *
 * @example
 * throw new Nl2sqlError('DATASOURCE_UNKNOWN', { id: 'chinok', known: ['chinook'], suggestion: 'chinook' });
 */
export class Nl2sqlError<Code extends ErrorCode = ErrorCode> extends Error {
  override readonly name = 'Nl2sqlError';
  readonly code: Code;
  readonly details: ErrorDetails<Code>;
  readonly remedy: string;
  readonly exitCode: ExitCode;

  constructor(code: Code, details: ErrorDetails<Code>, options?: { cause?: unknown }) {
    const definition = errorRegistry[code] as unknown as ErrorDefinition<ErrorDetails<Code>>;
    super(definition.message(details), options);
    this.code = code;
    this.details = details;
    this.remedy = definition.remedy(details);
    this.exitCode = definition.exitCode;
  }
}

/**
 * The error for a file that could not be read, in words: what the system calls `ENOENT: …, open '…'` is
 * "there is no such file".
 *
 * @example
 * throw fileNotReadable('/home/ann/gold.json', 'Report', cause);
 */
export function fileNotReadable(
  path: string,
  what: string,
  cause: unknown,
): Nl2sqlError<'FILE_NOT_READABLE'> {
  return new Nl2sqlError('FILE_NOT_READABLE', { path, what, reason: readFault(cause) }, { cause });
}

function readFault(cause: unknown): string {
  const { code } = cause as NodeJS.ErrnoException;
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'there is no such file';
  if (code === 'EISDIR') return 'it is a folder';
  if (code === 'EACCES' || code === 'EPERM') return 'it may not be read';
  return cause instanceof Error ? cause.message : String(cause);
}

/** A file that could not be written, in words: the folder, the rights, the disk. */
export function fileNotWritable(
  path: string,
  what: string,
  cause: unknown,
): Nl2sqlError<'FILE_NOT_WRITABLE'> {
  return new Nl2sqlError('FILE_NOT_WRITABLE', { path, what, reason: writeFault(cause) }, { cause });
}

function writeFault(cause: unknown): string {
  const { code } = cause as NodeJS.ErrnoException;
  if (code === 'ENOENT') return 'its folder does not exist';
  if (code === 'ENOTDIR') return 'what should be its folder is a file';
  if (code === 'EISDIR' || code === 'EEXIST' || code === 'ENOTEMPTY') return 'it is a folder';
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return 'it may not be written';
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'there is no space left on the disk';
  return cause instanceof Error ? cause.message : String(cause);
}

/** A state the code says cannot be: our own fault, exit 70. */
export class InternalError extends Error {
  override readonly name = 'InternalError';
}

/**
 * Ends a `switch` over a union: a case that is missing is a compile error here.
 *
 * @example
 * switch (node.kind) { case 'a': return 1; default: return assertNever(node); }
 */
export function assertNever(value: never): never {
  throw new InternalError(`Unexpected value: ${JSON.stringify(value)}`);
}
