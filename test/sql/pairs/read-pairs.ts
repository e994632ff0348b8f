import { readFileSync } from 'node:fs';

/** A SQL text and what it shows. */
export interface SqlPair {
  readonly why: string;
  readonly sql: string;
}

/** Reads a pair file beside this one: each `## why` line is followed by its SQL. */
export function readPairs(name: string): readonly SqlPair[] {
  const text = readFileSync(new URL(name, import.meta.url), 'utf8');
  return text
    .split(/^## /m)
    .slice(1)
    .map((entry) => {
      const end = entry.indexOf('\n');
      return { why: entry.slice(0, end), sql: entry.slice(end + 1).replace(/\n$/, '') };
    });
}
