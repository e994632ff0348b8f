import type { StoredRows } from './model.ts';
import { createFieldReader } from './read-field.ts';
import { readRows } from './read-rows.ts';
import { sameRow } from './same-cell.ts';
import { rowNode } from './write-cell.ts';
import { type EmitStyle, emitItem } from './yaml/emitter.ts';
import type { SeqNode } from './yaml/node.ts';
import type { TextEdit } from './yaml/text-edit.ts';

/**
 * Replaces only the rows that differ: what the old and the new list share at their start and end keeps
 * its spelling and its comments. Null where the columns changed, so that every row must be written anew.
 */
export function spliceRows(
  text: string,
  old: SeqNode,
  stored: StoredRows,
  style: EmitStyle,
): TextEdit[] | null {
  const columns = stored.columns ?? [];
  const before = readRows(
    old,
    'rows',
    createFieldReader(() => undefined),
  );
  if (before?.columns?.join('\0') !== columns.join('\0') || stored.rows.length === 0) return null;
  const shorter = Math.min(before.rows.length, stored.rows.length);
  let head = 0;
  while (head < shorter && sameRow(before.rows[head] ?? [], stored.rows[head] ?? [])) head += 1;
  let tail = 0;
  while (
    tail < shorter - head &&
    sameRow(before.rows.at(-1 - tail) ?? [], stored.rows.at(-1 - tail) ?? [])
  ) {
    tail += 1;
  }
  const indent = old.start - (text.lastIndexOf('\n', old.start - 1) + 1);
  const pad = ' '.repeat(indent);
  const lines = stored.rows
    .slice(head, stored.rows.length - tail)
    .map((row) => `${pad}${emitItem(rowNode(columns, row), indent, style)}\n`)
    .join('');
  // Whole lines are replaced: from the first differing row's line to the start of the first kept one's.
  const firstKept = old.items.length - tail;
  const start = lineStart(text, itemStart(old, head, text));
  const end = lineStart(text, itemStart(old, firstKept, text));
  if (start === end && lines === '') return [];
  if (end === text.length && !text.endsWith('\n')) {
    return [
      { start, end, text: (head > 0 && start === end ? '\n' : '') + lines.replace(/\n$/, '') },
    ];
  }
  return [{ start, end, text: lines }];
}

/** Where an item's line begins; for the item after the last: the line after the list. */
function itemStart(list: SeqNode, index: number, text: string): number {
  const item = list.items[index];
  if (item) return item.start;
  const last = list.items.at(-1);
  let at = last?.end ?? list.end;
  while (at > list.start && /\s/.test(text[at - 1] ?? '')) at -= 1;
  const next = text.indexOf('\n', at);
  return next === -1 ? text.length : next + 1;
}

function lineStart(text: string, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1;
}
