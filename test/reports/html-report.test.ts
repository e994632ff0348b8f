import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeWhole } from '../../src/evaluation/records/index.ts';
import { formatHtml } from '../../src/evaluation/reports/index.ts';
import { hostile, sampleReport } from './sample-report.ts';

const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find(existsSync);

describe.skipIf(executablePath === undefined)('the HTML report (needs chromium)', () => {
  let folder: string;
  let browser: Browser;
  const faults: string[] = [];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'nl2sql-html-'));
    await writeWhole(join(folder, 'report.html'), 'HTML report', formatHtml(sampleReport()));
    browser = await chromium.launch({
      ...(executablePath === undefined ? {} : { executablePath }),
      args: ['--no-sandbox'],
    });
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function openReport(colorScheme: 'light' | 'dark' = 'light'): Promise<Page> {
    const page = await browser.newPage({ colorScheme, viewport: { width: 1280, height: 800 } });
    page.on('pageerror', (error) => faults.push(String(error)));
    page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
    page.on('request', (request) => {
      if (!/^(?:file|data):/.test(request.url()))
        faults.push(`asked the network: ${request.url()}`);
    });
    await page.goto(pathToFileURL(join(folder, 'report.html')).href);
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
