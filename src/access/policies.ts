import { z } from 'zod';
import {
  describeSchemaIssues,
  type Expression,
  filterExpressionSchema,
  withoutIdleFields,
} from '../expression/index.ts';
import { type Pattern, type PatternUse, parsePattern } from './pattern.ts';

/** Who may see what, as `policies.yaml` says it, patterns read and checked. */
export interface Policies {
  /** Everybody sees everything but system catalogs; excludes `roles` and `default_role`. */
  readonly allowAll: boolean;
  /** The role of a caller that names none. */
  readonly defaultRole: string | null;
  readonly adminRoles: readonly string[];
  /** Whether a refusal may name the table; evaluation always runs with `false`. */
  readonly refusalNamesTables: boolean;
  readonly roles: ReadonlyMap<string, RolePolicy>;
}

/** The rules of one role. Deny beats allow. */
export interface RolePolicy {
  readonly description: string | null;
  readonly allow: readonly Pattern[];
  readonly deny: readonly Pattern[];
  /** Where a pattern matches a table, only the columns that some pattern matches are readable. */
  readonly allowColumns: readonly Pattern[];
  readonly denyColumns: readonly Pattern[];
  /** Rows a role sees of a table; several filters of one table all hold. */
  readonly rowFilters: readonly RowFilterRule[];
}

export interface RowFilterRule {
  readonly table: Pattern;
  /** Over the table's own columns; a literal `$user.KEY` stands for a value of the caller. */
  readonly where: Expression<never>;
}

/** One fault of a policy file. */
export interface PolicyProblem {
  readonly path: string;
  readonly message: string;
  readonly fix: string;
}

export type PoliciesReading =
  | { readonly status: 'parsed'; readonly policies: Policies }
  | { readonly status: 'invalid'; readonly problems: readonly PolicyProblem[] };

const roleSchema = z.strictObject({
  description: z.string().nullish(),
  allow: z.array(z.string()).nullish(),
  deny: z.array(z.string()).nullish(),
  allow_columns: z.array(z.string()).nullish(),
  deny_columns: z.array(z.string()).nullish(),
  row_filters: z
    .array(z.strictObject({ table: z.string(), where: filterExpressionSchema }))
    .nullish(),
});

const policiesSchema = z.strictObject({
  allow_all: z.boolean().nullish(),
  default_role: z.string().nullish(),
  admin_roles: z.array(z.string()).nullish(),
  refusal_names_tables: z.boolean().nullish(),
  roles: z.record(z.string(), roleSchema).nullish(),
  check: z.null().optional(),
});

const knownKeys = [
  ...Object.keys(policiesSchema.shape),
  ...Object.keys(roleSchema.shape),
  'table',
  'where',
];

/**
 * Reads the `policies` section. All faults are reported at once, each with its path and its fix.
 *
 * @example
 * parsePolicies({ roles: { analyst: { allow: ['shop'], deny: ['shop.main.staff'] } } });
 */
export function parsePolicies(value: unknown): PoliciesReading {
  const stripped = withoutIdleFields(value ?? {});
  const parsed = policiesSchema.safeParse(stripped);
  if (!parsed.success) {
    return {
      status: 'invalid',
      problems: describeSchemaIssues(parsed.error, stripped, knownKeys).map((problem) => ({
        path: problem.path,
        message:
          problem.path === 'check'
            ? 'a plug-in check belongs to version 0.7 and is not run here'
            : problem.message,
        fix:
          problem.path === 'check'
            ? 'Say it with allow, deny, deny_columns and row_filters, then remove check'
            : problem.suggestion === null
              ? `Known keys: ${knownKeys.join(', ')}`
              : `Did you mean "${problem.suggestion}"?`,
      })),
    };
  }
  const file = parsed.data;
  const problems: PolicyProblem[] = [];
  const roles = new Map<string, RolePolicy>();
  for (const [name, role] of Object.entries(file.roles ?? {})) {
    const read = (texts: readonly string[] | null | undefined, key: string, use: PatternUse) =>
      readPatterns(texts ?? [], `roles.${name}.${key}`, use, problems);
    roles.set(name, {
      description: role.description ?? null,
      allow: read(role.allow, 'allow', 'table'),
      deny: read(role.deny, 'deny', 'table'),
      allowColumns: read(role.allow_columns, 'allow_columns', 'column'),
      denyColumns: read(role.deny_columns, 'deny_columns', 'column'),
      rowFilters: (role.row_filters ?? []).flatMap(({ table, where }, index) =>
        readPatterns([table], `roles.${name}.row_filters[${index}].table`, 'table', problems).map(
          (pattern) => ({ table: pattern, where }),
        ),
      ),
    });
  }
  const allowAll = file.allow_all === true;
  if (allowAll && (roles.size > 0 || file.default_role)) {
    problems.push({
      path: 'allow_all',
      message: 'allow_all: true leaves nothing for roles or default_role to say',
      fix: 'Remove allow_all, or remove roles and default_role',
    });
  }
  if (file.default_role && !roles.has(file.default_role)) {
    problems.push({
      path: 'default_role',
      message: `default_role "${file.default_role}" is no role; known: ${[...roles.keys()].join(', ') || 'none'}`,
      fix: 'Name one of the roles, or remove default_role',
    });
  }
  if (problems.length > 0) return { status: 'invalid', problems };
  return {
    status: 'parsed',
    policies: {
      allowAll,
      defaultRole: file.default_role ?? null,
      adminRoles: file.admin_roles ?? ['admin'],
      refusalNamesTables: file.refusal_names_tables ?? false,
      roles,
    },
  };
}

function readPatterns(
  texts: readonly string[],
  path: string,
  use: PatternUse,
  problems: PolicyProblem[],
): Pattern[] {
  return texts.flatMap((text, index) => {
    const reading = parsePattern(text, use);
    if (reading.ok) return [reading.pattern];
    problems.push({
      path: path.endsWith('.table') ? path : `${path}[${index}]`,
      message: reading.problem,
      fix: reading.fix,
    });
    return [];
  });
}
