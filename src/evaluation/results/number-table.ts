/**
 * Maps numbers to small integers: small whole numbers (ids, counts) by index, others by open addressing over
 * typed arrays, with -0 as 0 and one NaN.
 */
export interface NumberTable {
  /** The id of a value; a value that is new gets `nextId`. */
  idOf(value: number, nextId: number): number;
}

/** Whole numbers below this may lie in an array of their own: at most 8 MB. */
const directSize = 2 ** 21;
/** The array may be this many times longer than what it holds, so that one large id does not make it. */
const slack = 8;

export function createNumberTable(): NumberTable {
  const word = new Float64Array(1);
  const halves = new Int32Array(word.buffer);
  let direct = new Int32Array(64).fill(-1);
  let held = 0;
  /** How many small whole numbers came while the array was too short for them: they stay where they are. */
  let strays = 0;
  let nanId = -1;
  let slots = 64;
  let size = 0;
  // A key and its id lie side by side: looking up a number touches one stretch of memory. Id -1 is free.
  let entries = new Float64Array(slots * 2).fill(-1);

  /** Whether the array has a place for the index: it is lengthened while its numbers lie close together. */
  function hasPlace(index: number): boolean {
    if (index < direct.length) return true;
    if (index >= slack * (held + 1024)) return false;
    const wider = new Int32Array(Math.min(directSize, Math.max(index + 1, direct.length * 2)));
    wider.fill(-1).set(direct);
    direct = wider;
    return true;
  }

  /** Where the entry of a value is, or the free place for it. */
  function placeOf(value: number): number {
    word[0] = value;
    let hash = Math.imul(halves[0] ?? 0, 0x9e3779b1) ^ Math.imul(halves[1] ?? 0, 0x85ebca6b);
    hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
    hash ^= hash >>> 13;
    const last = slots * 2 - 1;
    let place = (hash << 1) & last;
    while (entries[place + 1] !== -1) {
      if (entries[place] === value) return place;
      place = (place + 2) & last;
    }
    return place;
  }

  function grow(): void {
    const old = entries;
    slots *= 2;
    entries = new Float64Array(slots * 2).fill(-1);
    for (let from = 0; from < old.length; from += 2) {
      const id = old[from + 1] ?? -1;
      if (id === -1) continue;
      const key = old[from] ?? 0;
      const place = placeOf(key);
      entries[place] = key;
      entries[place + 1] = id;
    }
  }

  function idByHash(value: number, nextId: number): number {
    const place = placeOf(value);
    const known = entries[place + 1] ?? -1;
    if (known !== -1) return known;
    entries[place] = value;
    entries[place + 1] = nextId;
    held++;
    size++;
    if (size * 2 > slots) grow();
    return nextId;
  }

  function idByIndex(index: number, nextId: number): number {
    const known = index < direct.length ? (direct[index] ?? -1) : -1;
    if (known !== -1) return known;
    if (strays > 0) {
      const stray = entries[placeOf(index) + 1] ?? -1;
      if (stray !== -1) return stray;
    }
    if (!hasPlace(index)) {
      strays++;
      return idByHash(index, nextId);
    }
    held++;
    direct[index] = nextId;
    return nextId;
  }

  return {
    idOf(value, nextId) {
      const index = value | 0;
      // -0 is 0 here as well.
      if (index === value && index >= 0 && index < directSize) return idByIndex(index, nextId);
      // NaN has many bit patterns, and a hash for each.
      if (Number.isNaN(value)) {
        if (nanId === -1) nanId = nextId;
        return nanId;
      }
      return idByHash(value, nextId);
    },
  };
}
