import { InternalError } from '../../errors.ts';
import { type CaseField, caseFields } from './case-fields.ts';
import { fieldNode, formatCase } from './format-suite.ts';
import type { EvalCase, StoredRows } from './model.ts';
import { spliceRows } from './splice-rows.ts';
import { emitAfterKey, isFlow } from './yaml/emitter.ts';
import { type FileStyle, findFileStyle } from './yaml/file-style.ts';
import { flowText } from './yaml/flow-text.ts';
import type { MapNode, YamlNode, YamlPair } from './yaml/node.ts';
import { readSuiteText, type SuiteSource } from './yaml/suite-source.ts';
import { applyEdits, type TextEdit } from './yaml/text-edit.ts';
import type { WriteNode } from './yaml/write-node.ts';

/** What to change in one case: fields with their new values, and fields to take out. */
export interface CaseEdit {
  readonly id: string;
  readonly set?: Partial<EvalCase>;
  readonly remove?: readonly CaseField[];
}

/** Changes of a suite file. Everything they do not name stays as it is, to the byte. */
export interface SuiteEdit {
  readonly cases?: readonly CaseEdit[];
  /** New cases, at the end. */
  readonly append?: readonly EvalCase[];
  /** Ids of cases to take out. */
  readonly removeCases?: readonly string[];
}

/**
 * Changes the text of a suite file and nothing else in it: comments, layout, quotes, line ends and every
 * untouched case stay byte for byte. New values are written in the file's own style.
 *
 * @example
 * editSuite(text, { cases: [{ id: 'a', set: { status: 'approved' } }] });
 */
export function editSuite(original: string, edit: SuiteEdit): string {
  return applyEdits(original, (text) => {
    const source = readSuiteText(text);
    const style = findFileStyle(text, source);
    const wanted = new Map((edit.cases ?? []).map((one) => [one.id, one]));
    const unwanted = new Set(edit.removeCases ?? []);
    const edits: TextEdit[] = [];
    let left = 0;
    for (const { node, start, end } of source.cases()) {
      left += 1;
      if (node?.kind !== 'map') continue;
      const id = textOf(node, 'id');
      if (id === undefined) continue;
      const change = wanted.get(id);
      if (unwanted.delete(id)) {
        edits.push(removeCase(text, start, end));
        left -= 1;
      } else if (change) edits.push(...editCase(text, node, change, style));
      wanted.delete(id);
    }
    const missing = [...wanted.keys(), ...unwanted];
    if (missing.length > 0) {
      throw new InternalError(`editSuite: no case ${missing.join(', ')} in the text`);
    }
    const appended = edit.append ?? [];
    if (appended.length > 0) edits.push(appendCases(text, source, appended, style));
    else if (left === 0 && edits.length > 0) edits.push(...emptyList(text, source));
    return edits;
  });
}

/** `cases:` with nothing below is no list; `cases: []` is. */
function emptyList(text: string, source: SuiteSource): TextEdit[] {
  const field = source.fields.find((pair) => pair.key.text === 'cases');
  if (field?.value.kind !== 'seq' || field.value.isFlow) return [];
  const at = text.indexOf(':', field.key.end) + 1;
  return [{ start: at, end: at, text: ' []' }];
}

function textOf(node: MapNode, key: string): string | undefined {
  const value = node.pairs.find((pair) => pair.key.text === key)?.value;
  return value?.kind === 'scalar' ? value.text : undefined;
}

function editCase(text: string, node: MapNode, change: CaseEdit, style: FileStyle): TextEdit[] {
  const edits: TextEdit[] = [];
  const pairs = new Map(node.pairs.map((pair) => [pair.key.text, pair]));
  for (const field of change.remove ?? []) {
    const pair = pairs.get(field);
    if (pair) edits.push(removePair(text, node, pair));
  }
  const inserted = new Map<YamlPair, string[]>();
  const values = change.set ?? {};
  for (const field of caseFields) {
    if (!(field in values)) continue;
    const pair = pairs.get(field);
    const value = fieldNode(values, field);
    if (pair) {
      edits.push(...setPair(text, pair, field, value, values, style));
    } else {
      const before = predecessor(node, field);
      const list = inserted.get(before) ?? [];
      list.push(newPairText(node, field, value, style, text));
      inserted.set(before, list);
    }
  }
  for (const [pair, texts] of inserted) {
    const at = node.isFlow ? valueEnd(text, pair.value) : lineEnd(text, valueEnd(text, pair.value));
    edits.push({ start: at, end: at, text: texts.join('') });
  }
  return edits;
}

