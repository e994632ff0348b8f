import type { EmitStyle } from './emitter.ts';
import type { MapNode, YamlNode } from './node.ts';
import type { SuiteSource } from './suite-source.ts';

/** How a file is laid out, so that what is added looks like what is there. */
export interface FileStyle {
  readonly emit: EmitStyle;
  /** Column of the cases' dashes. */
  readonly caseIndent: number;
  /** A blank line stands between cases. */
  readonly hasBlankLines: boolean;
  /** The file is JSON, or flow style with quoted keys. */
  readonly isJson: boolean;
}

/** Where the reference layout wraps. */
const referenceWidth = 120;

/** How many cases are looked at. */
const sampleSize = 20;

/** Finds the style of a file from its first cases; a file without any has the reference layout. */
export function findFileStyle(text: string, source: SuiteSource): FileStyle {
  let caseIndent = 0;
  let hasBlankLines = true;
  let listIndent: number | undefined;
  let rows: EmitStyle['rows'] | undefined;
  let longest = referenceWidth;
  let previousEnd: number | undefined;
  let seen = 0;
  for (const { node, start, end } of source.cases()) {
    if (node?.kind !== 'map') continue;
    if (seen === 0) caseIndent = Math.max(0, columnOf(text, start) - 2);
    if (previousEnd !== undefined && seen === 1) {
      hasBlankLines = /\n[ \t]*\n/.test(text.slice(trimEnd(text, previousEnd), start));
    }
    previousEnd = end;
    listIndent ??= listIndentOf(text, node);
    rows ??= rowStyleOf(node);
    seen += 1;
    if (seen >= sampleSize) break;
    longest = Math.max(longest, longestWrap(text, node));
  }
  return {
    emit: { width: longest, listIndent: listIndent ?? 0, rows: rows ?? 'flow' },
    caseIndent,
    hasBlankLines,
    isJson: /^\s*\{/.test(text),
  };
}

function listIndentOf(text: string, node: MapNode): number | undefined {
  for (const { key, value } of node.pairs) {
    if (value.kind !== 'seq' || value.isFlow || value.items.length === 0) continue;
    return Math.max(0, columnOf(text, value.start) - columnOf(text, key.start));
  }
  return undefined;
}

function rowStyleOf(node: MapNode): EmitStyle['rows'] | undefined {
  const rows = node.pairs.find((pair) => pair.key.text === 'rows')?.value;
  if (rows?.kind !== 'seq' || rows.isFlow) return undefined;
  const maps = rows.items.filter((item): item is MapNode => item.kind === 'map');
  if (maps.length === 0) return undefined;
  return maps.every((row) => !row.isFlow && hasOnlyScalars(row)) ? 'block' : 'flow';
}

function hasOnlyScalars(row: MapNode): boolean {
  return row.pairs.every(({ value }) => value.kind === 'scalar' && value.style !== 'literal');
}

/** The widest line that the file leaves unwrapped, at least the reference's 120. */
function longestWrap(text: string, node: YamlNode): number {
  let longest = referenceWidth;
  if (node.kind !== 'map') return longest;
  for (const { key, value } of node.pairs) {
    if (value.kind === 'map' || value.kind === 'seq') {
      if (value.isFlow && !text.slice(value.start, value.end).includes('\n')) {
        longest = Math.max(longest, columnOf(text, key.start) + value.end - key.start);
      }
    }
  }
  return longest;
}

function columnOf(text: string, offset: number): number {
  return offset - (text.lastIndexOf('\n', offset - 1) + 1);
}

function trimEnd(text: string, end: number): number {
  let at = end;
  while (at > 0 && /\s/.test(text[at - 1] ?? '')) at -= 1;
  return at;
}
