import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createScope, decideSql, judgeSqlReads, parsePolicies } from '../../src/access/index.ts';
import type { Catalog, Table } from '../../src/catalog/index.ts';
import {
  analyzeSql,
  checkReadOnly,
  type DialectName,
  dialectNames,
  viewLineages,
} from '../../src/sql/index.ts';
import { hasShared, sharedPath } from '../shared.ts';

interface Trap {
  readonly id: string;
  readonly area: string;
  readonly title: string;
  readonly right: string;
  readonly input: { readonly dialect?: string; readonly sql?: string | readonly string[] };
}

const traps: readonly Trap[] = hasShared
  ? (JSON.parse(readFileSync(sharedPath('cases/known-traps.json'), 'utf8')) as Trap[])
  : [];

function textsOf(trap: Trap): readonly string[] {
  const { sql } = trap.input;
  return typeof sql === 'string' ? [sql] : (sql ?? []);
}

/** What the page says: refuse, or allow. */
const judged = traps.filter(
  (trap) => trap.area === 'safety' && /^(?:REFUSE|ALLOW)/.test(trap.right) && trap.input.sql,
);

describe.skipIf(!hasShared)('traps of read-only guards (reference data needed)', () => {
  it.each(judged)('$id: $title', async ({ right, ...trap }) => {
    const known = dialectNames.find((name) => name === trap.input.dialect);
    // A dialect we do not run is refused whatever we take it for.
    const dialects: readonly DialectName[] = known ? [known] : dialectNames;
    for (const sql of textsOf({ right, ...trap })) {
      for (const dialect of dialects) {
        const { readOnly } = await checkReadOnly(sql, dialect);
        expect(readOnly, `${dialect}: ${sql}`).toBe(right.startsWith('ALLOW'));
      }
    }
  });

  it('G075: cheap text with huge work is read-only; the deadline is the second layer’s', async () => {
    const [sql = ''] = textsOf(find('G075'));
    expect((await checkReadOnly(sql, 'postgres')).readOnly).toBe(true);
  });
});

function find(id: string): Trap {
  const trap = traps.find((each) => each.id === id);
  return trap ?? { id, area: '', title: '', right: '', input: {} };
}

const table = (name: string, columns: readonly string[], more: Partial<Table> = {}): Table => ({
  schema: 'public',
  name,
  kind: 'table',
  comment: null,
  columns: columns.map((column) => ({
    name: column,
    dataType: 'text',
    nullable: true,
    isPrimaryKey: false,
    comment: null,
  })),
  foreignKeys: [],
  ...more,
});
const catalog: Catalog = {
  defaultSchema: 'public',
  tables: [
    table('c', ['id', 'email']),
    table('payroll', ['salary']),
    table('v', ['id', 'email'], { kind: 'view', definition: 'SELECT * FROM c' }),
  ],
  functions: [],
  unreadable: [],
  meta: {},
};

function scopeOf(rules: object) {
  const reading = parsePolicies({ roles: { viewer: rules } });
  if (reading.status !== 'parsed') throw reading.problems;
  return createScope(reading.policies, 'viewer');
}

async function judgeAs(sql: string, rules: object) {
  const { statements } = await analyzeSql(sql, { dialect: 'postgres', catalog });
  const [statement] = statements;
  return (
    statement &&
    judgeSqlReads(statement.reads, scopeOf(rules), 'shop', viewLineages(catalog, 'postgres'))
  );
}

describe.skipIf(!hasShared)('traps of access by names (reference data needed)', () => {
  it.each(textsOf(find('G086')))('G086: a denied column is not read by %s', async (sql) => {
    const rules = { allow: ['shop'], deny_columns: ['shop.public.c.email'] };
    expect(await judgeAs(sql, rules)).toMatchObject({ status: 'refused', reason: 'outside-scope' });
  });

  it('G087: a table that is denied and one that nobody has are both refused', async () => {
    const rules = { allow: ['shop.public.c'] };
    const denied = 'SELECT salary FROM payroll';
    expect(await judgeAs(denied, rules)).toMatchObject({ status: 'refused' });
    expect(await judgeAs('SELECT salary FROM nowhere', rules)).toMatchObject({ status: 'refused' });
    const scope = scopeOf(rules);
    const views = viewLineages(catalog, 'postgres');
    const asked = { dialect: 'postgres', catalog, scope, datasourceId: 'shop', views } as const;
    const [own, other] = await Promise.all([
      decideSql(denied, asked),
      decideSql(denied.replace('payroll', 'nowhere'), asked),
    ]);
    expect(own.decision).toEqual({ status: 'refused' });
    expect(JSON.stringify(own).replaceAll('payroll', 'nowhere')).toBe(JSON.stringify(other));
  });
});
