import type { SqlCheck } from './sql-check.ts';

/** What `sql check` tells a person. */
export function describeCheck(check: SqlCheck): string {
  const lines = [`read-only  ${check.readOnly ? 'yes' : 'no'} (${check.dialect})`];
  if (check.allowed !== null) lines.push(`allowed    ${check.allowed ? 'yes' : 'no'}`);
  const reasons = check.reasons.map(({ code, message }) => `  ${code}: ${message}`);
  for (const reason of new Set(reasons)) {
    const times = reasons.filter((other) => other === reason).length;
    lines.push(times === 1 ? reason : `${reason} (${times} times)`);
  }
  lines.push(...listed('tables', check.tables), ...listed('columns', check.columns));
  if (check.text !== '') lines.push('', check.text);
  return `${lines.join('\n')}\n`;
}

function listed(title: string, names: readonly string[]): string[] {
  if (names.length === 0) return [];
  return [
    `${title.padEnd(11)}${names[0]}`,
    ...names.slice(1).map((name) => `${' '.repeat(11)}${name}`),
  ];
}
