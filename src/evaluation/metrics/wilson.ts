/** The two ends of a 95 % confidence interval of a share, each from 0 to 1. */
export type Interval = readonly [low: number, high: number];

const z = 1.959963984540054;

/**
 * The Wilson score interval of `passed` in `of` at 95 % (Wilson 1927); null when there is nothing to tell.
 *
 * @example
 * wilsonInterval(8, 10); // [0.4902, 0.9433]
 */
export function wilsonInterval(passed: number, of: number): Interval | null {
  if (of === 0) return null;
  const share = passed / of;
  const denominator = 1 + (z * z) / of;
  const centre = share + (z * z) / (2 * of);
  const spread = z * Math.sqrt((share * (1 - share)) / of + (z * z) / (4 * of * of));
  return [
    round(Math.max(0, (centre - spread) / denominator)),
    round(Math.min(1, (centre + spread) / denominator)),
  ];
}

function round(share: number): number {
  return Math.round(share * 10_000) / 10_000;
}
