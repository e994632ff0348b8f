import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { shippedFile } from '../../package-files.ts';
import type { RecordedRows, Report, ReportCase } from '../records/index.ts';
import { escapeHtml } from './escape-html.ts';
import { retrievalSection } from './retrieval-plot.ts';

/** Runs per block of details: parsed together when one of them is opened. */
const pieceSize = 50;
/** Rows of a result the page shows; the report itself holds them all. */
const mostRows = 200;

/**
 * The report as one HTML file that opens offline: pieces of text to write one after the other. Data is
 * embedded as JSON that no text of a run can end, and the page may run its own script only.
 */
export async function* formatHtml(report: Report): AsyncGenerator<string> {
  const [style, script] = await Promise.all([readAsset('report.css'), readAsset('report-app.mjs')]);
  const title = `nl2sql: ${report.suites.map(({ name }) => name).join(', ') || report.mode}`;
  yield `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${hashOf(script)}'; img-src data:">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
<style>
${style}</style>
</head>
<body>
<header><h1>${escapeHtml(title)}</h1><span class="grow"></span><button id="theme" type="button" aria-label="Switch between light and dark">◐</button></header>
<main><noscript>This report needs JavaScript to show its runs.</noscript></main>
<template id="retrieval">${retrievalSection(report.retrieval ?? [])}</template>
`;
  yield jsonBlock('index', {
    title,
    about: aboutLine(report),
    summary: report.summary,
    accuracy: report.accuracy,
    pieceSize,
    runs: report.cases.map(indexEntry),
  });
  for (let start = 0; start < report.cases.length; start += pieceSize) {
    const piece = report.cases.slice(start, start + pieceSize);
    yield jsonBlock(`piece-${start / pieceSize}`, piece.map(detailEntry));
  }
  yield `<script type="module">${script}</script>
</body>
</html>
`;
}

function aboutLine(report: Report): string {
  const seconds = (report.elapsedMs / 1000).toFixed(1);
  const version = report.versions['nl2sql'];
  return [
    `mode ${report.mode}`,
    `system ${report.systems.join(', ')}`,
    `started ${report.startedAt}`,
    `took ${seconds} s`,
    ...(version === undefined ? [] : [`nl2sql ${version}`]),
    ...(report.stopped === null ? [] : ['stopped before the end']),
  ].join(' · ');
}

/** What the list and its filters need. */
function indexEntry(run: ReportCase) {
  const { suite, id, role, system, question, tags, difficulty, status, reasonCode, reason } = run;
  return { suite, id, role, system, question, tags, difficulty, status, reasonCode, reason };
}

function detailEntry(run: ReportCase) {
  const { datasource, expected, sql, latencyMs, scores } = run;
  const detail = scores['result_match']?.detail;
  return {
    datasource,
    expected,
    sql,
    latencyMs,
    verdict: typeof detail?.['verdict'] === 'string' ? detail : null,
    scores: Object.fromEntries(
      Object.entries(scores).map(([name, { state, value, passed }]) => [
        name,
        { state, value, passed },
      ]),
    ),
    gold: run.gold?.map((answer) => ({
      sql: answer.sql,
      dialect: answer.dialect,
      ...shownRows(answer.result),
    })),
    predicted: run.predicted && shownRows(run.predicted),
  };
}

function shownRows(result: RecordedRows | undefined) {
  if (!result) return { columns: null, rowCount: 0 };
  return {
    columns: result.columns,
    rowCount: result.rowCount,
    ...(result.rows === undefined ? {} : { rows: result.rows.slice(0, mostRows) }),
  };
}

/** JSON in a block that is data, not script; `<` is escaped, so nothing inside can end it. */
function jsonBlock(id: string, value: unknown): string {
  const text = JSON.stringify(value).replaceAll('<', '\\u003c');
  return `<script type="application/json" id="${id}">${text}</script>\n`;
}

function hashOf(script: string): string {
  return createHash('sha256').update(script).digest('base64');
}

function readAsset(name: string): Promise<string> {
  return readFile(shippedFile(`evaluation/reports/assets/${name}`), 'utf8');
}
