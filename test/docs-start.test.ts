import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterAll, describe, expect, it } from 'vitest';
import { type CliRun, runCli } from './cli/run-cli.ts';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const dir = mkdtempSync(join(tmpdir(), 'nl2sql-start-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

interface Block {
  readonly language: string;
  /** The file that the line before the block names last. */
  readonly file: string | undefined;
  readonly text: string;
}

const named = /`([\w/]+\.\w+)`/g;

/** The code blocks of a page, in their order. */
function blocksOf(page: string): Block[] {
  const text = readFileSync(join(root, page), 'utf8');
  return [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map((match) => ({
    file: [...(text.slice(0, match.index).trimEnd().split('\n').at(-1) ?? '').matchAll(named)].at(
      -1,
    )?.[1],
    language: match[1] ?? '',
    text: match[2] ?? '',
  }));
}

describe('docs/start.md', () => {
  it('works as written, from an empty folder', async () => {
    let last: CliRun = { exitCode: 0, stdout: '', stderr: '' };
    for (const { language, file, text } of blocksOf('docs/start.md')) {
      if (language === 'sql') {
        const database = new DatabaseSync(join(dir, 'bikes.sqlite'));
        database.exec(text);
        database.close();
      } else if (language === 'text') {
        expect(last.stdout).toContain(text);
      } else if (text.startsWith('nl2sql ')) {
        for (const line of text.trim().split('\n')) {
          const [, command = '', exit = '0'] = /^nl2sql (.*?)(?: +# exit (\d))?$/.exec(line) ?? [];
          last = await runCli(command.split(' '), { cwd: dir });
          expect(last, line).toMatchObject({ exitCode: Number(exit) });
        }
      } else if (file === 'nl2sql.yaml') {
        writeFileSync(join(dir, file), `${readFileSync(join(dir, file), 'utf8')}\n${text}`);
      } else {
        writeFileSync(join(dir, file ?? 'no file is named before the block'), text);
      }
    }
    expect(readFileSync(join(dir, 'evals/first.yaml'), 'utf8')).toContain('bikes_seed_001');
    expect(readFileSync(join(dir, 'report.md'), 'utf8')).toContain('Execution accuracy');
  });
});

describe('README.md', () => {
  it('shows what compare prints', async () => {
    const blocks = blocksOf('README.md').map(({ text }) => text);
    const commands = blocks.find((text) => text.startsWith('printf ')) ?? '';
    for (const [, text = '', file = ''] of commands.matchAll(/^printf '(.*)' > (\S+)$/gm)) {
      writeFileSync(join(dir, file), text.replaceAll('\\n', '\n'));
    }
    const [, command = ''] = /^npx nl2sql (compare .*)$/m.exec(commands) ?? [];
    const run = await runCli(command.split(' '), { cwd: dir });
    expect(run).toMatchObject({ exitCode: 1, stderr: '' });
    expect(blocks).toContain(run.stdout);
  });

  it('shows a failure of the demo', async () => {
    await runCli(['init', 'demo', '--demo'], { cwd: dir });
    const { stdout } = await runCli(
      ['eval', 'run', '--predictions', 'predictions.jsonl', '--cases', 'chinook_006'],
      { cwd: join(dir, 'demo') },
    );
    const shown = blocksOf('README.md').find(({ text }) => text.startsWith('FAIL '));
    expect(stdout).toContain(shown?.text);
  });
});
