import { createHash } from 'node:crypto';
import { basename, extname } from 'node:path';
import { type CaseField, golds, type SuiteField, suiteFields } from './case-fields.ts';
import { checkCase } from './case-rules.ts';
import { findingOf, type Remark, type Report } from './findings.ts';
import type { EvalCase, EvalSuite, Finding, Tolerance } from './model.ts';
import { createProjectCheck, type SuiteProject } from './project-rules.ts';
import { readCase, readTolerance } from './read-case.ts';
import { createFieldReader } from './read-field.ts';
import { suggest } from './suggest.ts';
import { createLineIndex } from './yaml/line-index.ts';
import { describeNode, type YamlNode } from './yaml/node.ts';
import { booleanWord, readPlainScalar } from './yaml/plain-scalar.ts';
import { readSuiteText, type SuiteSource } from './yaml/suite-source.ts';

export interface ReadSuiteOptions {
  /** The file the text is from, for findings and the suite's name. */
  readonly path?: string;
  /** The name of a suite without a file; default `suite`. */
  readonly name?: string;
  /** With it, names of datasources, roles, tables and columns are checked too. */
  readonly project?: SuiteProject;
  /** `executed` for a run that compares with what the SQL returns now; default: what the file says. */
  readonly gold?: 'stored' | 'executed';
  /** For regenerate: leaves out what regenerating cures or reports itself. */
  readonly isLenient?: boolean;
}

/** A suite and everything that was found in it. */
export interface SuiteReading {
  /** The cases that have no error; check `findings` for errors before trusting it to be whole. */
  readonly suite: EvalSuite;
  readonly findings: readonly Finding[];
  /** The line of a case's field, or of the case where it has no such field. */
  lineOf(caseId: string, field?: CaseField): number | null;
}

/**
 * Reads the text of a suite. Everything wrong is in `findings`, all of it at once.
 *
 * @example
 * const { suite, findings } = readSuite('version: 1\ncases: []\n');
 */
export function readSuite(original: string, options: ReadSuiteOptions = {}): SuiteReading {
  const text = normalizeText(original);
  const lines = createLineIndex(text);
  const findings: Finding[] = [];
  const file = options.path ?? null;
  const reportFor =
    (caseId: string | null): Report =>
    (remark) =>
      findings.push(findingOf(remark, { file, lines, caseId }));
  const report = reportFor(null);

  const source = readSuiteText(text);
  for (const problem of source.problems) report({ ...problem, field: null });
  const settings = readSettings(source, report);
  const gold = options.gold ?? settings.gold ?? 'stored';
  const checkNames = options.project ? createProjectCheck(options.project) : null;

  const cases: EvalCase[] = [];
  const places = new Map<string, CasePlaces>();
  const firstLines = new Map<string, number>();
  for (const item of source.cases()) {
    const remarks: Remark[] = item.problems.map((problem) => ({ ...problem, field: null }));
    const reader = createFieldReader((remark) => remarks.push(remark));
    const reading = item.node === null ? null : readCase(item.node, reader);
    reader.flush();
    const id = reading === null || reading.case.id === '' ? null : reading.case.id;
    const first = lines.lineAt(item.start);
    if (reading) {
      const add: Report = (remark) => remarks.push(remark);
      checkCase(reading, { gold, isLenient: options.isLenient === true }, add);
      checkNames?.(reading, add);
    }
    if (id !== null) {
      const earlier = firstLines.get(id);
      if (earlier !== undefined) {
        remarks.push({
          code: 'duplicate-id',
          offset: reading?.places.get('id') ?? item.start,
          field: 'id',
          message: `the id "${id}" is that of the case in line ${earlier}`,
          fix: 'Give each case an id of its own.',
        });
      } else {
        firstLines.set(id, first);
      }
    }
    remarks.sort((a, b) => (a.offset ?? 0) - (b.offset ?? 0));
    for (const remark of remarks) reportFor(id)(remark);
    const hasError = remarks.some((remark) => (remark.severity ?? 'error') === 'error');
    if (reading === null || id === null || hasError) continue;
    cases.push({
      ...reading.case,
      lines: { first, last: lines.lineAt(Math.max(item.start, item.end - 1)) },
    });
    places.set(id, { start: item.start, fields: reading.places });
  }
  return {
    suite: {
      version: 1,
      name: options.path === undefined ? (options.name ?? 'suite') : stemOf(options.path),
      path: options.path ?? null,
      digest: digestOf(text),
      gold: settings.gold ?? 'stored',
      ...(settings.tolerance ? { tolerance: settings.tolerance } : {}),
      header: headerOf(text),
      cases,
    },
    findings,
    lineOf(caseId, field) {
      const known = places.get(caseId);
      if (!known) return null;
      return lines.lineAt((field && known.fields.get(field)) ?? known.start);
    },
  };
}

