/**
 * One case of a report (`eval run --out`) as the run it tells of; null for anything else. The id of a case
 * stands for one run per role and system. A run that read what its role must not see says `leak`: its SQL
 * is not kept.
 *
 * @example
 * runOfReport({ suite: 'shop', id: 'a', role: 'admin', system: 'recorded', expected: 'allowed', status: 'pass' });
 */
export function runOfReport(
  data: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> | null {
  const { suite, id, role, system, expected, status } = data;
  const names = [suite, id, role, system];
  if (typeof expected !== 'string' || !names.every((name) => typeof name === 'string')) return null;
  return { ...data, id: names.join('/'), status: statusOf(data, String(status)) };
}

function statusOf(data: Readonly<Record<string, unknown>>, status: string): string {
  if (data['roleClass'] === 'leak') return 'leak';
  if (status === 'error' || status === 'skip') return status;
  const { expected, sql } = data;
  const hasNoSql = sql === null || sql === undefined || sql === '';
  if (!hasNoSql) return 'success';
  if (status === 'pass' && expected !== 'allowed') return String(expected);
  return data['roleClass'] === 'over-refusal' ? 'refused' : 'success';
}
