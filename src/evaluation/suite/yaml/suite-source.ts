import { readFully, secondDocument, type YamlProblem } from './full-reader.ts';
import type { ScalarNode, YamlNode, YamlPair } from './node.ts';
import { readQuickly } from './quick-reader.ts';
import { findSuiteLayout, type SuiteLayout } from './suite-layout.ts';

/** A problem of the file as a whole. */
export interface SourceProblem {
  readonly code: YamlProblem['code'] | 'empty-file' | 'wrong-type';
  readonly offset: number;
  readonly message: string;
  readonly fix: string;
}

/** One case as the file has it; parsed only when it is asked for. */
export interface CaseSource {
  readonly node: YamlNode | null;
  readonly problems: readonly SourceProblem[];
  readonly start: number;
  readonly end: number;
}

/** A suite file taken apart, before anything is made of its values. */
export interface SuiteSource {
  readonly problems: readonly SourceProblem[];
  /** Top-level fields; `cases` with an empty list where its items come from `cases()`. */
  readonly fields: readonly YamlPair[];
  /** Parses the cases one by one. */
  cases(): Iterable<CaseSource>;
}

/** Takes a suite's text apart: case by case where it is laid out in lines, else as one YAML text. */
export function readSuiteText(text: string): SuiteSource {
  if (isEmptyText(text)) return onlyProblem(emptyFile);
  const layout = findSuiteLayout(text);
  if (layout === null) return readWhole(text);
  if (layout.extraDocuments.length > 0) {
    const problems = layout.extraDocuments.map(secondDocument);
    return { problems, fields: [], cases: () => [] };
  }
  return readByCase(text, layout) ?? readWhole(text);
}

const emptyFile: SourceProblem = {
  code: 'empty-file',
  offset: 0,
  message: 'the file is empty',
  fix: 'Write "version: 1" and "cases: []", or let nl2sql init write a suite.',
};

function isEmptyText(text: string): boolean {
  return !/^(?!\s*(?:#|$))/m.test(text);
}

function onlyProblem(problem: SourceProblem): SuiteSource {
  return { problems: [problem], fields: [], cases: () => [] };
}

/** Null when an alias points from one part of the file to another, which only a whole reading resolves. */
function readByCase(text: string, layout: SuiteLayout): SuiteSource | null {
  const problems: SourceProblem[] = [];
  const fields: YamlPair[] = [];
  for (const field of layout.fields) {
    const part = readPart(text, field.start, field.end);
    if (part.hasForeignAlias) return null;
    problems.push(...part.problems);
    if (part.node?.kind === 'map') fields.push(...part.node.pairs);
  }
  const cases = layout.cases;
  if (cases === null) return fromTree(problems, fields);
  if (mayHoldAnchors(text) && hasForeignAlias(text, layout)) return null;
  const key: ScalarNode = {
    kind: 'scalar',
    text: 'cases',
    style: 'plain',
    start: cases.keyStart,
    end: cases.keyStart + 'cases'.length,
  };
  const empty: YamlNode = { kind: 'seq', items: [], isFlow: false, start: key.end, end: key.end };
  return {
    problems,
    fields: [...fields, { key, value: empty }],
    *cases() {
      for (const range of cases.items) {
        const part = readPart(text, range.start, range.end);
        const start = range.start + cases.indent;
        const node = part.node?.kind === 'seq' ? (part.node.items[0] ?? null) : null;
        yield {
          node,
          problems: part.problems,
          start: node?.start ?? start,
          end: node?.end ?? range.end,
        };
      }
    },
  };
}

function mayHoldAnchors(text: string): boolean {
  return /(?:^|[\s[{,])[&*][^\s,\]}]/.test(text);
}

function hasForeignAlias(text: string, layout: SuiteLayout): boolean {
  return (layout.cases?.items ?? []).some(
    (range) =>
      /(?:^|[\s[{,])\*[^\s,\]}]/.test(text.slice(range.start, range.end)) &&
      readPart(text, range.start, range.end).hasForeignAlias,
  );
}

function readPart(text: string, start: number, end: number) {
  const quick = readQuickly(text, start, end);
  if (quick !== null) return { node: quick, problems: [], hasForeignAlias: false };
  return readFully(text, start, end);
}

/** Reads JSON, flow style, and whatever else is no list of cases in lines. */
function readWhole(text: string): SuiteSource {
  const part = readPart(text, 0, text.length);
  if (part.hasForeignAlias) {
    return onlyProblem({
      code: 'yaml-alias',
      offset: 0,
      message: 'an alias (*name) has no anchor (&name) before it',
      fix: 'Write the value out, or put the anchor before the alias.',
    });
  }
  const node = part.node;
  if (node === null) {
    return part.problems.length > 0
      ? { problems: part.problems, fields: [], cases: () => [] }
      : onlyProblem(emptyFile);
  }
  if (node.kind !== 'map') {
    return onlyProblem({
      code: 'wrong-type',
      offset: node.start,
      message: `the file holds ${node.kind === 'seq' ? 'a list' : 'one value'}, expected a map with version and cases`,
      fix: 'Write "version: 1" and "cases:" at the top, the cases below.',
    });
  }
  return fromTree(part.problems, node.pairs);
}

function fromTree(problems: readonly SourceProblem[], fields: readonly YamlPair[]): SuiteSource {
  return {
    problems,
    fields,
    *cases() {
      for (const { key, value } of fields) {
        if (key.text !== 'cases' || value.kind !== 'seq') continue;
        for (const node of value.items) {
          yield { node, problems: [], start: node.start, end: node.end };
        }
        return;
      }
    },
  };
}
