// Writes docs/formats/*.schema.json from the code that reads the formats.
//   node scripts/formats.mjs            write them
//   node scripts/formats.mjs --check    exit 1 where one is not what the code says
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const compiler = join(root, 'node_modules/typescript/bin/tsc');
execFileSync(process.execPath, [compiler, '-p', 'tsconfig.bench.json'], { cwd: root });
const { formatSchemas } = await import('../.bench/src/cli/format-schemas.js');

const folder = join(root, 'docs/formats');
let stale = 0;
for (const [name, schema] of Object.entries(await formatSchemas())) {
  const path = join(folder, `${name}.schema.json`);
  const text = `${JSON.stringify(schema, null, 2)}\n`;
  const before = existsSync(path) ? readFileSync(path, 'utf8') : '';
  if (before === text) continue;
  stale += 1;
  if (process.argv.includes('--check')) console.error(`stale: ${path}`);
  else writeFileSync(path, text);
}
process.exitCode = process.argv.includes('--check') && stale > 0 ? 1 : 0;
