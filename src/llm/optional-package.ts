import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/**
 * Imports a package that is not installed with ours: from where our own code finds packages, else from
 * where a project would, so that a globally installed nl2sql finds what the project installed.
 *
 * @returns null when it is in neither place; a package that is there and fails to load throws its error
 */
export async function loadOptionalPackage(
  name: string,
  packagesFrom: string,
): Promise<Readonly<Record<string, unknown>> | null> {
  if (isInstalled(name, fileURLToPath(import.meta.url))) return import(name);
  const project = join(packagesFrom, 'package.json');
  if (!isInstalled(name, project)) return null;
  return import(pathToFileURL(createRequire(project).resolve(name)).href);
}

/** Looked for, not tried: an import that fails may as well have failed inside the package. */
function isInstalled(name: string, from: string): boolean {
  const folders = createRequire(from).resolve.paths(name) ?? [];
  return folders.some((folder) => existsSync(join(folder, name, 'package.json')));
}

/** What a package exports under a name; of a CommonJS package that may be inside its default export. */
export function exportOf(module: Readonly<Record<string, unknown>>, name: string): unknown {
  const { default: inner } = module as { default?: Readonly<Record<string, unknown>> };
  return module[name] ?? inner?.[name];
}
