// Compiles src/ to dist/ and copies the files that are data, not code.
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
/** Folders under src/ whose content is shipped as it is. */
const dataFolders = ['demo/suites', 'demo/template', 'demo/fixtures', 'evaluation/reports/assets'];

execFileSync(
  process.execPath,
  [join(root, 'node_modules/typescript/bin/tsc'), '-p', 'tsconfig.build.json'],
  { cwd: root, stdio: 'inherit' },
);
removeOrphans();
for (const folder of dataFolders) {
  const source = join(root, 'src', folder);
  rmSync(join(root, 'dist', folder), { recursive: true, force: true });
  if (existsSync(source)) cpSync(source, join(root, 'dist', folder), { recursive: true });
}
const bin = join(root, 'dist/cli/main.js');
if (existsSync(bin)) chmodSync(bin, 0o755);

/** The compiler keeps what it built before; what no longer has a source goes. */
function removeOrphans() {
  for (const name of readdirSync(join(root, 'dist'), { recursive: true, encoding: 'utf8' })) {
    const stem = name.replace(/\.(?:js|js\.map|d\.ts)$/, '');
    if (stem === name || existsSync(join(root, 'src', `${stem}.ts`))) continue;
    rmSync(join(root, 'dist', name), { force: true });
  }
}
