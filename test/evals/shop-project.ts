import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';

/** Writes a project of one SQLite database, the datasource `shop`, into a folder; `more` is the rest of its file. */
export function writeShopProject(dir: string, sql: string, more = ''): void {
  const database = new DatabaseSync(join(dir, 'shop.sqlite'));
  database.exec(sql);
  database.close();
  const head =
    'version: 2\ndatasources:\n- {id: shop, type: sqlite, connection: {path: shop.sqlite}}\n';
  writeFileSync(join(dir, 'nl2sql.yaml'), head + more);
}

/** A row filter of policies: those rows of a table whose column is a value of the user who asks. */
export function rowFilter(table: string, column: string, key = column): string {
  return `{table: ${table}, where: {kind: binary, op: '=', left: {kind: column, column_name: ${column}}, right: {kind: literal, value: $user.${key}}}}`;
}
