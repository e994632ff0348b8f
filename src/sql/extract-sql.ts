import type { DialectName } from './dialect.ts';
import { jsonCandidates, taggedCandidates } from './extract-wrapped.ts';
import { fencedBlocks } from './fenced-blocks.ts';
import { queryInProse, sqlFromStart } from './query-in-prose.ts';
import { tokenize } from './tokenize.ts';

/** What a model's text holds: one SQL text, several that differ, or none. */
export type ExtractedSql =
  | { readonly kind: 'sql'; readonly sql: string; readonly fenced: boolean }
  | { readonly kind: 'several'; readonly candidates: readonly string[] }
  | { readonly kind: 'none' };

/**
 * The SQL in a model's text: without thoughts, prose, fences, JSON or tags around it, whole (from the
 * first WITH or parenthesis to the last clause), and without the semicolon and comments after it.
 *
 * Two candidates that differ in more than blanks are reported as such, never chosen between.
 *
 * @example
 * extractSql('Here:\n```sql\nSELECT 1;\n```'); // { kind: 'sql', sql: 'SELECT 1', fenced: true }
 */
export function extractSql(text: string, dialect: DialectName = 'postgres'): ExtractedSql {
  const whole = withoutModelMarks(text.replace(/^\ufeff/, '').replace(/\r\n/g, '\n'));
  const plain = hasFence(whole, dialect) ? null : sqlFromStart(whole, dialect);
  if (plain !== null && !startsThought(whole)) return oneOf([plain], false, dialect);
  const spoken = withoutThoughts(whole);
  const blocks = fencedBlocks(spoken);
  if (blocks.length > 0) {
    const asSql = blocks.filter((block) => block.isSqlTag);
    const other = blocks.filter((block) => !block.isSqlTag);
    for (const group of [asSql, other]) {
      const candidates = group.flatMap((block) => candidatesOf(block.content, dialect));
      if (candidates.length > 0) return oneOf(candidates, true, dialect);
    }
  }
  return oneOf(candidatesOf(outsideOf(spoken, blocks), dialect), false, dialect);
}

function candidatesOf(content: string, dialect: DialectName): readonly string[] {
  const start = sqlFromStart(content, dialect);
  if (start !== null) return [start];
  const wrapped = [...taggedCandidates(content), ...jsonCandidates(content)];
  if (wrapped.length > 0) return wrapped.flatMap((inner) => candidatesOf(inner, dialect));
  return queryInProse(content, dialect);
}

function oneOf(candidates: readonly string[], fenced: boolean, dialect: DialectName): ExtractedSql {
  const different = new Map<string, string>();
  for (const candidate of candidates) {
    const key = canonical(candidate, dialect);
    if (!different.has(key)) different.set(key, candidate);
  }
  const [first, ...more] = different.values();
  if (first === undefined) return { kind: 'none' };
  if (more.length > 0) return { kind: 'several', candidates: [first, ...more] };
  return { kind: 'sql', sql: first, fenced };
}

/** Equal for texts that differ only in blanks, comments, case of bare words and a last semicolon. */
function canonical(sql: string, dialect: DialectName): string {
  const { tokens, problem } = tokenize(sql, dialect);
  if (problem) return sql;
  const texts = tokens.map((token) => (token.kind === 'word' ? token.value : token.text));
  while (texts.at(-1) === ';') texts.pop();
  return texts.join(' ');
}

/** Marks of chat templates at the ends of a text: `<|im_end|>`, `</s>`, `[/INST]`. */
function withoutModelMarks(text: string): string {
  const mark = String.raw`(?:<\|[^|<>\n]*\|>|</?s>|\[/?INST\]|<eos>|<(?:start|end)_of_turn>)`;
  return text
    .replace(new RegExp(String.raw`(?:\s*${mark})+\s*$`), '')
    .replace(new RegExp(String.raw`^(?:\s*${mark}(?:assistant|model)?)+`), '');
}

/** Whether there is a fence that is no part of a literal or comment of the SQL the text begins with. */
function hasFence(text: string, dialect: DialectName): boolean {
  const fences = [...text.matchAll(/```|~~~|^\s*'''/gm)];
  if (fences.length === 0) return false;
  if (sqlFromStart(text, dialect) === null) return true;
  const { tokens, comments } = tokenize(text, dialect);
  const covers = [...tokens.filter((token) => token.kind === 'string'), ...comments];
  return !fences.every(({ index }) =>
    covers.some(({ start, end }) => start < index && index < end),
  );
}

const thoughtTags = 'think|thinking|thought|thoughts|reasoning|reflection|scratchpad|analysis';

function startsThought(text: string): boolean {
  return new RegExp(`^\\s*<(?:${thoughtTags})>`, 'i').test(text);
}

/**
 * Takes out what a model thought aloud. A thought that is never closed runs to the end; one whose
 * opening was swallowed by the prompt template starts at the beginning.
 */
function withoutThoughts(text: string): string {
  let rest = text;
  const closed = new RegExp(`<(${thoughtTags})>(?:(?!<\\1>)[\\s\\S])*?</\\1>`, 'gi');
  for (let before = ''; before !== rest; ) {
    before = rest;
    rest = rest.replace(closed, '\n');
  }
  const swallowed = new RegExp(`^[\\s\\S]*</(?:${thoughtTags})>`, 'i');
  rest = rest.replace(swallowed, '\n');
  return rest.replace(new RegExp(`<(?:${thoughtTags})>[\\s\\S]*$`, 'i'), '\n');
}

function outsideOf(
  text: string,
  blocks: readonly { readonly start: number; readonly end: number }[],
): string {
  let rest = '';
  let from = 0;
  for (const block of blocks) {
    rest += `${text.slice(from, block.start)}\n\n`;
    from = block.end;
  }
  return rest + text.slice(from);
}
