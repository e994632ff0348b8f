import type { NumberOrder } from './column-relation.ts';

interface CountedValue {
  readonly values: readonly number[];
  readonly count: number;
}

/**
 * Whether gold numbers and predicted numbers pair up when each gold number accepts one stretch of the
 * sorted predicted ones: going up, each predicted number goes to the open stretch that ends first
 * (Glover's rule, exact for stretches). Both sides hold equally many numbers.
 */
export function matchesInOrder(
  gold: readonly CountedValue[],
  predicted: readonly CountedValue[],
  order: NumberOrder,
): boolean {
  const rankOf = (value: CountedValue) => order.rankOf[value.values[0] ?? 0] ?? 0;
  const stretches = gold
    .map((value) => ({
      from: order.from[value.values[0] ?? 0] ?? 0,
      to: order.to[value.values[0] ?? 0] ?? 0,
      count: value.count,
    }))
    .sort((a, b) => a.from - b.from);
  const values = [...predicted].sort((a, b) => rankOf(a) - rankOf(b));
  const open = createHeap<{ to: number; count: number }>((a, b) => a.to - b.to);
  let next = 0;
  for (const value of values) {
    const rank = rankOf(value);
    for (
      let stretch = stretches[next];
      stretch && stretch.from <= rank;
      stretch = stretches[next]
    ) {
      open.push(stretch);
      next++;
    }
    let left = value.count;
    while (left > 0) {
      const first = open.peek();
      if (!first || first.to <= rank) return false;
      const taken = Math.min(left, first.count);
      left -= taken;
      first.count -= taken;
      if (first.count === 0) open.pop();
    }
  }
  return open.peek() === undefined && next === stretches.length;
}

function createHeap<Item>(compare: (a: Item, b: Item) => number) {
  const items: Item[] = [];
  const isBefore = (a: number, b: number) => {
    const first = items[a];
    const second = items[b];
    return first !== undefined && second !== undefined && compare(first, second) < 0;
  };
  const swap = (a: number, b: number) => {
    const first = items[a];
    const second = items[b];
    if (first === undefined || second === undefined) return;
    items[a] = second;
    items[b] = first;
  };
  return {
    peek: () => items[0],
    push(item: Item) {
      let index = items.push(item) - 1;
      while (index > 0) {
        const parent = (index - 1) >> 1;
        if (!isBefore(index, parent)) break;
        swap(index, parent);
        index = parent;
      }
    },
    pop() {
      const last = items.pop();
      if (last === undefined || items.length === 0) return;
      items[0] = last;
      let index = 0;
      for (;;) {
        let least = index;
        for (const child of [2 * index + 1, 2 * index + 2]) {
          if (child < items.length && isBefore(child, least)) least = child;
        }
        if (least === index) return;
        swap(index, least);
        index = least;
      }
    },
  };
}
