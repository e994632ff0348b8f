import type { ReportRetrieval } from '../records/index.ts';
import { escapeHtml } from './escape-html.ts';

/** One small plot: a figure of every retriever over the noise levels. */
interface Panel {
  readonly title: string;
  readonly figure: (row: ReportRetrieval) => number | null;
  readonly format: (value: number) => string;
  /** The upper end of the axis; null: a round number above the largest value. */
  readonly top: number | null;
}

const percent = (value: number) => `${(value * 100).toFixed(1)} %`;
const whole = (value: number) => value.toFixed(0);

const panels: readonly Panel[] = [
  {
    title: 'Passed',
    figure: ({ pass, total }) => (total === 0 ? null : pass / total),
    format: percent,
    top: 1,
  },
  { title: 'Needed tables sent', figure: (row) => row.tableRecall, format: percent, top: 1 },
  { title: 'Recall in the first 5', figure: (row) => row.recallAt[5], format: percent, top: 1 },
  { title: 'Recall in the first 20', figure: (row) => row.recallAt[20], format: percent, top: 1 },
  { title: 'Tokens a question', figure: (row) => row.tokensSent, format: whole, top: null },
  {
    title: 'Milliseconds a question',
    figure: (row) => row.msPerQuestion,
    format: (value) => value.toFixed(2),
    top: null,
  },
];

/** Of the panel, in units of its view box. */
const [width, height, left, right, upper, lower] = [340, 190, 50, 20, 12, 30];

/**
 * Mode retrieval as HTML: where several noise levels were run, a curve of each figure over them, and
 * always the figures as a table. Colours come from the page, so it is light and dark as the page is.
 */
export function retrievalSection(rows: readonly ReportRetrieval[]): string {
  if (rows.length === 0) return '';
  const levels = [...new Set(rows.map(({ noise }) => noise))].sort((a, b) => a - b);
  const names = [...new Set(rows.map(({ retriever }) => retriever))];
  const curves =
    levels.length < 2
      ? ''
      : `<p class="about">Over the number of invented tables; levels stand evenly apart.</p>
<p class="legend">${names.map(legendEntry).join('')}</p>
<div class="plots">${panels.map((panel) => plot(panel, rows, levels, names)).join('')}</div>
`;
  return `<section class="retrieval"><h2>Retrieval</h2>
${curves}${figureTable(rows)}</section>`;
}

function legendEntry(name: string, series: number): string {
  return `<span><svg class="${seriesClass(series)}" viewBox="0 0 30 12" width="30" height="12" aria-hidden="true"><path d="M1 6H29"/>${mark(series, 15, 6, '')}</svg> ${escapeHtml(name)}</span>`;
}

function plot(
  { title, figure, format, top }: Panel,
  rows: readonly ReportRetrieval[],
  levels: readonly number[],
  names: readonly string[],
): string {
  const most = top ?? roundAbove(Math.max(...rows.map((row) => figure(row) ?? 0)));
  const x = (level: number) =>
    left + (levels.indexOf(level) / (levels.length - 1)) * (width - left - right);
  const y = (value: number) => height - lower - (value / most) * (height - lower - upper);
  const grid = [0, 0.25, 0.5, 0.75, 1].map((part) => {
    const place = round(y(part * most));
    const label = top === null ? axisNumber(part * most) : `${part * 100} %`;
    return `<path class="grid" d="M${left} ${place}H${width - right}"/><text x="${left - 7}" y="${place + 4}" text-anchor="end">${label}</text>`;
  });
  const ticks = levels.map(
    (level) =>
      `<text x="${round(x(level))}" y="${height - 9}" text-anchor="middle">${level.toLocaleString('en')}</text>`,
  );
  const lines = names.map((name, series) => {
    const points = rows
      .filter((row) => row.retriever === name)
      .sort((a, b) => a.noise - b.noise)
      .flatMap((row) => {
        const value = figure(row);
        return value === null ? [] : [{ row, value, x: round(x(row.noise)), y: round(y(value)) }];
      });
    if (points.length === 0) return '';
    const path = points.map((point) => `${point.x} ${point.y}`).join('L');
    const marks = points.map((point) =>
      mark(
        series,
        point.x,
        point.y,
        `<title>${escapeHtml(name)} among ${point.row.noise.toLocaleString('en')}: ${format(point.value)}</title>`,
      ),
    );
    return `<g class="${seriesClass(series)}"><path d="M${path}"/>${marks.join('')}</g>`;
  });
  return `<figure class="sheet"><figcaption>${title}</figcaption><svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${title} over the number of invented tables">${grid.join('')}${ticks.join('')}${lines.reverse().join('')}</svg></figure>`;
}

/** Retrievers differ by colour, dash and mark: one of them is enough to tell them apart. */
function mark(series: number, x: number, y: number, inner: string): string {
  switch (series % 3) {
    case 0:
      return `<circle cx="${x}" cy="${y}" r="4">${inner}</circle>`;
    case 1:
      return `<rect x="${x - 3.5}" y="${y - 3.5}" width="7" height="7">${inner}</rect>`;
    default:
      return `<path class="mark" d="M${x} ${y - 4.5}L${x + 4.5} ${y + 3.5}H${x - 4.5}Z">${inner}</path>`;
  }
}

function seriesClass(series: number): string {
  return `series-${series % 3}`;
}

/** 1, 2, 4, 5 or 8 times a power of ten, not below the value: quarters of it are short. */
function roundAbove(value: number): number {
  if (value <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return ([1, 2, 4, 5, 8].find((step) => step * power >= value) ?? 10) * power;
}

function axisNumber(value: number): string {
  return Number(value.toPrecision(3)).toLocaleString('en');
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

const columns: readonly (readonly [string, (row: ReportRetrieval) => string])[] = [
  ['invented tables', ({ noise }) => noise.toLocaleString('en')],
  ['retriever', ({ retriever }) => escapeHtml(retriever)],
  ['passed', ({ pass, total }) => `${pass}/${total}`],
  ['tables', (row) => orDash(row.tableRecall, percent)],
  ['R@5', (row) => orDash(row.recallAt[5], percent)],
  ['R@10', (row) => orDash(row.recallAt[10], percent)],
  ['R@20', (row) => orDash(row.recallAt[20], percent)],
  ['MRR', (row) => orDash(row.mrr, (value) => value.toFixed(3))],
  ['columns', (row) => orDash(row.columnRecall, percent)],
  ['tables sent', (row) => orDash(row.tablesSent, (value) => value.toFixed(1))],
  ['columns sent', (row) => orDash(row.columnsSent, (value) => value.toFixed(1))],
  ['tokens', (row) => orDash(row.tokensSent, whole)],
  ['ms', (row) => orDash(row.msPerQuestion, (value) => value.toFixed(2))],
];

function figureTable(rows: readonly ReportRetrieval[]): string {
  const head = columns.map(([name]) => `<th scope="col">${name}</th>`).join('');
  const body = rows.map(
    (row) => `<tr>${columns.map(([, text]) => `<td>${text(row)}</td>`).join('')}</tr>`,
  );
  return `<div class="figures sheet"><table><thead><tr>${head}</tr></thead><tbody>${body.join('\n')}</tbody></table></div>`;
}

function orDash(value: number | null, format: (value: number) => string): string {
  return value === null ? '–' : format(value);
}
