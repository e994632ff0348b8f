import type { ScalarNode, YamlNode } from '../yaml/node.ts';
import { booleanWord, readPlainScalar } from '../yaml/plain-scalar.ts';
import { readSuiteText } from '../yaml/suite-source.ts';
import { applyEdits, type TextEdit } from '../yaml/text-edit.ts';

/** A suite's text with what is safe to fix fixed, and how many places that were. */
export interface FixedSuite {
  readonly text: string;
  readonly fixes: number;
}

/**
 * Fixes what cannot change the meaning: texts that YAML 1.1 and 1.2 read differently get quotes, and
 * words such as `yes` become `true` where a field is true or false. Nothing else in the file changes.
 */
export function fixSuite(original: string): FixedSuite {
  let fixes = 0;
  const text = applyEdits(original, (body) => {
    const edits: TextEdit[] = [];
    for (const { node } of readSuiteText(body).cases()) {
      if (node?.kind !== 'map') continue;
      for (const { key, value } of node.pairs) {
        if (key.text === 'order_matters' && value.kind === 'scalar')
          edits.push(...fixBoolean(value));
        else collectQuotes(value, edits);
      }
    }
    fixes = edits.length;
    return edits;
  });
  return { text, fixes };
}

function fixBoolean(node: ScalarNode): TextEdit[] {
  const value = node.style === 'plain' ? booleanWord(node.text) : undefined;
  return value === undefined ? [] : [{ start: node.start, end: node.end, text: String(value) }];
}

function collectQuotes(node: YamlNode, edits: TextEdit[]): void {
  switch (node.kind) {
    case 'seq':
      for (const item of node.items) collectQuotes(item, edits);
      return;
    case 'map':
      for (const { key, value } of node.pairs) {
        collectQuotes(key, edits);
        collectQuotes(value, edits);
      }
      return;
    case 'scalar': {
      if (node.style !== 'plain' || node.isFolded) return;
      const plain = readPlainScalar(node.text);
      if (plain.kind !== 'text' || plain.spelling === undefined) return;
      edits.push({ start: node.start, end: node.end, text: `'${node.text}'` });
    }
  }
}
