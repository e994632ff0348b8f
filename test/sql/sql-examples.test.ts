import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseSchemaFixture } from '../../src/catalog/index.ts';
import { analyzeSql, checkReadOnly, type DialectName, extractSql } from '../../src/sql/index.ts';
import { hasShared, sharedPath } from '../shared.ts';

interface Examples {
  readonly safety: readonly {
    readonly id: string;
    readonly dialect: DialectName;
    readonly sql: string;
    readonly expect_readonly: boolean;
  }[];
  readonly lineage: readonly {
    readonly id: string;
    readonly dialect: DialectName;
    readonly sql: string;
    readonly catalog: string;
    readonly tables: readonly string[];
    readonly columns: readonly string[];
    readonly tables_optional?: readonly string[];
    readonly columns_optional?: readonly string[];
    readonly order_limit?: {
      readonly order_by: readonly { readonly expr: string; readonly desc: boolean }[];
      readonly limit: number | null;
    };
  }[];
  readonly extract: readonly {
    readonly id: string;
    readonly dialect: DialectName;
    readonly input: string;
    readonly expect_any: readonly string[];
  }[];
}

const examples: Examples = hasShared
  ? JSON.parse(readFileSync(sharedPath('cases/sql-examples.json'), 'utf8'))
  : { safety: [], lineage: [], extract: [] };

describe.skipIf(!hasShared)('the examples of SQL (reference data needed)', () => {
  it.each(examples.safety)('$id', async ({ sql, dialect, expect_readonly }) => {
    expect((await checkReadOnly(sql, dialect)).readOnly).toBe(expect_readonly);
  });

  it.each(examples.lineage)('$id', async (example) => {
    const path = sharedPath(`cases/${example.catalog}`);
    const catalog = parseSchemaFixture(readFileSync(path, 'utf8'), path);
    const facts = await analyzeSql(example.sql, { dialect: example.dialect, catalog });
    // A view may be given with more of what is behind it.
    const required = (
      found: readonly string[],
      optional: readonly string[] = [],
      own: readonly string[],
    ) => found.filter((name) => own.includes(name) || !optional.includes(name));
    expect(required(facts.tables, example.tables_optional, example.tables)).toEqual(example.tables);
    expect(required(facts.columns, example.columns_optional, example.columns)).toEqual(
      example.columns,
    );
    if (!example.order_limit) return;
    const [statement] = facts.statements;
    expect({
      order_by: statement?.orderBy.map((key) => ({
        expr: key.expression,
        desc: key.direction === 'desc',
      })),
      limit: statement?.limit,
    }).toEqual(example.order_limit);
  });

  it.each(examples.extract)('$id', ({ input, dialect, expect_any }) => {
    const found = extractSql(input, dialect);
    expect(expect_any).toContain(found.kind === 'sql' ? found.sql : found.kind);
  });
});
