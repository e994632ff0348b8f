import { describe, expect, it } from 'vitest';
import type { Catalog, Table } from '../catalog/index.ts';
import {
  createScope,
  judgeSqlReads,
  type Policies,
  parsePolicies,
  type SqlReads,
  viewKey,
} from './index.ts';

function policiesOf(value: unknown): Policies {
  const reading = parsePolicies(value);
  if (reading.status === 'invalid') throw reading.problems;
  return reading.policies;
}

function problemsOf(value: unknown): string[] {
  const reading = parsePolicies(value);
  return reading.status === 'invalid'
    ? reading.problems.map((problem) => `${problem.path}: ${problem.message} → ${problem.fix}`)
    : [];
}

const orders = { schema: 'main', name: 'Orders' };
const staff = { schema: 'main', name: 'staff' };

function table(name: string, columns: readonly string[], more: Partial<Table> = {}): Table {
  return {
    schema: 'main',
    name,
    kind: 'table',
    comment: null,
    columns: columns.map((column) => ({
      name: column,
      dataType: 'TEXT',
      nullable: true,
      isPrimaryKey: false,
      comment: null,
      samples: ['x'],
    })),
    foreignKeys: [],
    ...more,
  };
}

const catalog: Catalog = {
  defaultSchema: 'main',
  tables: [
    table('Orders', ['id', 'staff_id', 'email'], {
      foreignKeys: [
        {
          constraint: null,
          columns: ['staff_id'],
          referencedSchema: 'main',
          referencedTable: 'staff',
          referencedColumns: ['id'],
        },
      ],
    }),
    table('order_view', ['id'], { kind: 'view', definition: 'SELECT id FROM staff' }),
    table('staff', ['id']),
  ],
  functions: [{ schema: 'main', name: 'read_staff', volatility: 'stable' }],
  unreadable: [{ schema: 'main', name: 'secret', reason: 'no grant' }],
  meta: { source: 'staff database' },
};

describe('policies', () => {
  it('reads every key of version 0.7', () => {
    const policies = policiesOf({
      refusal_names_tables: true,
      default_role: 'viewer',
      admin_roles: ['root'],
      check: null,
      roles: { viewer: { description: 'sees little', allow: ['shop'], deny: ['shop.main.staff'] } },
    });
    expect(policies.refusalNamesTables).toBe(true);
    expect(policies.adminRoles).toEqual(['root']);
    expect(policies.roles.get('viewer')?.deny.map((pattern) => pattern.text)).toEqual([
      'shop.main.staff',
    ]);
  });

  it('names an unknown key, its place and the likely one', () => {
    expect(problemsOf({ roles: { a: { alow: ['*'] } } })).toEqual([
      'roles.a.alow: unknown key "alow" → Did you mean "allow"?',
    ]);
  });

  it('refuses a pattern of two parts with the two ways to write it', () => {
    expect(problemsOf({ roles: { a: { deny: ['shop.staff'] } } })).toEqual([
      'roles.a.deny[0]: "shop.staff" has 2 parts → Write shop.*.staff for that table in any schema, or shop.staff.* for every table of that schema',
    ]);
  });

  it('reports all faults at once', () => {
    expect(
      problemsOf({ allow_all: true, default_role: 'b', roles: { a: { deny_columns: ['x.y.z'] } } }),
    ).toEqual([
      'roles.a.deny_columns[0]: "x.y.z" has 3 parts → Write DATASOURCE.SCHEMA.TABLE.COLUMN; each part may be a glob',
      'allow_all: allow_all: true leaves nothing for roles or default_role to say → Remove allow_all, or remove roles and default_role',
      'default_role: default_role "b" is no role; known: a → Name one of the roles, or remove default_role',
    ]);
  });

  it('refuses a subquery in a row filter', () => {
    const where = { kind: 'exists', query: {} };
    expect(problemsOf({ roles: { a: { row_filters: [{ table: 'shop', where }] } } })).not.toEqual(
      [],
    );
  });
});

