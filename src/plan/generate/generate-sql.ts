import type { DialectName } from '../../sql/index.ts';
import type { BoundPlan } from '../bound-plan.ts';
import { dialects } from './dialects.ts';
import { emitQuery } from './emit-query.ts';
import { renderSql } from './sql-fragment.ts';

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
