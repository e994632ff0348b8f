import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of third-party reference data beside the checkout, which tests may read. */
const shared = join(dirname(fileURLToPath(import.meta.url)), '../../shared');

/** Whether the reference data is here. Tests that need it say so: `describe.skipIf(!hasShared)`. */
export const hasShared = existsSync(shared);

/** The path of a file of the reference data. */
export function sharedPath(path: string): string {
  return join(shared, path);
}
