import type { UserValues } from '../access/index.ts';
import type { Project } from '../config/index.ts';
import type { EvalRunOptions } from './run-options.ts';

/** `$user.*` values by role: those of the project, those of the run before them. */
export function usersOf(
  project: Project,
  { user = {} }: Pick<EvalRunOptions, 'user'>,
): Readonly<Record<string, UserValues>> {
  const roles = project.policies === null ? [] : [...project.policies.roles.keys()];
  const users = project.evals.users ?? {};
  return Object.fromEntries(
    [...new Set([...roles, ...Object.keys(users)])].map((role) => [
      role,
      { ...users[role], ...user },
    ]),
  );
}

/** What to do where a row filter asks for a value that nobody gave. */
export function missingUserValue(keys: readonly string[]): string {
  const wanted = keys.map((key) => `$user.${key}`).join(', ');
  const values = keys.map((key) => `${key}: …`).join(', ');
  return `a row filter needs ${wanted}; give it under evals: users: {ROLE: {${values}}}`;
}
