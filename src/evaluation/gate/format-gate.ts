import type { Flip, GateVerdict } from './compare-baseline.ts';

/** A verdict as text: each flip by name, then what stands apart. */
export function formatGate(verdict: GateVerdict): string {
  const lines = [
    ...verdict.lost.map((flip) => `lost     ${flipText(flip)}`),
    ...verdict.gained.map((flip) => `gained   ${flipText(flip)}`),
    ...verdict.changed.map((flip) => `changed  ${flipText(flip)}`),
    ...verdict.added.map((flip) => `new      ${flipText(flip)}`),
    ...verdict.absent.map((run) => `absent   ${run.id} as ${run.role} (${run.system})`),
    `Baseline: ${verdict.lost.length} lost, ${verdict.gained.length} gained, ${verdict.knownMisses} known misses, ${verdict.changed.length} changed, ${verdict.added.length} new, ${verdict.absent.length} absent`,
  ];
  return `${lines.join('\n')}\n`;
}

function flipText({ id, role, system, noise, before, after, reason }: Flip): string {
  const among = noise === 0 ? '' : `, ${noise} invented tables`;
  const why = reason === null ? '' : `: ${reason}`;
  return `${id} as ${role} (${system}${among}): ${before ?? 'not known'} before, ${after} now${why}`;
}
