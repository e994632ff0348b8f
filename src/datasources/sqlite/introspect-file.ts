import type { Catalog, Column, ForeignKey, Table, UnreadableTable } from '../../catalog/index.ts';
import { ddlTokens } from './ddl-tokens.ts';
import { foreignKeyNames } from './foreign-key-names.ts';
import type { OpenFile } from './open-file.ts';

/** SQLite has one schema; attached and temporary ones do not exist in a read-only connection. */
const schema = 'main';

interface ListedTable {
  readonly name: string;
  readonly type: 'table' | 'view' | 'virtual' | 'shadow';
  readonly wr: number;
  readonly sql: string | null;
}

interface ColumnInfo {
  readonly name: string;
  readonly type: string;
  readonly notnull: number;
  readonly pk: number;
  /** 0 plain, 1 a hidden column of a virtual table, 2 generated, 3 generated and stored. */
  readonly hidden: number;
}

interface KeyPart {
  readonly id: number;
  readonly table: string;
  readonly from: string;
  readonly to: string | null;
}

/** Reads the shape of an open file. A view that no longer compiles is named in `unreadable`. */
export function introspectFile({ database }: OpenFile): Catalog {
  const listed = database
    .prepare(
      `SELECT l.name, l.type, l.wr, s.sql FROM pragma_table_list l
       LEFT JOIN sqlite_schema s ON s.name = l.name AND s.type IN ('table', 'view')
       WHERE l.schema = 'main' AND l.type <> 'shadow' AND l.name NOT LIKE 'sqlite\\_%' ESCAPE '\\'`,
    )
    .all() as unknown as ListedTable[];
  const columnsOf = database.prepare(
    'SELECT name, type, "notnull", pk, hidden FROM pragma_table_xinfo(?, \'main\') ORDER BY cid',
  );
  const keysOf = database.prepare(
    `SELECT id, "table", "from", "to" FROM pragma_foreign_key_list(?, 'main') ORDER BY id DESC, seq`,
  );
  const infos = new Map<string, readonly ColumnInfo[]>();
  const unreadable: UnreadableTable[] = [];
  for (const { name } of listed) {
    try {
      infos.set(name, columnsOf.all(name) as unknown as ColumnInfo[]);
    } catch (error) {
      unreadable.push({ schema, name, reason: (error as Error).message });
    }
  }
  const resolve = createKeyResolver(infos);
  const tables = listed.flatMap((table): Table[] => {
    const info = infos.get(table.name);
    if (info === undefined) return [];
    const isView = table.type === 'view';
    return [
      {
        schema,
        name: table.name,
        kind: isView ? 'view' : 'table',
        comment: null,
        columns: info
          .filter(({ hidden }) => hidden !== 1)
          .map((column) => columnOf(column, info, table)),
        foreignKeys: isView
          ? []
          : groupKeys(table, keysOf.all(table.name) as unknown as KeyPart[]).map(resolve),
        ...(isView && table.sql !== null ? { definition: table.sql } : {}),
      },
    ];
  });
  return {
    defaultSchema: schema,
    tables: tables.sort((a, b) => (a.name < b.name ? -1 : 1)),
    functions: [],
    unreadable,
    meta: { dialect: 'sqlite' },
  };
}

function columnOf(column: ColumnInfo, siblings: readonly ColumnInfo[], table: ListedTable): Column {
  // The one case where SQLite keeps a key column from NULL without being told: the row id itself.
  const isRowId =
    column.pk > 0 &&
    table.wr === 0 &&
    column.type.toUpperCase() === 'INTEGER' &&
    siblings.every(({ pk }) => pk < 2);
  return {
    name: column.name,
    dataType: column.type,
    nullable: column.notnull === 0 && !isRowId,
    isPrimaryKey: column.pk > 0,
    comment: null,
    ...(column.hidden > 1 ? { generated: true } : {}),
    ...(isRowId && isAutoincrement(table) ? { identity: true } : {}),
  };
}

/** The row id of a table is numbered upward for good only where this word says so. */
function isAutoincrement({ sql }: ListedTable): boolean {
  return ddlTokens(sql ?? '').some((word) => word.toUpperCase() === 'AUTOINCREMENT');
}

/** The parts of each key together, in the order they were declared. */
function groupKeys(table: ListedTable, parts: readonly KeyPart[]): (KeyPart & Grouped)[] {
  const keys: (KeyPart & Grouped)[] = [];
  for (const part of parts) {
    const last = keys.at(-1);
    if (last?.id === part.id) last.parts.push(part);
    else keys.push({ ...part, parts: [part], constraint: null });
  }
  const names = foreignKeyNames(table.sql ?? '');
  return keys.map((key, index) => ({
    ...key,
    constraint:
      (names.length === keys.length ? names[index] : undefined) ??
      // Without a name the columns of a composite key could not be told apart from single keys.
      (key.parts.length > 1
        ? `${table.name}_${key.parts.map(({ from }) => from).join('_')}_fkey`
        : null),
  }));
}

interface Grouped {
  readonly parts: KeyPart[];
  readonly constraint: string | null;
}

/** Spells what a key points at as the catalog does; a key that names no columns means the primary key. */
function createKeyResolver(infos: ReadonlyMap<string, readonly ColumnInfo[]>) {
  const byLowerName = new Map([...infos.keys()].map((name) => [name.toLowerCase(), name]));
  return ({ table, parts, constraint }: KeyPart & Grouped): ForeignKey => {
    const target = byLowerName.get(table.toLowerCase());
    const columns = (target === undefined ? undefined : infos.get(target)) ?? [];
    const primaryKey = columns.filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk);
    const spelled = (name: string) =>
      columns.find((column) => column.name.toLowerCase() === name.toLowerCase())?.name ?? name;
    return {
      constraint,
      columns: parts.map(({ from }) => from),
      referencedSchema: schema,
      referencedTable: target ?? table,
      referencedColumns: parts.flatMap(({ to }, index) => {
        const name = to === null ? primaryKey[index]?.name : spelled(to);
        return name === undefined ? [] : [name];
      }),
    };
  };
}
