export { formatFailures, formatRun } from './failures.ts';
export { formatRetrievalBoard } from './retrieval-board.ts';
export { formatScoreboard, formatSummaryLine } from './scoreboard.ts';
