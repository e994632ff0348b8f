import type { EvalSuite, Finding } from './model.ts';
import { createProjectCheck, type SuiteProject } from './project-rules.ts';

/**
 * What a loaded suite names that a project does not have: datasources, roles, tables, columns of approved
 * cases. Lines are those of the case.
 *
 * @example
 * checkNames(suite, { datasources: ['shop'], catalogs: new Map([['shop', catalog]]), severity: 'warning' });
 */
export function checkNames(suite: EvalSuite, project: SuiteProject): Finding[] {
  const check = createProjectCheck(project);
  const findings: Finding[] = [];
  for (const evalCase of suite.cases) {
    if (evalCase.status !== 'approved') continue;
    const reading = { case: evalCase, places: new Map(), unreadable: new Set<never>() };
    check(reading, ({ code, severity, field, message, fix }) => {
      findings.push({
        code,
        severity: severity ?? 'error',
        file: suite.path,
        line: evalCase.lines?.first ?? null,
        case: evalCase.id,
        field,
        message,
        fix,
      });
    });
  }
  return findings;
}