/** The pair behind which a new field belongs by the order of fields. */
function predecessor(node: MapNode, field: CaseField): YamlPair {
  const rank = (key: string) => caseFields.indexOf(key as CaseField);
  const own = rank(field);
  const before = node.pairs.filter((pair) => rank(pair.key.text) < own);
  const pair = before.at(-1) ?? node.pairs[0];
  if (pair === undefined) throw new InternalError('editSuite: a case without fields');
  return pair;
}

function newPairText(
  node: MapNode,
  field: CaseField,
  value: WriteNode,
  style: FileStyle,
  text: string,
): string {
  if (node.isFlow)
    return `, ${style.isJson ? `"${field}"` : field}: ${flowText(value, style.isJson)}`;
  const column = columnOf(text, node.pairs[0]?.key.start ?? node.start);
  return `\n${' '.repeat(column)}${field}:${emitAfterKey(value, column, field.length, style.emit)}`;
}

function setPair(
  text: string,
  pair: YamlPair,
  field: CaseField,
  value: WriteNode,
  values: Partial<EvalCase>,
  style: FileStyle,
): TextEdit[] {
  const old = pair.value;
  const column = columnOf(text, pair.key.start);
  const isInFlow = style.isJson || isInsideFlow(text, pair);
  if (isInFlow) {
    return [{ start: old.start, end: valueEnd(text, old), text: flowText(value, style.isJson) }];
  }
  const stored = rowsOf(values, field);
  if (stored !== null && old.kind === 'seq' && !old.isFlow && old.items.length > 0) {
    const spliced = spliceRows(text, old, stored, style.emit);
    if (spliced !== null) return spliced;
  }
  const colon = text.indexOf(':', pair.key.end) + 1;
  const end = valueEnd(text, old);
  const isBelow = text.slice(colon, old.start).includes('\n') && old.end > old.start;
  const written = emitAfterKey(value, column, field.length, style.emit);
  const isBlock = !isFlow(value);
  if (isBelow) {
    // A comment on the key's own line stays there, and comment lines above a block value too.
    const between = text.slice(colon, old.start).replace(/[ ]*$/, '');
    const keyComment = /^[^\n]*/.exec(between)?.[0] ?? '';
    return isBlock
      ? [{ start: colon, end, text: `${between.replace(/\n$/, '')}${written}` }]
      : [{ start: colon, end, text: `${written}${keyComment.trimEnd()}` }];
  }
  const rest = text.slice(end, lineEnd(text, end));
  const isManyLines = isBlock || written.startsWith(' |');
  if (isManyLines && /^[ \t]+#/.test(rest)) {
    // The comment behind the old value moves up, or it would become part of the new one.
    const cut = written.indexOf('\n');
    const moved = `${written.slice(0, cut)}${rest}${written.slice(cut)}`;
    return [{ start: colon, end: end + rest.length, text: moved }];
  }
  return [{ start: colon, end, text: written }];
}

/** The rows that a field is set to, where it is a list of rows. */
function rowsOf(values: Partial<EvalCase>, field: CaseField): StoredRows | null {
  return field === 'rows' || field === 'boundary_tie' ? (values[field] ?? null) : null;
}

function isInsideFlow(text: string, pair: YamlPair): boolean {
  const before = text.slice(text.lastIndexOf('\n', pair.key.start) + 1, pair.key.start);
  return /[^\s-]/.test(before);
}

function removePair(text: string, node: MapNode, pair: YamlPair): TextEdit {
  const end = valueEnd(text, pair.value);
  if (node.isFlow) {
    const start = text.lastIndexOf(',', pair.key.start);
    return { start, end, text: '' };
  }
  const start = text.lastIndexOf('\n', pair.key.start) + 1;
  return { start, end: Math.min(lineEnd(text, end) + 1, text.length), text: '' };
}

