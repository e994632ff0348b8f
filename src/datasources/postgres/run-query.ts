import type Cursor from 'pg-cursor';
import type { Row } from '../../catalog/index.ts';
import type { SqlQuery } from '../datasource.ts';
import type { StatementOutcome } from '../server-datasource.ts';
import { cellReader } from './postgres-cells.ts';
import type { PostgresConnection } from './postgres-connection.ts';
import { postgresParameter } from './postgres-parameters.ts';
import type { TypeMemory } from './postgres-types.ts';

/** Rows asked for at once: bounds what is in memory beyond the row limit. */
const chunkRows = 500;

/**
 * Runs one statement of somebody else's in the open transaction. The extended protocol takes one
 * statement only, so nothing can follow a `COMMIT;`; a cursor stops after the row limit; and nothing
 * is executed that does not describe a result first (COMMIT, SET, COPY, LOCK, DO and their like).
 * Rejects with the server's error.
 */
export async function runStatement(
  connection: PostgresConnection,
  cursorClass: typeof Cursor,
  query: SqlQuery,
  rowLimit: number,
  memory: TypeMemory,
): Promise<StatementOutcome> {
  const { client } = connection;
  const cursor = client.query(
    new cursorClass<(string | null)[]>(
      query.text,
      (query.parameters ?? []).map(postgresParameter),
      {
        rowMode: 'array',
        types: { getTypeParser: () => (text: string) => text },
      } as ConstructorParameters<typeof Cursor>[2],
    ),
  );
  const fields = await describedFields(client, cursor);
  if (fields === null) {
    await cursor.close();
    return { status: 'no-result' };
  }
  const texts: (string | null)[][] = [];
  while (texts.length <= rowLimit) {
    const wanted = Math.min(chunkRows, rowLimit + 1 - texts.length);
    const chunk = await cursor.read(wanted);
    for (const row of chunk) texts.push(row);
    if (chunk.length < wanted) break;
  }
  await cursor.close();
  const truncated = texts.length > rowLimit;
  if (truncated) texts.length = rowLimit;
  const columns = fields.map(({ dataTypeID, dataTypeModifier }) => ({
    oid: dataTypeID,
    modifier: dataTypeModifier,
  }));
  await memory.learn(columns, async (text, values) => {
    const { rows } = await client.query<(string | null)[]>({
      text,
      values: [...values],
      rowMode: 'array',
    });
    return rows;
  });
  const readers = columns.map(({ oid }) => cellReader(oid, memory.types));
  return {
    status: 'rows',
    result: {
      columns: fields.map(({ name, dataTypeID, dataTypeModifier }) => {
        const type = memory.nameOf(dataTypeID, dataTypeModifier);
        return type === undefined ? { name } : { name, type };
      }),
      rows: texts.map(
        (row): Row =>
          row.map((text, index) => (text === null ? null : (readers[index]?.(text) ?? null))),
      ),
      truncated,
    },
  };
}

interface FieldDescription {
  readonly name: string;
  readonly dataTypeID: number;
  readonly dataTypeModifier: number;
}

/** The columns the statement will return, before it is executed; null when it returns no rows. */
function describedFields(
  client: PostgresConnection['client'],
  cursor: Cursor,
): Promise<readonly FieldDescription[] | null> {
  const { connection } = client as unknown as { connection: NodeJS.EventEmitter };
  return new Promise((resolve, reject) => {
    const settle = () => {
      connection.off('rowDescription', onFields);
      connection.off('noData', onNoData);
      cursor.off('error', onError);
    };
    const onFields = ({ fields }: { fields: readonly FieldDescription[] }) => {
      settle();
      resolve(fields);
    };
    const onNoData = () => {
      settle();
      resolve(null);
    };
    const onError = (error: unknown) => {
      settle();
      reject(error);
    };
    connection.on('rowDescription', onFields);
    connection.on('noData', onNoData);
    cursor.on('error', onError);
  });
}
