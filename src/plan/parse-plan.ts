import { z } from 'zod';
import { describeSchemaIssues, NestingTooDeep, withoutIdleFields } from '../expression/index.ts';
import { issue, type PlanIssue } from './issue.ts';
import { type Plan, planKeys, planSchema } from './plan.ts';

export type PlanReading =
  | { readonly status: 'parsed'; readonly plan: Plan }
  | { readonly status: 'invalid'; readonly issues: readonly PlanIssue[] };

/**
 * Reads a plan from data (parsed JSON or YAML). Every fault is an `INVALID_PLAN_STRUCTURE` with its
 * path. The plan is frozen.
 *
 * @example
 * parsePlan({
 *   tables: [{ name: 'orders', alias: 'o' }],
 *   select_items: [{ expr: { kind: 'func', func_name: 'COUNT', args: [{ kind: 'column', column_name: '*' }] } }],
 * }); // { status: 'parsed', plan: … }
 */
export function parsePlan(value: unknown): PlanReading {
  const stripped = withoutIdleFields(value);
  if (stripped instanceof NestingTooDeep) {
    return invalid([
      issue('INVALID_PLAN_STRUCTURE', '', `nested deeper than ${stripped.maximumDepth} levels`),
    ]);
  }
  if (stripped === null || typeof stripped !== 'object' || Array.isArray(stripped)) {
    return invalid([
      issue('INVALID_PLAN_STRUCTURE', '', 'a plan is a map with tables and select_items', {
        found: Array.isArray(stripped) ? 'a list' : String(stripped),
        expected: 'a map',
      }),
    ]);
  }
  const parsed = planSchema.safeParse(stripped);
  if (parsed.success) return { status: 'parsed', plan: freeze(parsed.data) };
  return invalid(
    describeSchemaIssues(parsed.error, stripped, planKeys).map((problem) =>
      issue('INVALID_PLAN_STRUCTURE', problem.path, problem.message, {
        found: problem.found,
        expected: problem.expected,
        suggestion: problem.suggestion,
      }),
    ),
  );
}

function invalid(issues: readonly PlanIssue[]): PlanReading {
  return { status: 'invalid', issues };
}

function freeze<T>(value: T): T {
  if (value !== null && typeof value === 'object' && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const child of Object.values(value)) freeze(child);
  }
  return value;
}

/** The JSON Schema of the format, as `docs/formats/plan.schema.json` holds it and a model is asked for it. */
export function planJsonSchema(): Record<string, unknown> {
  return z.toJSONSchema(planSchema, { io: 'input', unrepresentable: 'any' }) as Record<
    string,
    unknown
  >;
}
