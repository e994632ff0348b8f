import type { DialectName } from '../../sql/index.ts';
import type { Dialect } from './dialect.ts';
import { duckdb } from './duckdb.ts';
import { mysql } from './mysql.ts';
import { postgres } from './postgres.ts';
import { sqlite } from './sqlite.ts';

/** Every dialect SQL is generated for. */
export const dialects: Readonly<Record<DialectName, Dialect>> = { sqlite, duckdb, postgres, mysql };
