import { resolve } from 'node:path';
import { type Policies, parsePolicies } from '../access/index.ts';
import { Nl2sqlError } from '../errors.ts';
import { readUserFile } from '../validation/index.ts';
import { parseYaml } from './parse-yaml.ts';

/**
 * The policies of a file of their own (`policies.yaml`), or of one that has them under `policies:`.
 * Throws `FILE_NOT_READABLE`, or `CONFIG_INVALID` with every fault at once.
 */
export function loadPoliciesFile(path: string, cwd: string): Policies {
  const file = resolve(cwd, path);
  const text = readUserFile(file, 'Policy file');
  const parsed = parseYaml(text);
  const problem = (path_: string, message: string) => ({
    file,
    line: null,
    path: path_,
    message,
  });
  if (parsed.status === 'invalid') {
    const problems = parsed.problems.map((message) => problem('', message));
    throw new Nl2sqlError('CONFIG_INVALID', { problems });
  }
  const reading = parsePolicies(sectionOf(parsed.value));
  if (reading.status === 'parsed') return reading.policies;
  throw new Nl2sqlError('CONFIG_INVALID', {
    problems: reading.problems.map((own) => problem(own.path, `${own.message}. ${own.fix}`)),
  });
}

function sectionOf(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value;
  const { policies } = value as { policies?: unknown };
  return policies !== null && typeof policies === 'object' ? policies : value;
}
