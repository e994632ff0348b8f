import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Project } from '../../config/index.ts';

/** Where indexes and vectors are kept: under the project's storage, else in the user's cache folder. */
export function cacheFolder(project: Project): string {
  return project.file === null
    ? join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'nl2sql', 'retrieval')
    : join(resolve(project.dir, project.storage.path), 'retrieval');
}
