/** Random numbers that a seed repeats exactly, on every machine. */
export interface SeededRandom {
  /** A number from 0 up to, not including, 1. */
  next(): number;
  /** An integer from 0 up to, not including, `limit`. */
  integer(limit: number): number;
  /** One of the items. */
  pick<Item>(items: readonly Item[]): Item;
  /** A shuffled copy. */
  shuffle<Item>(items: readonly Item[]): Item[];
}

/** Mulberry32: 32 bits of state, even enough for choosing tables and names. */
export function createSeededRandom(seed: number): SeededRandom {
  let state = seed | 0;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const integer = (limit: number) => Math.floor(next() * limit);
  return {
    next,
    integer,
    pick: (items) => items[integer(items.length)] as (typeof items)[number],
    shuffle(items) {
      const copy = [...items];
      for (let last = copy.length - 1; last > 0; last -= 1) {
        const other = integer(last + 1);
        const kept = copy[last] as (typeof items)[number];
        copy[last] = copy[other] as (typeof items)[number];
        copy[other] = kept;
      }
      return copy;
    },
  };
}

/** A 32-bit seed of a text (FNV-1a). */
export function seedOfText(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash | 0;
}
