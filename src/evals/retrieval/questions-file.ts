import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { z } from 'zod';
import { Nl2sqlError } from '../../errors.ts';
import type { EvalCase, EvalSuite } from '../../evaluation/suite/index.ts';
import { formatPath, readUserFile } from '../../validation/index.ts';

/** The role questions of a file are asked as when none is named. */
export const questionRole = 'default';

const difficulty = z.enum(['easy', 'medium', 'hard']).nullish();
const names = z.array(z.string());

const ownForm = z.looseObject({
  id: z.union([z.string(), z.number()]).optional(),
  question: z.string(),
  tables: names.default([]),
  tables_any_of: z.array(names).optional(),
  columns: names.nullish(),
  sql: z.string().nullish(),
  difficulty,
  tags: names.nullish(),
});

/** The questions of PromptQuery's suites. */
const promptQueryForm = z.looseObject({
  text: z.string(),
  must_retrieve: names,
  reference_sql: z.string().nullish(),
  difficulty,
  tags: names.nullish(),
});

type FileQuestion = z.infer<typeof ownForm> | z.infer<typeof promptQueryForm>;

/**
 * Reads a questions file as a suite: a JSON list of `{id, question, tables, columns?, sql?}`, or the form
 * of PromptQuery's suites (`text`, `must_retrieve`). Throws `QUESTIONS_INVALID` naming the place.
 *
 * @param datasource the id every question is asked of
 */
export function readQuestionsFile(path: string, datasource: string, role: string): EvalSuite {
  const text = readUserFile(path, 'Questions');
  const name = basename(path).replace(/\.[^.]*$/, '');
  const cases = parseQuestions(text, path).map((question, place): EvalCase => {
    const isOurs = 'question' in question;
    return {
      id: isOurs ? String(question['id'] ?? `${name}-${place}`) : `${name}-${place}`,
      question: String(isOurs ? question.question : question['text']),
      datasources: [datasource],
      status: 'approved',
      kind: 'answer',
      origin: 'hand',
      difficulty: question.difficulty ?? null,
      tags: question.tags ?? [],
      paraphrase_group: null,
      outcome: new Map([[role, 'allowed']]),
      tables: (isOurs ? question['tables'] : question['must_retrieve']) as string[],
      ...(isOurs && question['tables_any_of'] !== undefined
        ? { tables_any_of: question['tables_any_of'] as string[][] }
        : {}),
      columns: (isOurs ? (question['columns'] as string[] | null | undefined) : null) ?? [],
      order_matters: false,
      sql: ((isOurs ? question['sql'] : question['reference_sql']) as string | null) ?? null,
      rows: null,
      alt_sql: [],
      alt_rows: [],
      plan: null,
    };
  });
  const digest = createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex');
  return { version: 1, name, path, digest, gold: 'stored', cases: withUniqueIds(cases) };
}

function parseQuestions(text: string, path: string): FileQuestion[] {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (cause) {
    const problems = [`not JSON: ${(cause as SyntaxError).message}`];
    throw new Nl2sqlError('QUESTIONS_INVALID', { path, problems }, { cause });
  }
  const isTheirs = Array.isArray(value) && value.some((item) => isRecord(item) && 'text' in item);
  const parsed = (isTheirs ? z.array(promptQueryForm) : z.array(ownForm)).safeParse(value);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues
    .slice(0, 20)
    .map((issue) => `${formatPath(issue.path.map(String)) || 'the file'}: ${issue.message}`);
  throw new Nl2sqlError('QUESTIONS_INVALID', { path, problems });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function withUniqueIds(cases: readonly EvalCase[]): EvalCase[] {
  const seen = new Map<string, number>();
  return cases.map((evalCase) => {
    const count = (seen.get(evalCase.id) ?? 0) + 1;
    seen.set(evalCase.id, count);
    return count === 1 ? evalCase : { ...evalCase, id: `${evalCase.id}#${count}` };
  });
}
