export type {
  Catalog,
  CatalogFunction,
  Column,
  ForeignKey,
  Table,
  TableKind,
  UnreadableTable,
  WithheldNames,
} from './catalog.ts';
export {
  type Cell,
  type CellTag,
  cellTag,
  floatCell,
  floatValue,
  integerCell,
  type ResultColumn,
  type ResultSet,
  type Row,
  type TaggedCell,
} from './cell.ts';
export {
  type CellReading,
  cellFromJson,
  cellToJson,
  parseNumberText,
  resultSetToJson,
  rowToJson,
} from './cell-json.ts';
export {
  createTableIndex,
  formatName,
  isView,
  parseName,
  type TableIndex,
  type TableLookup,
  tableName,
} from './names.ts';
export { catalogFingerprint, parseSchemaFixture, schemaFixtureOf } from './schema-fixture.ts';
