import { scalarReaders } from './postgres-cells.ts';

/** What a type that is no scalar is made of. */
export type PostgresType =
  | { readonly kind: 'array'; readonly element: number; readonly delimiter: string }
  | {
      readonly kind: 'composite';
      readonly attributes: readonly { readonly name: string; readonly oid: number }[];
    }
  | { readonly kind: 'domain'; readonly base: number }
  /** Enums, ranges, and all others: their text says it all. */
  | { readonly kind: 'text' };

/** Runs a text of ours and returns rows of texts. */
export type RunOwnQuery = (
  text: string,
  parameters: readonly unknown[],
) => Promise<readonly (readonly (string | null)[])[]>;

/** What a datasource has learned of its server's types, asked once each. */
export interface TypeMemory {
  readonly types: ReadonlyMap<number, PostgresType>;
  /** The server's spelling of a type with its modifier, such as `numeric(10,2)`. */
  nameOf(oid: number, modifier: number): string | undefined;
  /** Asks the server about what is not known yet. */
  learn(columns: readonly TypeReference[], run: RunOwnQuery): Promise<void>;
}

/** A column's type as the server numbers it. */
export interface TypeReference {
  readonly oid: number;
  readonly modifier: number;
}

const typesQuery = `
  SELECT t.oid,
         CASE WHEN t.typtype = 'd' THEN 'domain'
              WHEN t.typtype = 'c' THEN 'composite'
              WHEN t.typinput = 'pg_catalog.array_in'::pg_catalog.regproc THEN 'array'
              ELSE 'text' END,
         t.typelem, e.typdelim, t.typbasetype,
         CASE WHEN t.typtype = 'c' THEN pg_catalog.array_to_json(ARRAY(
           SELECT a.atttypid::pg_catalog.text || ' ' || a.attname
           FROM pg_catalog.pg_attribute a
           WHERE a.attrelid = t.typrelid AND a.attnum > 0 AND NOT a.attisdropped
           ORDER BY a.attnum)) END
  FROM pg_catalog.pg_type t
  LEFT JOIN pg_catalog.pg_type e ON e.oid = t.typelem
  WHERE t.oid = ANY ($1::pg_catalog.oid[])`;

const namesQuery = `
  SELECT r.oid, r.modifier, pg_catalog.format_type(r.oid, r.modifier)
  FROM ROWS FROM (pg_catalog.unnest($1::pg_catalog.oid[]), pg_catalog.unnest($2::pg_catalog.int4[]))
       AS r(oid, modifier)`;

/** Creates an empty memory. */
export function createTypeMemory(): TypeMemory {
  const types = new Map<number, PostgresType>();
  const names = new Map<string, string>();
  return {
    types,
    nameOf: (oid, modifier) => names.get(`${oid} ${modifier}`),
    async learn(columns, run) {
      const unnamed = columns.filter(({ oid, modifier }) => !names.has(`${oid} ${modifier}`));
      if (unnamed.length === 0) return;
      await learnTypes(
        types,
        unnamed.map(({ oid }) => oid),
        run,
      );
      const rows = await run(namesQuery, [
        unnamed.map(({ oid }) => oid),
        unnamed.map(({ modifier }) => modifier),
      ]);
      for (const [oid, modifier, name] of rows) names.set(`${oid} ${modifier}`, name ?? '');
    },
  };
}

/** Learns types and, level by level, the types they are made of. */
async function learnTypes(
  types: Map<number, PostgresType>,
  oids: readonly number[],
  run: RunOwnQuery,
): Promise<void> {
  let unknown = [...oids];
  for (;;) {
    unknown = [...new Set(unknown)].filter((oid) => !types.has(oid) && !scalarReaders.has(oid));
    if (unknown.length === 0) return;
    const rows = await run(typesQuery, [unknown]);
    for (const oid of unknown) types.set(oid, { kind: 'text' });
    unknown = [];
    for (const row of rows) {
      const type = readType(row);
      types.set(Number(row[0]), type);
      unknown.push(...partsOf(type));
    }
  }
}

function readType(row: readonly (string | null)[]): PostgresType {
  const [, kind, element, delimiter, base, attributes] = row;
  switch (kind) {
    case 'array':
      return { kind, element: Number(element), delimiter: delimiter ?? ',' };
    case 'domain':
      return { kind, base: Number(base) };
    case 'composite':
      return {
        kind,
        attributes: (JSON.parse(attributes ?? '[]') as string[]).map((attribute) => {
          const space = attribute.indexOf(' ');
          return { oid: Number(attribute.slice(0, space)), name: attribute.slice(space + 1) };
        }),
      };
    default:
      return { kind: 'text' };
  }
}

function partsOf(type: PostgresType): number[] {
  switch (type.kind) {
    case 'array':
      return [type.element];
    case 'domain':
      return [type.base];
    case 'composite':
      return type.attributes.map(({ oid }) => oid);
    case 'text':
      return [];
  }
}
