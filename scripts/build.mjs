// Compiles src/ to dist/ and copies the files that are data, not code.
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
/** Folders under src/ whose content is shipped as it is. */
const dataFolders = ['demo/suites', 'demo/template', 'demo/fixtures', 'evaluation/reports/assets'];

rmSync(join(root, 'dist'), { recursive: true, force: true });
execFileSync(
  process.execPath,
  [join(root, 'node_modules/typescript/bin/tsc'), '-p', 'tsconfig.build.json'],
  { cwd: root, stdio: 'inherit' },
);
for (const folder of dataFolders) {
  const source = join(root, 'src', folder);
  if (existsSync(source)) cpSync(source, join(root, 'dist', folder), { recursive: true });
}
const bin = join(root, 'dist/cli/main.js');
if (existsSync(bin)) chmodSync(bin, 0o755);
