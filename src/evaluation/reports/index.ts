export { formatFailures, formatRun } from './failures.ts';
export { formatHtml } from './html-report.ts';
export { formatJunit } from './junit-report.ts';
export { formatMarkdown } from './markdown-report.ts';
export { formatRetrievalBoard } from './retrieval-board.ts';
export { formatRoleMatrix, type RoleMatrix, roleMatrix } from './role-matrix.ts';
export { formatScoreboard, formatSummaryLine } from './scoreboard.ts';