describe('scope', () => {
  it('lets deny beat allow, in any case of the letters', () => {
    const scope = createScope(
      policiesOf({ roles: { a: { allow: ['shop'], deny: ['SHOP.Main.STAFF'] } } }),
      'a',
    );
    expect(scope.canReadTable('shop', orders)).toBe(true);
    expect(scope.canReadTable('shop', staff)).toBe(false);
    expect(scope.reachesWholeDatasource('shop')).toBe(false);
  });

  it('grants nothing to an unknown role', () => {
    const policies = policiesOf({ roles: { a: { allow: ['*'] } } });
    for (const role of ['b', null, '__proto__', 'constructor']) {
      const scope = createScope(policies, role);
      expect(scope.canReadTable('shop', orders)).toBe(false);
      expect(scope.canReachDatasource('shop')).toBe(false);
      expect(scope.reachesWholeDatasource('shop')).toBe(false);
    }
  });

  it('gives a caller without a role the default one', () => {
    const policies = policiesOf({ default_role: 'a', roles: { a: { allow: ['shop'] } } });
    expect(createScope(policies, null).canReadTable('shop', orders)).toBe(true);
  });

  it('does not reach a datasource that is denied as a whole', () => {
    const policies = policiesOf({ roles: { a: { allow: ['*'], deny: ['hr'] } } });
    const scope = createScope(policies, 'a');
    expect(scope.canReachDatasource('hr')).toBe(false);
    expect(scope.reachesWholeDatasource('shop')).toBe(true);
  });

  it('reads system catalogs only where a rule names them', () => {
    const policies = policiesOf({
      roles: { all: { allow: ['*', 'shop.*.*'] }, dba: { allow: ['shop.pg_catalog.*'] } },
    });
    const names = [
      { schema: 'pg_catalog', name: 'pg_class' },
      { schema: 'main', name: 'sqlite_master' },
      { schema: 'main', name: 'pragma_table_info' },
      { schema: 'information_schema', name: 'tables' },
      { schema: 'performance_schema', name: 'threads' },
      { schema: 'mysql', name: 'user' },
      { schema: 'main', name: 'duckdb_tables' },
    ];
    for (const name of names) {
      expect(createScope(policies, 'all').canReadTable('shop', name)).toBe(false);
    }
    expect(
      createScope(policies, 'dba').canReadTable('shop', { schema: 'pg_catalog', name: 'pg_class' }),
    ).toBe(true);
    expect(
      createScope(policiesOf({ allow_all: true }), 'x').canReadTable('shop', {
        schema: 'main',
        name: 'sqlite_master',
      }),
    ).toBe(false);
  });

  it('reads globs literally but for their signs', () => {
    const policies = policiesOf({
      roles: { a: { allow: ['shop.main.ord?rs', 'shop.main.s[ab]*', 'shop.main."a.b"'] } },
    });
    const scope = createScope(policies, 'a');
    const can = (name: string) => scope.canReadTable('shop', { schema: 'main', name });
    expect(['orders', 'ordrs', 'sales', 'sx', 'a.b', 'aXb'].map(can)).toEqual([
      true,
      false,
      true,
      false,
      true,
      false,
    ]);
  });

  it('withholds denied columns and columns beyond a list', () => {
    const policies = policiesOf({
      roles: {
        a: {
          allow: ['shop'],
          deny_columns: ['shop.*.*.email'],
          allow_columns: ['shop.main.staff.id'],
        },
      },
    });
    const scope = createScope(policies, 'a');
    expect(scope.canReadColumn('shop', orders, 'EMAIL')).toBe(false);
    expect(scope.canReadColumn('shop', orders, 'id')).toBe(true);
    expect(scope.canReadColumn('shop', staff, 'id')).toBe(true);
    expect(scope.canReadColumn('shop', staff, 'salary')).toBe(false);
  });

  it('puts the values of the caller into row filters and refuses without them', () => {
    const where = {
      kind: 'binary',
      op: '=',
      left: { kind: 'column', column_name: 'region' },
      right: { kind: 'literal', value: '$user.region' },
    };
    const policies = policiesOf({
      roles: { a: { allow: ['shop'], row_filters: [{ table: 'shop.main.Orders', where }] } },
    });
    const told = createScope(policies, 'a', { user: { region: 'EU' } });
    expect(told.rowFilters('shop', orders)).toEqual({
      status: 'filtered',
      filters: [{ ...where, right: { kind: 'literal', value: 'EU' } }],
    });
    expect(createScope(policies, 'a').rowFilters('shop', orders)).toEqual({
      status: 'missing-user-value',
      keys: ['region'],
    });
    expect(told.rowFilters('shop', staff)).toEqual({ status: 'all-rows' });
  });

  it('shows a role its tables and columns, and no name of another', () => {
    const policies = policiesOf({
      roles: {
        a: { allow: ['shop'], deny: ['shop.main.staff'], deny_columns: ['shop.main.orders.email'] },
      },
    });
    const scope = createScope(policies, 'a');
    const lineage = new Map([
      [
        viewKey({ schema: 'main', name: 'order_view' }),
        { status: 'known' as const, tables: [staff], columns: [{ table: staff, column: 'id' }] },
      ],
    ]);
    for (const views of [undefined, lineage]) {
      const visible = scope.visibleCatalog('shop', catalog, views);
      expect(visible.tables.map((entry) => entry.name)).toEqual(['Orders']);
      expect(visible.tables[0]?.columns.map((column) => column.name)).toEqual(['id', 'staff_id']);
      expect(JSON.stringify(visible)).not.toMatch(/"staff"|secret|read_staff|email/);
    }
  });

  it('reads a view over tables that are not allowed but not denied either', () => {
    const policies = policiesOf({
      roles: { a: { allow: ['shop.main.order_view'], deny: ['shop.main.Orders'] } },
    });
    const scope = createScope(policies, 'a');
    const view = { schema: 'main', name: 'order_view' };
    const known = { status: 'known' as const, tables: [staff], columns: [] };
    expect(scope.canReadView('shop', view, known)).toBe(true);
    expect(scope.canReadView('shop', view, { ...known, tables: [orders] })).toBe(false);
    expect(scope.canReadView('shop', view, { status: 'unknown' })).toBe(false);
  });

  it('restricts nobody without policies', () => {
    const scope = createScope(null, 'anyone');
    expect(scope.canReadTable('shop', { schema: 'main', name: 'sqlite_master' })).toBe(true);
    expect(scope.visibleCatalog('shop', catalog).tables).toHaveLength(3);
  });
});

