import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Project } from '../config/index.ts';
import { Nl2sqlError } from '../errors.ts';
import { appendDrafts, checkProtected, feedbackDrafts } from '../evaluation/drafting/index.ts';
import type { LintDatabase } from '../evaluation/suite/index.ts';
import { type Feedback, isRefusal, scrubQuestion } from '../feedback/index.ts';
import { readUserFile, writeFileAtomically } from '../validation/index.ts';
import { createLintDatabases } from './check-suites.ts';
import type { FeedbackExport, FeedbackExportOptions } from './project-feedback.ts';
import { openOnDemand } from './regenerate.ts';
import { protectedFiles } from './seed.ts';

/** Writes good runs as drafts, or bad ones as a list of questions to look at. */
export function exportFeedback(
  runs: readonly Feedback[],
  project: Project,
  options: FeedbackExportOptions,
): Promise<FeedbackExport> {
  const path = resolve(project.dir, options.out);
  return options.what === 'good'
    ? exportGood(runs, path, project, options)
    : exportBad(runs, path, project, options);
}

async function exportGood(
  runs: readonly Feedback[],
  path: string,
  project: Project,
  options: FeedbackExportOptions,
): Promise<FeedbackExport> {
  const open = openOnDemand(project, {});
  try {
    const databases = createLintDatabases(project, open.findDatabase, false);
    const [only, second] = project.datasources;
    const known = await databases(project.datasources.map((source) => source.id));
    const rated = runs.map((run) =>
      isRefusal(run.status, run.errorCodes) ? { ...run, status: 'refused' } : run,
    );
    const { drafts, skipped } = await feedbackDrafts(rated, {
      databases: known,
      defaultRole: project.policies === null || project.policies.allowAll ? 'admin' : null,
      defaultDatasource: second === undefined ? (only?.id ?? null) : null,
      ...(options.scrub === true ? { scrub: scrubber(known) } : {}),
      signal: options.signal ?? new AbortController().signal,
    });
    const files = await protectedFiles(project);
    const appended = await appendDrafts(path, drafts, (draft) => draft.question, files);
    return { path, ...appended, skipped };
  } finally {
    await open.close();
  }
}

/** Takes personal data out, and leaves the words of the schema. */
function scrubber(databases: ReadonlyMap<string, LintDatabase>): (text: string) => string {
  const words = [...databases.values()].flatMap(({ catalog }) =>
    (catalog?.tables ?? []).flatMap((table) => [
      table.name,
      ...table.columns.map((column) => column.name),
    ]),
  );
  return (text) => scrubQuestion(text, words);
}

/** JSON for a file that is called so, else Markdown. */
async function exportBad(
  runs: readonly Feedback[],
  path: string,
  project: Project,
  options: FeedbackExportOptions,
): Promise<FeedbackExport> {
  await checkProtected(path, await protectedFiles(project));
  await checkListTarget(path);
  const clean = (text: string) => (options.scrub === true ? scrubQuestion(text) : text);
  const items = runs.map((run) => ({
    id: run.id,
    at: run.at,
    question: clean(run.question),
    role: run.role,
    status: run.status,
    note: run.note === null ? null : clean(run.note),
    sql: run.sql,
    errorCodes: run.errorCodes,
  }));
  const text = path.endsWith('.json')
    ? `${JSON.stringify(items, null, 2)}\n`
    : `${listTitle}\n\n${items.map(describeItem).join('\n')}`;
  await writeFileAtomically(path, text, 'List of questions');
  return { path, written: items.length, duplicates: 0, skipped: {} };
}

const listTitle = '# Questions to look at';

/** A list replaces the list before it, and nothing else that a person may have there. */
async function checkListTarget(path: string): Promise<void> {
  const found = await stat(path).catch(() => null);
  if (!found?.isFile()) return;
  const text = readUserFile(path, 'List of questions').trim();
  if (text === '' || (path.endsWith('.json') ? text.startsWith('[') : text.startsWith(listTitle))) {
    return;
  }
  throw new Nl2sqlError('USAGE', {
    problem: `${path} is there, and is no list of questions that feedback export wrote`,
    fix: 'Name another file for --out, or take that one away.',
  });
}

type Item = Pick<Feedback, 'at' | 'question' | 'role' | 'status' | 'note' | 'sql'>;

function describeItem(item: Item): string {
  const role = item.role === null ? '' : `, ${item.role}`;
  const lines = [
    `- [ ] ${oneLine(item.question)} (${item.at.slice(0, 10)}${role}, ${item.status})`,
  ];
  if (item.note !== null) lines.push(`  Note: ${oneLine(item.note)}`);
  for (const sql of item.sql) {
    lines.push(`  \`\`\`sql\n${sql.trim().replace(/^/gm, '  ')}\n  \`\`\``);
  }
  return `${lines.join('\n')}\n`;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
