import { ddlTokens } from './ddl-tokens.ts';

/** Words that begin another constraint, which then owns the name given before it. */
const otherConstraints = new Set([
  'NOT',
  'NULL',
  'PRIMARY',
  'UNIQUE',
  'CHECK',
  'DEFAULT',
  'COLLATE',
  'GENERATED',
]);

/**
 * The names of the foreign keys of a CREATE TABLE, in the order of their REFERENCES; undefined for one
 * without a name. No pragma of SQLite tells them.
 *
 * @example
 * foreignKeyNames('CREATE TABLE t (a CONSTRAINT to_p REFERENCES p, b REFERENCES q)'); // ['to_p', undefined]
 */
export function foreignKeyNames(sql: string): (string | undefined)[] {
  const names: (string | undefined)[] = [];
  let depth = 0;
  let pending: string | undefined;
  let isNext = false;
  for (const part of ddlTokens(sql)) {
    if (isNext) {
      pending = unquote(part);
      isNext = false;
      continue;
    }
    if (part === '(') depth += 1;
    else if (part === ')') depth -= 1;
    if (depth !== 1) continue;
    const word = part.toUpperCase();
    if (word === 'CONSTRAINT') isNext = true;
    else if (word === 'REFERENCES') {
      names.push(pending);
      pending = undefined;
    } else if (part === ',' || otherConstraints.has(word)) pending = undefined;
  }
  return names;
}

function unquote(name: string): string {
  const quote = name[0] ?? '';
  if (quote === '[') return name.slice(1, -1);
  return '"`\''.includes(quote) ? name.slice(1, -1).replaceAll(quote + quote, quote) : name;
}
