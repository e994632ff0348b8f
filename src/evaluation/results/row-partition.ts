/**
 * Rows of both sides in groups: rows of different groups can never answer each other. Refining by one
 * column after the other finds out whether two bags of rows are equal without sorting or joining cells.
 */
export interface RowPartition {
  readonly groups: number;
  readonly gold: Int32Array;
  readonly predicted: Int32Array;
  /** Whether every gold row is a group of its own, numbered like the row. */
  readonly isDiscrete: boolean;
}

/** Gold rows from `optionalFrom` on may be left out: rows that tie at the edge of a LIMIT. */
export interface RowCounts {
  readonly optionalFrom: number;
}

/**
 * Splits groups by a code per row (-1: no partner anywhere). Null when some group then cannot be answered:
 * the required gold rows must not outnumber the predicted ones, nor these all gold rows.
 */
export function refinePartition(
  partition: RowPartition,
  goldCodes: Int32Array,
  predictedCodes: Int32Array,
  counts: RowCounts,
): RowPartition | null {
  const goldCount = partition.gold.length;
  if (partition.isDiscrete && counts.optionalFrom === goldCount) {
    return isConfirmed(partition, goldCodes, predictedCodes) ? partition : null;
  }
  const table = partition.groups === 1 ? createCodeTable(goldCodes) : createPairTable(goldCount);
  const gold = new Int32Array(goldCount);
  const required = new Int32Array(goldCount + 1);
  const optional = new Int32Array(goldCount + 1);
  for (let row = 0; row < goldCount; row++) {
    const code = goldCodes[row] ?? -1;
    if (code < 0 && row < counts.optionalFrom) return null;
    const group = table.add(partition.gold[row] ?? 0, code);
    gold[row] = group;
    const side = row < counts.optionalFrom ? required : optional;
    side[group] = (side[group] ?? 0) + 1;
  }
  const predictedCount = partition.predicted.length;
  const predicted = new Int32Array(predictedCount);
  const found = new Int32Array(goldCount + 1);
  for (let row = 0; row < predictedCount; row++) {
    const code = predictedCodes[row] ?? -1;
    const group = code < 0 ? -1 : table.find(partition.predicted[row] ?? 0, code);
    if (group < 0) return null;
    predicted[row] = group;
    found[group] = (found[group] ?? 0) + 1;
  }
  for (let group = 0; group < table.size; group++) {
    const count = found[group] ?? 0;
    const least = required[group] ?? 0;
    if (count < least || count > least + (optional[group] ?? 0)) return null;
  }
  return { groups: table.size, gold, predicted, isDiscrete: table.size === goldCount };
}

/** Rows that are paired one to one stay so when their codes agree. */
function isConfirmed(
  { predicted }: RowPartition,
  goldCodes: Int32Array,
  predictedCodes: Int32Array,
): boolean {
  for (let row = 0; row < predicted.length; row++) {
    const code = predictedCodes[row] ?? -1;
    if (code < 0 || code !== goldCodes[predicted[row] ?? 0]) return false;
  }
  return true;
}

interface PairTable {
  readonly size: number;
  /** The id of a pair, a new one if it is new. */
  add(group: number, code: number): number;
  /** The id of a pair, or -1. */
  find(group: number, code: number): number;
}

/** For a single group: codes are small integers, so they index an array. */
function createCodeTable(codes: Int32Array): PairTable {
  let highest = 0;
  for (const code of codes) if (code > highest) highest = code;
  // Place 0 is for the code -1.
  const ids = new Int32Array(highest + 2).fill(-1);
  let size = 0;
  return {
    get size() {
      return size;
    },
    add(_, code) {
      const id = ids[code + 1] ?? -1;
      if (id >= 0) return id;
      ids[code + 1] = size;
      return size++;
    },
    find: (_, code) => ids[code + 1] ?? -1,
  };
}

/** Open addressing over typed arrays: several times faster than a Map at a million rows. */
function createPairTable(capacity: number): PairTable {
  let slots = 16;
  while (slots < capacity * 2) slots *= 2;
  const mask = slots - 1;
  const ids = new Int32Array(slots).fill(-1);
  const firsts = new Int32Array(capacity);
  const seconds = new Int32Array(capacity);
  let size = 0;

  function slotOf(first: number, second: number): number {
    let hash = Math.imul(first, 0x9e3779b1) ^ Math.imul(second + 0x7f4a7c15, 0x85ebca6b);
    hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
    hash ^= hash >>> 13;
    let slot = hash & mask;
    for (;;) {
      const id = ids[slot] ?? -1;
      if (id < 0 || (firsts[id] === first && seconds[id] === second)) return slot;
      slot = (slot + 1) & mask;
    }
  }

  return {
    get size() {
      return size;
    },
    add(first: number, second: number): number {
      const slot = slotOf(first, second);
      const id = ids[slot] ?? -1;
      if (id >= 0) return id;
      ids[slot] = size;
      firsts[size] = first;
      seconds[size] = second;
      return size++;
    },
    find(first: number, second: number): number {
      return ids[slotOf(first, second)] ?? -1;
    },
  };
}
