import type { Policies } from '../access/index.ts';
import { nearest } from '../validation/index.ts';
import type { CliContext } from './command.ts';

/**
 * Says on standard error that the policies have no such role. It sees nothing, which is a safe verdict
 * and, of a role that was only misspelt, a puzzling one.
 */
export function warnOfUnknownRole(
  role: string | undefined,
  policies: Policies | null,
  context: CliContext,
): void {
  if (role === undefined || policies === null || policies.allowAll) return;
  const known = [...new Set([...policies.roles.keys(), ...policies.adminRoles])];
  if (known.includes(role)) return;
  const suggestion = nearest(role, known);
  const hint = suggestion === undefined ? '' : `. Did you mean "${suggestion}"?`;
  context.log(
    `warning: the policies have no role "${role}", which sees nothing; roles: ${known.join(', ')}${hint}\n`,
  );
}