/** Takes out a case with the comment lines right above it and the blank lines behind it. */
function removeCase(text: string, start: number, end: number): TextEdit {
  let from = text.lastIndexOf('\n', start) + 1;
  if (/[^\s-]/.test(text.slice(from, start))) return removeFlowItem(text, start, end);
  for (;;) {
    const above = text.lastIndexOf('\n', from - 2) + 1;
    if (from === 0 || !/^[ \t]*#/.test(text.slice(above, from))) break;
    from = above;
  }
  let to = Math.min(lineEnd(text, trimmedEnd(text, start, end)) + 1, text.length);
  while (text[to] === '\n') to += 1;
  return { start: from, end: to, text: '' };
}

function removeFlowItem(text: string, start: number, end: number): TextEdit {
  const after = /^\s*,\s*/.exec(text.slice(end))?.[0];
  if (after !== undefined) return { start, end: end + after.length, text: '' };
  const before = /,\s*$/.exec(text.slice(0, start))?.[0] ?? '';
  return { start: start - before.length, end, text: '' };
}

function appendCases(
  text: string,
  source: SuiteSource,
  cases: readonly EvalCase[],
  style: FileStyle,
): TextEdit {
  const field = source.fields.find((pair) => pair.key.text === 'cases');
  let last: { start: number; end: number } | undefined;
  for (const one of source.cases()) last = one;
  if (style.isJson || (field?.value.kind === 'seq' && field.value.isFlow && last)) {
    const items = cases.map((evalCase) => flowText(caseNode(evalCase), style.isJson)).join(',\n  ');
    // A list inside a mapping stands right of its key.
    if (last) return { start: last.end, end: last.end, text: `,\n  ${items}` };
    const open = text.indexOf('[', field?.key.end ?? 0) + 1;
    return { start: open, end: open, text: items };
  }
  const gap = style.hasBlankLines ? '\n' : '';
  const written = cases
    .map((evalCase) => `${gap}${formatCase(evalCase, style.caseIndent, style.emit)}`)
    .join('');
  if (last) {
    const at = Math.min(lineEnd(text, trimmedEnd(text, last.start, last.end)) + 1, text.length);
    const isOnLine = text[at - 1] === '\n';
    return { start: at, end: at, text: `${isOnLine ? '' : '\n'}${written}` };
  }
  if (field) {
    // `cases: []` or `cases:` with nothing below.
    const colon = text.indexOf(':', field.key.end) + 1;
    const end =
      field.value.kind === 'seq' && field.value.isFlow ? valueEnd(text, field.value) : colon;
    // A comment behind the empty list stays on the line of its key.
    const comment = /^[ \t]*#[^\n]*/.exec(text.slice(end, lineEnd(text, end)))?.[0] ?? '';
    const added = `${comment}\n${written.trimEnd()}`;
    return { start: colon, end: end + comment.length, text: added };
  }
  const isOnLine = text === '' || text.endsWith('\n');
  return {
    start: text.length,
    end: text.length,
    text: `${isOnLine ? '' : '\n'}cases:\n${written}`,
  };
}

function caseNode(evalCase: EvalCase): WriteNode {
  const entries = caseFields.flatMap((field) =>
    evalCase[field] === undefined ? [] : [[field, fieldNode(evalCase, field)] as const],
  );
  return { kind: 'map', entries };
}

/** The end of a value without the line ends behind a block. */
function valueEnd(text: string, node: YamlNode): number {
  return node.kind === 'scalar' && node.style !== 'literal' && node.style !== 'folded'
    ? node.end
    : trimmedEnd(text, node.start, node.end);
}

function trimmedEnd(text: string, start: number, end: number): number {
  let at = end;
  while (at > start && /\s/.test(text[at - 1] ?? '')) at -= 1;
  return at;
}

function lineEnd(text: string, offset: number): number {
  const found = text.indexOf('\n', offset);
  return found === -1 ? text.length : found;
}

function columnOf(text: string, offset: number): number {
  return offset - (text.lastIndexOf('\n', offset - 1) + 1);
}
