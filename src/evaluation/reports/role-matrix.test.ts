import { describe, expect, it } from 'vitest';
import type { Report } from '../records/index.ts';
import { formatRoleMatrix, roleMatrix } from './role-matrix.ts';

const run = (id: string, role: string, roleClass: string | undefined) => ({
  suite: 's',
  id,
  role,
  roleClass,
});
const report = {
  cases: [
    run('a', 'admin', 'ok'),
    run('a', 'viewer', 'leak'),
    run('b', 'admin', 'ok'),
    run('b', 'viewer', 'ok'),
    run('c', 'viewer', 'over-refusal'),
    run('d', 'admin', undefined),
  ],
} as unknown as Report;

describe('roleMatrix', () => {
  it('has a row per case and a column per role, with gaps where a role is not asked', () => {
    expect(roleMatrix(report)).toEqual({
      roles: ['admin', 'viewer'],
      rows: [
        { suite: 's', id: 'a', cells: ['ok', 'leak'] },
        { suite: 's', id: 'b', cells: ['ok', 'ok'] },
        { suite: 's', id: 'c', cells: [null, 'over-refusal'] },
      ],
    });
  });

  it('shows the cases at fault, or all of them', () => {
    expect(formatRoleMatrix(report, { color: false }).split('\n')).toEqual([
      'What each role got',
      'case  admin          viewer',
      'a     ok             leak',
      'c     –              over-refusal',
      '',
    ]);
    expect(formatRoleMatrix(report, { color: false, all: true })).toContain(
      'b     ok             ok',
    );
    expect(formatRoleMatrix({ ...report, cases: [] }, { color: false, all: true })).toBe('');
  });
});
