import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { InternalError } from './errors.ts';

/**
 * Where the package's own files lie. The build puts code into a few files, so nothing may look for its
 * neighbours beside itself: every path starts at the folder of package.json.
 */
const here = fileURLToPath(import.meta.url);
const root = packageRoot(dirname(here));
/** Tests run the sources as they are; everybody else runs what was built. */
const folder = here.endsWith('.ts') ? 'src' : 'dist';

function packageRoot(start: string): string {
  if (existsSync(join(start, 'package.json'))) return start;
  const parent = dirname(start);
  if (parent === start) throw new InternalError(`no package.json above ${here}`);
  return packageRoot(parent);
}

/** The absolute path of a data file or folder that ships with the code, such as `demo/suites`. */
export function shippedFile(path: string): string {
  return join(root, folder, path);
}

/** The absolute path of what only the build makes: a program to start as a process or thread, a word list. */
export function builtFile(path: string): string {
  const file = join(root, 'dist', path);
  if (!existsSync(file)) throw new InternalError(`${file} is missing: npm run build makes it`);
  return file;
}

/** The version in package.json. */
export function packageVersion(): string {
  const text = readFileSync(join(root, 'package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