describe('judgement of a SQL text', () => {
  const policies = policiesOf({
    roles: { a: { allow: ['shop'], deny: ['shop.main.staff'], deny_columns: ['*.*.*.email'] } },
  });
  const scope = createScope(policies, 'a');
  const reads: SqlReads = {
    isComplete: true,
    tables: [{ ...orders, isView: false }],
    columns: [{ table: orders, column: 'id' }],
    unknownNames: [],
    catalogFunctions: [],
  };
  const judge = (change: Partial<SqlReads>) =>
    judgeSqlReads({ ...reads, ...change }, scope, 'shop');

  it('allows what is inside', () => {
    expect(judge({})).toEqual({ status: 'allowed', filteredTables: [] });
  });

  it.each([
    ['outside-scope', { tables: [{ ...staff, isView: false }] }],
    ['outside-scope', { columns: [{ table: orders, column: 'email' }] }],
    ['outside-scope', { unknownNames: ['sqlite_master'] }],
    ['unknown-name', { unknownNames: ['nowhere'] }],
    ['not-analysed', { isComplete: false }],
    ['function', { catalogFunctions: ['main.read_staff'] }],
  ] as const)('refuses as %s: %j', (reason, change) => {
    expect(judge(change)).toMatchObject({ status: 'refused', reason });
  });
});
