// The whole demo on a fresh clone: installs what is missing, builds, then runs `nl2sql demo` into ./demo.
// Arguments go to it: `npm run demo -- --quiet`.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const run = (file, args) => {
  const { status } = spawnSync(file, args, { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
};

if (!existsSync(join(root, 'node_modules/typescript'))) run('npm', ['ci']);
run(process.execPath, [join(root, 'scripts/build.mjs')]);
run(process.execPath, [join(root, 'dist/cli/main.js'), 'demo', ...process.argv.slice(2)]);
