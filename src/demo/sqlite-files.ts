import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { writeFileAtomicallySync } from '../validation/index.ts';
import { demoDatabases } from './databases.ts';
import type { DemoDatabase } from './demo-database.ts';
import { createStatements } from './statements.ts';

/** A database's id and the path of its file. */
export interface DemoFile {
  readonly id: string;
  readonly path: string;
}

/**
 * Writes the demo databases as `chinook.sqlite`, `support.sqlite` and `webanalytics.sqlite` into
 * `folder`, which is made if needed. Files of these names are replaced.
 *
 * @example
 * writeSqliteDemo('demo/data'); // [{ id: 'chinook', path: 'demo/data/chinook.sqlite' }, …]
 */
export function writeSqliteDemo(
  folder: string,
  databases: readonly DemoDatabase[] = demoDatabases(),
): readonly DemoFile[] {
  return databases.map((database) => {
    const path = join(folder, `${database.id}.sqlite`);
    writeFileAtomicallySync(path, (temporary) => writeSqliteFile(temporary, database));
    return { id: database.id, path };
  });
}

function writeSqliteFile(path: string, database: DemoDatabase): void {
  const file = new DatabaseSync(path);
  try {
    // Nothing is lost if the machine stops here: the file is made again.
    file.exec('PRAGMA synchronous = OFF; BEGIN');
    for (const statement of createStatements(database, 'sqlite')) file.exec(statement);
    for (const table of database.tables) {
      const places = table.columns.map(() => '?').join(', ');
      const insert = file.prepare(`INSERT INTO ${table.name} VALUES (${places})`);
      for (const row of table.rows) insert.run(...row);
    }
    file.exec('COMMIT');
  } finally {
    file.close();
  }
}
