import type { ForeignKeyLinks } from '../foreign-key-links.ts';

/**
 * PromptQuery's `expand_via_fks`: the seeds, then what the seeds reference, then every table that
 * references a seed in catalog order, one hop, cut at `maxTotal`.
 */
export function expandViaForeignKeys(
  links: ForeignKeyLinks,
  seeds: readonly number[],
  maxTotal: number,
): number[] {
  const selected = new Set<number>();
  const add = (position: number) => {
    if (selected.size < maxTotal) selected.add(position);
  };
  for (const seed of seeds) add(seed);
  const walked = [...selected];
  for (const seed of walked) for (const target of links[seed] ?? []) add(target);
  const seedSet = new Set(walked);
  for (const [position, targets] of links.entries()) {
    if (selected.size >= maxTotal) break;
    if (targets.some((target) => seedSet.has(target))) add(position);
  }
  return [...selected];
}
