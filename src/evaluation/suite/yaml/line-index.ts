/** Line numbers of offsets in a text. */
export interface LineIndex {
  /** The line of an offset, from 1. */
  lineAt(offset: number): number;
}

/** Indexes the line starts of a text with LF line ends. */
export function createLineIndex(text: string): LineIndex {
  const starts: number[] = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return {
    lineAt(offset) {
      let low = 0;
      let high = starts.length - 1;
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if ((starts[middle] ?? 0) <= offset) low = middle;
        else high = middle - 1;
      }
      return low + 1;
    },
  };
}
