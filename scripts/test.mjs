// Builds what the tests start as processes of their own, then runs the tests once.
// Arguments go to vitest: `npm test -- src/sql` runs one folder.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const run = (file, args) => {
  const { status } = spawnSync(process.execPath, [join(root, file), ...args], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(status ?? 1);
};

if (!existsSync(join(root, 'node_modules/vitest'))) {
  const { status } = spawnSync('npm', ['ci'], { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
run('scripts/build.mjs', []);
run('node_modules/vitest/vitest.mjs', ['run', ...process.argv.slice(2)]);