interface CasePlaces {
  readonly start: number;
  readonly fields: ReadonlyMap<CaseField, number>;
}

/** LF line ends and no byte order mark: what the digest is over and all offsets count in. */
export function normalizeText(original: string): string {
  const text = original.startsWith('\uFEFF') ? original.slice(1) : original;
  return text.includes('\r') ? text.replaceAll('\r\n', '\n') : text;
}

function digestOf(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}

/** The leading lines that are blank or a comment. */
function headerOf(text: string): string {
  return /^(?:[ \t]*(?:#.*)?\n)*/.exec(text)?.[0] ?? '';
}

function stemOf(path: string): string {
  return basename(path, extname(path));
}

interface SuiteSettings {
  readonly gold?: 'stored' | 'executed';
  readonly tolerance?: Tolerance;
}

/** The fields of the file beside its cases. */
function readSettings(source: SuiteSource, report: Report): SuiteSettings {
  const reader = createFieldReader(report);
  const seen = new Set<string>();
  let settings: SuiteSettings = {};
  for (const { key, value } of source.fields) {
    const field = suiteFields.find((name) => name === key.text);
    if (field === undefined) {
      const near = suggest(key.text, suiteFields);
      report({
        code: 'unknown-key',
        offset: key.start,
        field: key.text,
        message: `unknown field "${key.text}" at the top of the file`,
        fix: near === undefined ? `Fields: ${suiteFields.join(', ')}.` : `Did you mean "${near}"?`,
      });
    } else if (seen.has(field)) {
      report({
        code: 'duplicate-key',
        offset: key.start,
        field,
        message: `the field ${field} stands twice`,
        fix: 'Keep one of the two.',
      });
    } else {
      seen.add(field);
      settings = { ...settings, ...readSetting(field, value, report) };
    }
  }
  reader.flush();
  return settings;
}

function readSetting(field: SuiteField, value: YamlNode, report: Report): SuiteSettings {
  const reader = createFieldReader(report);
  switch (field) {
    case 'version':
      checkVersion(value, report);
      return {};
    case 'gold': {
      const gold = reader.word(value, 'gold', golds);
      return gold === undefined ? {} : { gold };
    }
    case 'tolerance': {
      const tolerance = reader.isNull(value) ? undefined : readTolerance(value, reader);
      return tolerance === undefined ? {} : { tolerance };
    }
    case 'cases':
      if (value.kind !== 'seq') {
        report({
          code: 'wrong-type',
          offset: value.start,
          field: 'cases',
          message: `cases: found ${describeNode(value)}, expected a list of cases`,
          fix: 'Write cases: [] for none, or one "- id: …" per case.',
        });
      }
      return {};
  }
}

function checkVersion(value: YamlNode, report: Report): void {
  if (value.kind === 'scalar' && value.style === 'plain') {
    const plain = readPlainScalar(value.text);
    if (plain.kind === 'number' && plain.cell === 1 && booleanWord(value.text) === undefined)
      return;
  }
  report({
    code: 'wrong-type',
    offset: value.start,
    field: 'version',
    message: `version: found ${describeNode(value)}, expected 1`,
    fix: 'Write version: 1; this is the only version there is.',
  });
}
