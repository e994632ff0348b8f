import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formatHtml } from '../../src/evaluation/reports/index.ts';
import { writeFileAtomically } from '../../src/validation/index.ts';
import { hostile, sampleReport } from './sample-report.ts';

const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find(existsSync);

/** The means of a retriever at one noise level. */
const row = {
  ...{ retriever: 'nl2sql', noise: 0, total: 25, pass: 25, tokenizer: 'o200k_base' },
  ...{ tableRecall: 1, columnRecall: null, recallAt: { 5: 0.97, 10: 1, 20: 1 } },
  ...{ mrr: 0.95, precision: 0.1, tablesSent: 14, columnsSent: 90 },
  ...{ tokensSent: 900, msPerQuestion: 0.25 },
};

describe.skipIf(executablePath === undefined)('the HTML report (needs chromium)', () => {
  let folder: string;
  let browser: Browser;
  const faults: string[] = [];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'nl2sql-html-'));
    await writeFileAtomically(
      join(folder, 'report.html'),
      formatHtml(sampleReport()),
      'HTML report',
    );
    browser = await chromium.launch({
      ...(executablePath === undefined ? {} : { executablePath }),
      args: ['--no-sandbox'],
    });
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function openReport(
    colorScheme: 'light' | 'dark' = 'light',
    path = join(folder, 'report.html'),
  ): Promise<Page> {
    const page = await browser.newPage({ colorScheme, viewport: { width: 1280, height: 800 } });
    page.on('pageerror', (error) => faults.push(String(error)));
    page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
    page.on('request', (request) => {
      if (!/^(?:file|data):/.test(request.url()))
        faults.push(`asked the network: ${request.url()}`);
    });
    await page.goto(pathToFileURL(path).href);
    await page.waitForSelector('.run');
    return page;
  }

  it('lists every run and filters by status, role and text', async () => {
    const page = await openReport();
    expect(await page.locator('.run').count()).toBe(4);
    await page.getByRole('button', { name: /^fail/ }).click();
    expect(await page.locator('.run .id').allTextContents()).toEqual(['wrong']);
    await page.keyboard.press('Escape');
    expect(await page.locator('.run').count()).toBe(4);
    await page.locator('select[data-filter="role"]').selectOption('viewer');
    expect(await page.locator('.run .id').allTextContents()).toEqual(['wrong']);
    await page.locator('select[data-filter="role"]').selectOption('');
    await page.getByRole('searchbox').fill('totals name');
    expect(await page.locator('.run .id').allTextContents()).toEqual(['right']);
    await page.close();
  });

  it('is used by keyboard: failures, open, next, back', async () => {
    const page = await openReport();
    await page.keyboard.press('f');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.question');
    expect(await page.locator('.question').textContent()).toContain('What about');
    await page.keyboard.press('n');
    await page.waitForURL(/#\/run\/2$/);
    await page.keyboard.press('Escape');
    await page.waitForSelector('.run');
    await page.close();
  });

  it('shows question, both SQL texts, the reason and the differing cells of a run', async () => {
    const page = await openReport('dark');
    await page.locator('.run', { hasText: 'wrong' }).click();
    await page.waitForSelector('.question');
    const text = (await page.locator('main').textContent()) ?? '';
    expect(text).toContain('SELECT name, total FROM t');
    expect(text).toContain('wrong-rows');
    expect(await page.locator('td.gold-mark').first().textContent()).toBe('2');
    expect(await page.locator('td.predicted-mark').first().textContent()).toBe('20');
    await page.close();
  });

  it('runs nothing that a question, SQL or a row spells, and asks no network', async () => {
    const page = await openReport();
    await page.locator('.run', { hasText: 'wrong' }).click();
    await page.waitForSelector('.question');
    expect(await page.locator('.question').textContent()).toBe(`What about ${hostile}?`);
    expect(await page.locator('main img').count()).toBe(0);
    expect(await page.title()).toBe('wrong · nl2sql: shop');
    await page.close();
    expect(faults).toEqual([]);
  });

  it('plots mode retrieval over its noise levels, with the figures as a table', async () => {
    const retrieval = [
      row,
      {
        ...row,
        retriever: hostile,
        pass: 20,
        tableRecall: null,
        recallAt: { 5: 0.5, 10: 1, 20: 1 },
      },
      { ...row, noise: 1000, pass: 23 },
      { ...row, retriever: hostile, noise: 1000, pass: 10, tokensSent: 1800 },
    ];
    const path = join(folder, 'retrieval.html');
    await writeFileAtomically(path, formatHtml({ ...sampleReport(), retrieval }), 'HTML report');
    const page = await openReport('light', path);
    expect(await page.locator('.plots figcaption').allTextContents()).toEqual([
      'Passed',
      'Needed tables sent',
      'Recall in the first 5',
      'Recall in the first 20',
      'Tokens a question',
      'Milliseconds a question',
    ]);
    const passed = page.locator('.plots svg').first();
    // The plot spans x 50 to 320 and y 12 (100 %) to 160 (0 %): 23 of 25 is 92 %, at 160 - .92 * 148.
    expect(await passed.locator('.series-0 > path').getAttribute('d')).toBe('M50 12L320 23.8');
    expect(await passed.locator('.series-0 title').allTextContents()).toEqual([
      'nl2sql among 0: 100.0 %',
      'nl2sql among 1,000: 92.0 %',
    ]);
    expect(await passed.locator('.series-1 rect').count()).toBe(2);
    // A figure that was not measured has no mark.
    expect(await page.locator('.plots svg').nth(1).locator('.series-1 rect').count()).toBe(1);
    const cells = await page.locator('.figures tbody tr').nth(2).locator('td').allTextContents();
    expect(cells.join(' ')).toBe(
      '1,000 nl2sql 23/25 100.0 % 97.0 % 100.0 % 100.0 % 0.950 – 14.0 90.0 900 0.25',
    );
    expect(await page.locator('main img').count()).toBe(0);
    await page.close();
    expect(faults).toEqual([]);
  });

  it('has only the table for one noise level, and nothing without retrieval', async () => {
    const path = join(folder, 'one-level.html');
    const report = { ...sampleReport(), retrieval: [row] };
    await writeFileAtomically(path, formatHtml(report), 'HTML report');
    const single = await openReport('light', path);
    expect(await single.locator('.plots').count()).toBe(0);
    expect(await single.locator('.figures tbody tr').count()).toBe(1);
    await single.close();
    const without = await openReport();
    expect(await without.locator('.retrieval').count()).toBe(0);
    await without.close();
  });

  it('is dark on a dark system and light on a light one', async () => {
    const ground = async (scheme: 'light' | 'dark') => {
      const page = await openReport(scheme);
      const color = await page.evaluate('getComputedStyle(document.body).backgroundColor');
      await page.close();
      return color;
    };
    expect(await ground('light')).toBe('rgb(246, 247, 249)');
    expect(await ground('dark')).toBe('rgb(18, 21, 27)');
  });
});
