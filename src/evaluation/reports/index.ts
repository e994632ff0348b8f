export { formatFailures, formatRun } from './failures.ts';
export { formatScoreboard, formatSummaryLine } from './scoreboard.ts';
