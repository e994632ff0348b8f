import { generateChinook } from './chinook/chinook.ts';
import type { DemoDatabase } from './demo-database.ts';
import { generateCustomers } from './people.ts';
import { generateSupport } from './support.ts';
import { generateWebanalytics } from './webanalytics.ts';

/** The seed of the packaged suites' rows. Another seed gives other rows, and other right answers. */
export const demoSeed = 20_090_101;

/**
 * The three demo databases: `chinook` (a music shop), `support` (its help desk) and `webanalytics` (its
 * web site), with the same 59 customers in all of them. The same seed gives the same rows everywhere.
 *
 * @example
 * demoDatabases().map((database) => database.id); // ['chinook', 'support', 'webanalytics']
 */
export function demoDatabases(seed: number = demoSeed): readonly DemoDatabase[] {
  const customers = generateCustomers(seed);
  const { database: chinook, invoices } = generateChinook(seed, customers);
  return [
    chinook,
    generateSupport(seed, customers),
    generateWebanalytics(seed, customers, invoices),
  ];
}
