import type { DialectName } from '../../sql/index.ts';
import type { BoundPlan } from '../bound-plan.ts';
import type { Dialect } from './dialect.ts';
import { duckdb } from './duckdb.ts';
import { emitQuery } from './emit-query.ts';
import { mysql } from './mysql.ts';
import { postgres } from './postgres.ts';
import { renderSql } from './sql-fragment.ts';
import { sqlite } from './sqlite.ts';

const dialects: Readonly<Record<DialectName, Dialect>> = { sqlite, duckdb, postgres, mysql };

/** A SQL text and the values of its placeholders. Numbers are written out; texts are parameters. */
export interface GeneratedSql {
  readonly text: string;
  readonly parameters: readonly string[];
}

/**
 * The SQL of a bound plan. The same rows on every database (`docs/plans.md`); LIMIT only where the
 * plan has one; an order that is total wherever the plan asks for any.
 *
 * @example
 * generateSql(bound, 'postgres'); // { text: 'SELECT …', parameters: ['Jazz'] }
 */
export function generateSql(plan: BoundPlan, dialect: DialectName): GeneratedSql {
  return renderSql(emitQuery(plan.query, dialects[dialect]), dialect);
}
