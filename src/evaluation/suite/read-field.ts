import type { Report } from './findings.ts';
import { suggestFix } from './suggest.ts';
import { describeNode, type MapNode, type ScalarNode, type YamlNode } from './yaml/node.ts';
import { booleanWord, readPlainScalar } from './yaml/plain-scalar.ts';

/**
 * Reads YAML values as the types that fields have. Each reader reports what is wrong and then gives
 * undefined, so that a case is read to its end and everything wrong is found at once.
 */
export interface FieldReader {
  readonly report: Report;
  isNull(node: YamlNode): boolean;
  text(node: YamlNode, field: string): string | undefined;
  texts(node: YamlNode, field: string): string[] | undefined;
  word<Word extends string>(
    node: YamlNode,
    field: string,
    words: readonly Word[],
  ): Word | undefined;
  boolean(node: YamlNode, field: string): boolean | undefined;
  /** A finite number. */
  number(node: YamlNode, field: string): number | undefined;
  /** The pairs of a map, each key once; the first of a duplicate counts. */
  pairs(node: YamlNode, field: string): Map<string, YamlNode> | undefined;
  /** Says so when YAML 1.1 and 1.2 read a plain scalar differently. */
  noteSpelling(node: ScalarNode, field: string): void;
  /** Reports the spellings noted, once per field and kind. */
  flush(): void;
}

/** A reader that reports to `report`. */
export function createFieldReader(report: Report): FieldReader {
  const spellings = new Map<
    string,
    { node: ScalarNode; field: string; seen: string; count: number }
  >();

  const wrongType = (node: YamlNode, field: string, expected: string, fix: string) => {
    report({
      code: 'wrong-type',
      offset: node.start,
      field,
      message: `${field}: found ${describeNode(node)}, expected ${expected}`,
      fix,
    });
    return undefined;
  };

  const reader: FieldReader = {
    report,
    isNull: isNullNode,
    text(node, field) {
      if (node.kind !== 'scalar') return wrongType(node, field, 'text', 'Write one text.');
      if (node.style !== 'plain') return node.text;
      const plain = readPlainScalar(node.text);
      if (plain.kind !== 'text') {
        return wrongType(node, field, 'text', `Put it in quotes: '${node.text}'.`);
      }
      reader.noteSpelling(node, field);
      return node.text;
    },
    texts(node, field) {
      if (node.kind !== 'seq') {
        const example = node.kind === 'scalar' && node.text !== '' ? node.text : 'one, two';
        return wrongType(node, field, 'a list of texts', `Write a list: [${example}].`);
      }
      const texts: string[] = [];
      node.items.forEach((item, index) => {
        const text = reader.text(item, `${field}[${index}]`);
        if (text !== undefined) texts.push(text);
      });
      return texts;
    },
    word(node, field, words) {
      const found = node.kind === 'scalar' ? node.text : undefined;
      const word = words.find((candidate) => candidate === found);
      if (word !== undefined) return word;
      report({
        code: 'bad-enum',
        offset: node.start,
        field,
        message: `${field}: found ${describeNode(node)}, expected ${words.join(', ')}`,
        fix: found === undefined ? 'Write one of the words.' : suggestFix(found, words),
      });
      return undefined;
    },
    boolean(node, field) {
      if (node.kind === 'scalar') {
        const plain = readPlainScalar(node.text);
        if (plain.kind === 'boolean') return plain.value;
        const word = booleanWord(node.text);
        if (word !== undefined) return word;
      }
      return wrongType(node, field, 'true or false', 'Write true or false.');
    },
    number(node, field) {
      if (node.kind === 'scalar' && node.style === 'plain') {
        const value = Number(node.text);
        if (node.text !== '' && Number.isFinite(value)) return value;
      }
      return wrongType(node, field, 'a number', 'Write a number such as 0.005.');
    },
    pairs(node, field) {
      if (node.kind !== 'map') return wrongType(node, field, 'a map', 'Write a map: {key: value}.');
      return collectPairs(node, field, report, reader);
    },
    noteSpelling(node, field) {
      if (node.style !== 'plain') return;
      const plain = readPlainScalar(node.text);
      if (plain.kind !== 'text' || plain.spelling === undefined) return;
      const key = `${field.replace(/[[.].*/, '')} ${plain.spelling}`;
      const noted = spellings.get(key);
      if (noted) noted.count += 1;
      else spellings.set(key, { node, field, seen: plain.spelling, count: 1 });
    },
    flush() {
      for (const { node, field, seen, count } of spellings.values()) {
        const more = count > 1 ? ` (and ${count - 1} more like it in this field)` : '';
        report({
          code: 'yaml-spelling',
          severity: 'info',
          offset: node.start,
          field,
          message: `${field}: ${node.text} is read as text; other YAML readers see ${seen}${more}`,
          fix: `Put it in quotes: '${node.text}'.`,
        });
      }
      spellings.clear();
    },
  };
  return reader;
}

/** `null`, `~` or nothing at all. */
export function isNullNode(node: YamlNode): boolean {
  return (
    node.kind === 'scalar' && node.style === 'plain' && readPlainScalar(node.text).kind === 'null'
  );
}

function collectPairs(
  node: MapNode,
  field: string,
  report: Report,
  reader: FieldReader,
): Map<string, YamlNode> {
  const pairs = new Map<string, YamlNode>();
  for (const { key, value } of node.pairs) {
    reader.noteSpelling(key, `${field}.${key.text}`);
    if (pairs.has(key.text)) {
      report({
        code: 'duplicate-key',
        offset: key.start,
        field: `${field}.${key.text}`,
        message: `${field}: the key "${key.text}" stands twice`,
        fix: 'Keep one of the two.',
      });
    } else {
      pairs.set(key.text, value);
    }
  }
  return pairs;
}
