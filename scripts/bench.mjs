// Builds dist/, compiles src/ and bench/ and runs one bench: `npm run bench -- retrieval --sets pq_shop`.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const [name, ...args] = process.argv.slice(2);
if (name === undefined || !existsSync(join(root, 'bench', `${name}.ts`))) {
  console.error(`No bench "${name ?? ''}": name a file of bench/ without its ending.`);
  process.exit(2);
}
const run = (file, rest) => {
  const { status } = spawnSync(process.execPath, [file, ...rest], { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
};
run(join(root, 'scripts/build.mjs'), []);
run(join(root, 'node_modules/typescript/bin/tsc'), ['-p', 'tsconfig.bench.json']);
run(join(root, '.bench/bench', `${name}.js`), args);
