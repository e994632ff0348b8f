/**
 * Maps numbers to small integers: small whole numbers (ids, counts) by index, others by open addressing over
 * typed arrays, with -0 as 0 and one NaN.
 */
export interface NumberTable {
  get(value: number): number | undefined;
  set(value: number, id: number): void;
}

/** Whole numbers below this may lie in an array of their own: at most 8 MB. */
const directSize = 2 ** 21;
/** The array may be this many times longer than what it holds, so that one large id does not make it. */
const slack = 8;

export function createNumberTable(): NumberTable {
  const word = new Float64Array(1);
  const halves = new Int32Array(word.buffer);
  let slots = 1024;
  let size = 0;
  let keys = new Float64Array(slots);
  let ids = new Int32Array(slots).fill(-1);

  let direct = new Int32Array(1024).fill(-1);

  /** The number as an index, -0 as 0; -1 when it is no small whole number. */
  function indexOf(value: number): number {
    const index = value | 0;
    return index === value && index < directSize ? index : -1;
  }

  /** Whether the array has a place for the index: it is lengthened while its numbers lie close together. */
  function hasPlace(index: number, held: number): boolean {
    if (index < direct.length) return true;
    if (index >= slack * (held + 1024)) return false;
    const wider = new Int32Array(Math.min(directSize, Math.max(index + 1, direct.length * 2)));
    wider.fill(-1).set(direct);
    direct = wider;
    return true;
  }

  function slotOf(value: number): number {
    // Adding 0 turns -0 into 0.
    word[0] = value + 0;
    let hash = Math.imul(halves[0] ?? 0, 0x9e3779b1) ^ Math.imul(halves[1] ?? 0, 0x85ebca6b);
    hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
    hash ^= hash >>> 13;
    let slot = hash & (slots - 1);
    while (ids[slot] !== -1) {
      // Object.is alone would tell 0 from -0.
      if (keys[slot] === value || Object.is(keys[slot], value)) return slot;
      slot = (slot + 1) & (slots - 1);
    }
    return slot;
  }

  function grow(): void {
    const oldKeys = keys;
    const oldIds = ids;
    slots *= 2;
    keys = new Float64Array(slots);
    ids = new Int32Array(slots).fill(-1);
    oldIds.forEach((id, old) => {
      if (id === -1) return;
      const key = oldKeys[old] ?? 0;
      const slot = slotOf(key);
      keys[slot] = key;
      ids[slot] = id;
    });
  }

  let entries = 0;
  return {
    get(value) {
      const index = indexOf(value);
      // A number that came while the array was short stays where it was put.
      const near = index >= 0 && index < direct.length ? (direct[index] ?? -1) : -1;
      if (near !== -1) return near;
      const id = ids[slotOf(value)] ?? -1;
      return id === -1 ? undefined : id;
    },
    set(value, id) {
      entries++;
      const index = indexOf(value);
      if (index >= 0 && hasPlace(index, entries)) {
        direct[index] = id;
        return;
      }
      if (size * 2 >= slots) grow();
      const slot = slotOf(value);
      if (ids[slot] === -1) size++;
      keys[slot] = value;
      ids[slot] = id;
    },
  };
}
