import type { CommandModule } from './command.ts';

/** One line of the table below. */
export interface CommandEntry {
  /** `eval run` is the verb `run` under `eval`. */
  readonly name: string;
  readonly summary: string;
  readonly load: () => Promise<{ readonly command: CommandModule }>;
}

/** Every command. A command's code is loaded only when it is the one that was typed. */
export const commands: readonly CommandEntry[] = [
  {
    name: 'init',
    summary: 'Write a project: a commented skeleton, or the demo',
    load: () => import('./init.ts'),
  },
  {
    name: 'demo',
    summary: 'Write the demo project, run it, show what failures look like',
    load: () => import('./demo.ts'),
  },
  {
    name: 'introspect',
    summary: 'The tables, columns and keys of a database; with --out as a schema fixture',
    load: () => import('./introspect.ts'),
  },
  {
    name: 'compare',
    summary: 'Judge a result against a reviewed one, and say why they differ',
    load: () => import('./compare.ts'),
  },
  {
    name: 'eval run',
    summary: 'Run suites against a system and print the scoreboard',
    load: () => import('./eval-run.ts'),
  },
  {
    name: 'eval check',
    summary: 'Look for what is wrong or doubtful in suites',
    load: () => import('./eval-check.ts'),
  },
  {
    name: 'eval seed',
    summary: 'Draft questions from the schema of a datasource',
    load: () => import('./eval-seed.ts'),
  },
  {
    name: 'eval show',
    summary: 'A stored report, or one of its cases in full; also as HTML, JUnit or Markdown',
    load: () => import('./eval-show.ts'),
  },
  {
    name: 'eval rescore',
    summary: 'Score the stored rows of a report again by the rules of this version',
    load: () => import('./eval-rescore.ts'),
  },
  {
    name: 'eval promote',
    summary: 'Approve reviewed drafts and move them into a suite',
    load: () => import('./eval-promote.ts'),
  },
  {
    name: 'eval coverage',
    summary: 'What approved cases touch, and what they leave out',
    load: () => import('./eval-coverage.ts'),
  },
  {
    name: 'feedback add',
    summary: 'Keep what somebody said of a run',
    load: () => import('./feedback-add.ts'),
  },
  {
    name: 'feedback list',
    summary: 'The newest ratings',
    load: () => import('./feedback-list.ts'),
  },
  {
    name: 'feedback stats',
    summary: 'What the ratings add up to',
    load: () => import('./feedback-stats.ts'),
  },
  {
    name: 'feedback clear',
    summary: 'Take out old ratings',
    load: () => import('./feedback-clear.ts'),
  },
  {
    name: 'feedback export',
    summary: 'Drafts of good runs, or a list of bad ones',
    load: () => import('./feedback-export.ts'),
  },
  {
    name: 'eval regenerate',
    summary: 'Run the reviewed SQL of a suite and write the rows that changed',
    load: () => import('./eval-regenerate.ts'),
  },
  {
    name: 'retrieve',
    summary: 'The tables and columns a model would be shown for a question, and why',
    load: () => import('./retrieve.ts'),
  },
  {
    name: 'sql check',
    summary: 'Whether a SQL text only reads, what it reads, and whether a role may run it',
    load: () => import('./sql-check.ts'),
  },
  {
    name: 'fixtures load',
    summary: 'Make the demo databases on a server of yours, or as files',
    load: () => import('./fixtures-load.ts'),
  },
  {
    name: 'plan',
    summary: 'A plan in words, its SQL on each database, and what is wrong with it',
    load: () => import('./plan.ts'),
  },
  {
    name: 'policy check',
    summary: 'What each role sees, and which rules say nothing',
    load: () => import('./policy-check.ts'),
  },
];

/** What the groups are for. */
export const commandGroups: Readonly<Record<string, string>> = {
  eval: 'Run, check and maintain suites of questions',
  sql: 'Facts and safety of a SQL text',
  policy: 'What each role may see',
  feedback: 'What users said of answers',
  fixtures: 'The demo databases on a server of yours',
};
