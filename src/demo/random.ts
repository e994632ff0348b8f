import { InternalError } from '../errors.ts';

/**
 * Chance that is the same on every machine: only 32-bit integer arithmetic and exact divisions, no
 * `Math.random`, no transcendental function whose last digit an engine may choose.
 */
export interface Random {
  /** A whole number from `min` to `max`, both included. */
  int(min: number, max: number): number;
  /** True `percent` times out of a hundred. */
  chance(percent: number): boolean;
  pick<Item>(items: readonly Item[]): Item;
  /** An item, the earlier ones far more often than the later ones. */
  pickEarly<Item>(items: readonly Item[]): Item;
  /** A key of `weights`, in proportion to its weight. */
  weighted<Key extends string>(weights: Readonly<Record<Key, number>>): Key;
  shuffle<Item>(items: readonly Item[]): Item[];
}

/**
 * A stream of chance for one purpose. Streams of different labels are independent, so a change in one
 * table's generator leaves the rows of all other tables alone.
 *
 * @example
 * createRandom(7, 'chinook.Track').int(1, 6);
 */
export function createRandom(seed: number, label: string): Random {
  const next = mulberry32(hashText(`${seed}:${label}`));
  const int = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  const at = <Item>(items: readonly Item[], index: number): Item => {
    if (items.length === 0)
      throw new InternalError('A random choice needs something to choose from');
    return items[index] as Item;
  };
  return {
    int,
    chance: (percent) => next() * 100 < percent,
    pick: (items) => at(items, int(0, items.length - 1)),
    pickEarly: (items) => {
      const share = next();
      return at(items, Math.floor(share * share * items.length));
    },
    weighted: (weights) => {
      const keys = Object.keys(weights) as (keyof typeof weights)[];
      let left = next() * keys.reduce((sum, key) => sum + weights[key], 0);
      for (const key of keys) {
        left -= weights[key];
        if (left < 0) return key;
      }
      return at(keys, keys.length - 1);
    },
    shuffle: (items) => {
      const shuffled = [...items];
      for (let index = shuffled.length - 1; index > 0; index--) {
        const other = int(0, index);
        [shuffled[index], shuffled[other]] = [at(shuffled, other), at(shuffled, index)];
      }
      return shuffled;
    },
  };
}

/** `total` in `parts` whole numbers from `min` to `max`, as uneven as chance makes them. */
export function spreadTotal(
  random: Random,
  { total, parts, min, max }: { total: number; parts: number; min: number; max: number },
): number[] {
  const sizes = Array.from({ length: parts }, () => random.int(min, max));
  let missing = total - sizes.reduce((sum, size) => sum + size, 0);
  while (missing !== 0) {
    const index = random.int(0, parts - 1);
    const size = sizes[index] ?? 0;
    const step = Math.sign(missing);
    if (size + step < min || size + step > max) continue;
    sizes[index] = size + step;
    missing -= step;
  }
  return sizes;
}

/** Tommy Ettinger's mulberry32: 32 bits of state, a fraction below 1. */
function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** FNV-1a over the UTF-16 units. */
function hashText(value: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < value.length; index++) {
    hash = Math.imul(hash ^ value.charCodeAt(index), 0x01000193);
  }
  return hash >>> 0;
}
