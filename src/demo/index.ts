export { demoDatabases, demoSeed } from './databases.ts';
export type {
  DemoCell,
  DemoColumn,
  DemoColumnType,
  DemoDatabase,
  DemoForeignKey,
  DemoTable,
} from './demo-database.ts';
export { type LoadedDemo, loadDemo } from './load-demo.ts';
export {
  packagedShopFolder,
  packagedSuitesFolder,
  type WriteProjectOptions,
  writeDemoProject,
  writeSkeleton,
} from './project-files.ts';
export type { FirstDatasource } from './skeleton.ts';
export { type DemoFile, writeSqliteDemo } from './sqlite-files.ts';
export { createStatements, dropStatements, insertStatements } from './statements.ts';
