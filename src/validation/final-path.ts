import { readlink, realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';

/** As many links as systems follow before they call it a loop. */
const mostLinks = 40;

/**
 * The file a path means, whatever links lead to it, also where that file is not there yet: a link to
 * nothing gives the place it points at.
 *
 * @example
 * await finalPath('link.yaml'); // '/project/evals/shop.yaml'
 */
export async function finalPath(path: string, links = mostLinks): Promise<string> {
  const absolute = resolve(path);
  const real = await realpath(absolute).catch(() => null);
  if (real !== null) return real;
  const parent = dirname(absolute);
  if (parent === absolute || links === 0) return absolute;
  const folder = await finalPath(parent, links - 1);
  const place = join(folder, basename(absolute));
  const target = await readlink(place).catch(() => null);
  return target === null ? place : finalPath(resolve(folder, target), links - 1);
}
