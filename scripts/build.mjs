// Builds dist/: declarations of every module, the code in a few files, and the files that are data.
// The code is put together because loading hundreds of small modules took longer than running them.
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { englishWordsText } from './english-words.mjs';
import { bundledPackages, thirdPartyNotice } from './third-party.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const dist = join(root, 'dist');
/** Folders under src/ whose content is shipped as it is. */
const dataFolders = ['demo/suites', 'demo/template', 'demo/fixtures', 'evaluation/reports/assets'];
/** What `exports` and `bin` of package.json name; tests start programs that open a database by the last. */
const doors = [
  'cli/main',
  'index',
  'evaluation/suite/index',
  'evaluation/results/index',
  'datasources/index',
];
/** Programs of their own: each one file, so that a process or thread loads nothing it does not run. */
const programs = ['sql/analysis-process', 'datasources/sqlite/sqlite-process'];

rmSync(dist, { recursive: true, force: true });
mkdirSync(dist);
execFileSync(
  process.execPath,
  [join(root, 'node_modules/typescript/bin/tsc'), '-p', 'tsconfig.build.json'],
  { cwd: root, stdio: 'inherit' },
);
await bundle(doors, {
  chunkFileNames: 'code/[name]-[hash].js',
  // What every command loads first is one file: finding a file costs more than reading it.
  codeSplitting: {
    groups: [{ name: 'base', test: /src[\\/](errors|package-files|cli[\\/]command)\.ts$/ }],
  },
});
for (const program of programs) await bundle([program], { codeSplitting: false });
writeFileSync(join(dist, 'THIRD-PARTY.txt'), thirdPartyNotice(root));
for (const folder of dataFolders)
  cpSync(join(root, 'src', folder), join(dist, folder), { recursive: true });
mkdirSync(join(dist, 'retrieval'), { recursive: true });
writeFileSync(join(dist, 'retrieval/english-words.txt'), englishWordsText());
const bin = join(dist, 'cli/main.js');
chmodSync(bin, 0o755);
writeFileSync(join(dist, 'cli/help.txt'), execFileSync(process.execPath, [bin, 'help']));

async function bundle(entries, output) {
  const build = await rolldown({
    cwd: root,
    input: Object.fromEntries(entries.map((entry) => [entry, `src/${entry}.ts`])),
    platform: 'node',
    // Our modules only declare: what no entry uses is left out whole.
    treeshake: { moduleSideEffects: false },
    external: (id) => /^[^./]/.test(id) && !bundledPackages.includes(id.split('/')[0]),
    onLog(level, log) {
      if (level === 'warn') throw new Error(`rolldown: ${log.message}`);
    },
  });
  await build.write({ dir: dist, format: 'esm', sourcemap: true, ...output });
  await build.close();
}
