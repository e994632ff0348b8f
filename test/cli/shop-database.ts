import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';

/** Writes `shop.sqlite` with three customers, and what `more` adds, into a folder. */
export function writeShop(dir: string, more = ''): void {
  const database = new DatabaseSync(join(dir, 'shop.sqlite'));
  database.exec(`
    CREATE TABLE customer (id INTEGER PRIMARY KEY, name TEXT, country TEXT);
    INSERT INTO customer VALUES (1, 'Ann', 'NO'), (2, 'Bo', 'SE'), (3, 'Cy', 'NO');
    ${more}
  `);
  database.close();
}
