/** A replacement of a range of a text. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * Applies edits that were found on the text with LF line ends and no byte order mark, and keeps both as
 * the original has them: new lines end as most of its lines do.
 */
export function applyEdits(
  original: string,
  findEdits: (text: string) => readonly TextEdit[],
): string {
  const mark = original.startsWith('\uFEFF') ? '\uFEFF' : '';
  const body = original.slice(mark.length);
  const text = body.replaceAll('\r\n', '\n');
  const edits = [...findEdits(text)].sort((a, b) => a.start - b.start || a.end - b.end);
  if (edits.length === 0) return original;
  const returns = positionsOfReturns(body);
  const usesReturns = returns.length * 2 > (text.match(/\n/g)?.length ?? 0);
  const parts: string[] = [mark];
  let position = 0;
  for (const edit of edits) {
    const start = originalOffset(edit.start, returns);
    parts.push(body.slice(position, start));
    parts.push(usesReturns ? edit.text.replaceAll('\n', '\r\n') : edit.text);
    position = originalOffset(edit.end, returns);
  }
  parts.push(body.slice(position));
  return parts.join('');
}

/** For each line that ends in CR LF: the offset of its line end in the text without the CRs. */
function positionsOfReturns(body: string): number[] {
  const positions: number[] = [];
  for (let at = body.indexOf('\r\n'); at !== -1; at = body.indexOf('\r\n', at + 2)) {
    positions.push(at - positions.length);
  }
  return positions;
}

/** Where an offset of the text without CRs is in the original; a line end is before its CR. */
function originalOffset(offset: number, returns: readonly number[]): number {
  let low = 0;
  let high = returns.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((returns[middle] ?? 0) < offset) low = middle + 1;
    else high = middle;
  }
  return offset + low;
}
