import { type Cell, cellFromJson, type Row } from '../../catalog/index.ts';
import type { StoredRows } from './model.ts';
import type { FieldReader } from './read-field.ts';
import { describeNode, type MapNode, type ScalarNode, type YamlNode } from './yaml/node.ts';
import { readPlainScalar } from './yaml/plain-scalar.ts';

/** More of one kind of mistake in one table of rows would only repeat itself. */
const maxRemarks = 3;

/** Reads a list of rows, each a map from column to cell. Every row must have the first one's columns, in order. */
export function readRows(
  node: YamlNode,
  field: string,
  reader: FieldReader,
): StoredRows | undefined {
  if (node.kind !== 'seq') {
    reader.report({
      code: 'wrong-type',
      offset: node.start,
      field,
      message: `${field}: found ${describeNode(node)}, expected a list of rows`,
      fix: 'Let nl2sql eval regenerate write the rows; an empty result is [].',
    });
    return undefined;
  }
  let columns: readonly string[] | null = null;
  let remarks = 0;
  const rows: Row[] = [];
  node.items.forEach((item, index) => {
    const place = `${field}[${index}]`;
    if (item.kind !== 'map' || item.pairs.length === 0) {
      if (remarks++ < maxRemarks) {
        reader.report({
          code: 'wrong-type',
          offset: item.start,
          field: place,
          message: `${place}: found ${describeNode(item)}, expected a row: a map from column to value`,
          fix: 'Write {column: value, …}, or let nl2sql eval regenerate write the rows.',
        });
      }
      return;
    }
    if (columns === null) {
      columns = columnsOf(item, place, reader);
    } else if (!hasColumns(item, columns) && remarks++ < maxRemarks) {
      reader.report({
        code: 'row-columns',
        offset: item.start,
        field: place,
        message: `${place} has the columns ${namesOf(item).join(', ')}; the first row has ${columns.join(', ')}`,
        fix: 'Give every row the same columns in the same order; nl2sql eval regenerate does.',
      });
    }
    rows.push(item.pairs.map((pair) => readCell(pair.value, `${place}.${pair.key.text}`, reader)));
  });
  return { columns, rows };
}

function namesOf(row: MapNode): string[] {
  return row.pairs.map((pair) => pair.key.text);
}

function hasColumns(row: MapNode, columns: readonly string[]): boolean {
  if (row.pairs.length !== columns.length) return false;
  for (let index = 0; index < columns.length; index += 1) {
    if (row.pairs[index]?.key.text !== columns[index]) return false;
  }
  return true;
}

/** The first row's columns; a name that stands twice cannot be a column of a map. */
function columnsOf(row: MapNode, place: string, reader: FieldReader): readonly string[] {
  const seen = new Set<string>();
  for (const { key } of row.pairs) {
    reader.noteSpelling(key, `${place}.${key.text}`);
    if (seen.has(key.text)) {
      reader.report({
        code: 'duplicate-key',
        offset: key.start,
        field: `${place}.${key.text}`,
        message: `${place}: the column "${key.text}" stands twice`,
        fix: 'Give the two output columns different aliases in the SQL and regenerate.',
      });
    }
    seen.add(key.text);
  }
  return namesOf(row);
}

/** Reads one cell; what is none is reported and read as null. */
export function readCell(node: YamlNode, field: string, reader: FieldReader): Cell {
  switch (node.kind) {
    case 'scalar':
      return readScalarCell(node, field, reader);
    case 'seq':
      return node.items.map((item, index) => readCell(item, `${field}[${index}]`, reader));
    case 'map':
      return readTaggedCell(node, field, reader);
  }
}

function readScalarCell(node: ScalarNode, field: string, reader: FieldReader): Cell {
  if (node.style !== 'plain') return node.text;
  const plain = readPlainScalar(node.text);
  switch (plain.kind) {
    case 'null':
      return null;
    case 'boolean':
      return plain.value;
    case 'number':
      return plain.cell;
    case 'text':
      if (plain.spelling !== undefined) reader.noteSpelling(node, field);
      return node.text;
  }
}

function readTaggedCell(node: MapNode, field: string, reader: FieldReader): Cell {
  const [pair, second] = node.pairs;
  const bad = (reason: string): null => {
    reader.report({
      code: 'bad-cell',
      offset: node.start,
      field,
      message: `${field}: ${reason}`,
      fix: 'Write a plain value or one tag, such as {$date: 2024-01-31}; docs/cases.md lists the tags.',
    });
    return null;
  };
  if (pair === undefined || second !== undefined || !pair.key.text.startsWith('$')) {
    return bad(`a map with the keys ${namesOf(node).join(', ')} is no value of a result`);
  }
  const tag = pair.key.text;
  const content = pair.value;
  if (tag === '$json') return { $json: readData(content, field, reader, false) };
  if (tag === '$struct') {
    const fields = reader.pairs(content, `${field}.$struct`);
    if (!fields) return null;
    return {
      $struct: Object.fromEntries(
        [...fields].map(([name, value]) => [name, readCell(value, `${field}.${name}`, reader)]),
      ),
    };
  }
  if (tag === '$map') return readMapCell(content, field, reader, bad);
  // The digits count, so a plain 1.10 inside a tag is its text.
  const reading = cellFromJson({ [tag]: content.kind === 'scalar' ? content.text : content });
  return reading.ok ? reading.cell : bad(reading.reason);
}

function readMapCell(
  content: YamlNode,
  field: string,
  reader: FieldReader,
  bad: (reason: string) => null,
): Cell {
  if (content.kind !== 'seq') return bad('$map needs a list of [key, value]');
  const entries: [Cell, Cell][] = [];
  for (const item of content.items) {
    const [key, value] = item.kind === 'seq' ? item.items : [];
    if (key === undefined || value === undefined) return bad('$map needs a list of [key, value]');
    entries.push([readCell(key, field, reader), readCell(value, field, reader)]);
  }
  return { $map: entries };
}

/**
 * Reads any data (a plan, a JSON value). With `asCells`, numbers that a plain one would change stay
 * cells: 60000.0 is `{ $float: '60000' }`, 1.10 is `{ $decimal: '1.10' }`.
 */
export function readData(
  node: YamlNode,
  field: string,
  reader: FieldReader,
  asCells: boolean,
): unknown {
  switch (node.kind) {
    case 'seq':
      return node.items.map((item, index) => readData(item, `${field}[${index}]`, reader, asCells));
    case 'map': {
      const pairs = reader.pairs(node, field) ?? new Map<string, YamlNode>();
      // `Object.fromEntries` makes `__proto__` a key like any other.
      return Object.fromEntries(
        [...pairs].map(([key, value]) => [
          key,
          readData(value, `${field}.${key}`, reader, asCells),
        ]),
      );
    }
    case 'scalar': {
      const cell = readScalarCell(node, field, reader);
      if (asCells || cell === null) return cell;
      if (typeof cell !== 'object' && typeof cell !== 'bigint') return cell;
      return readJsonNumber(node, field, reader);
    }
  }
}

/** A number inside `$json`; one that a double cannot hold must come as the JSON's text. */
function readJsonNumber(node: ScalarNode, field: string, reader: FieldReader): number | null {
  const value = Number(node.text);
  if (Number.isFinite(value) && !/^[-+]?\d{16,}$/.test(node.text)) return value;
  reader.report({
    code: 'bad-cell',
    offset: node.start,
    field,
    message: `${field}: ${node.text} would lose digits as a JSON number`,
    fix: "Write the whole JSON as its text: {$json: '…'}.",
  });
  return null;
}
