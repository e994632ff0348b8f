/** Places of the highest scores above zero, best first; equal scores keep their order. Never sorts the rest. */
export function topPositions(scores: Float64Array, count: number): number[] {
  const heap: number[] = [];
  // Whether the table at `a` is worse than that at `b`: it then leaves the heap first.
  const isWorse = (a: number, b: number) => {
    const difference = (scores[a] ?? 0) - (scores[b] ?? 0);
    return difference < 0 || (difference === 0 && a > b);
  };
  for (let position = 0; position < scores.length; position += 1) {
    if ((scores[position] ?? 0) <= 0) continue;
    if (heap.length < count) {
      heap.push(position);
      siftUp(heap, isWorse);
    } else if (isWorse(heap[0] ?? 0, position)) {
      heap[0] = position;
      siftDown(heap, isWorse);
    }
  }
  return heap.sort((a, b) => (isWorse(a, b) ? 1 : -1));
}

type IsWorse = (a: number, b: number) => boolean;

function siftUp(heap: number[], isWorse: IsWorse): void {
  let child = heap.length - 1;
  while (child > 0) {
    const parent = (child - 1) >> 1;
    if (!isWorse(heap[child] ?? 0, heap[parent] ?? 0)) return;
    swap(heap, child, parent);
    child = parent;
  }
}

function siftDown(heap: number[], isWorse: IsWorse): void {
  let parent = 0;
  for (;;) {
    const left = 2 * parent + 1;
    const right = left + 1;
    let worst = parent;
    if (left < heap.length && isWorse(heap[left] ?? 0, heap[worst] ?? 0)) worst = left;
    if (right < heap.length && isWorse(heap[right] ?? 0, heap[worst] ?? 0)) worst = right;
    if (worst === parent) return;
    swap(heap, parent, worst);
    parent = worst;
  }
}

function swap(heap: number[], a: number, b: number): void {
  const kept = heap[a] ?? 0;
  heap[a] = heap[b] ?? 0;
  heap[b] = kept;
}
