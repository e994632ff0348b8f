/** A value to be written as YAML. */
export type WriteNode =
  | { readonly kind: 'text'; readonly text: string }
  /** Written as it is: a number, `null`, `true`. */
  | { readonly kind: 'raw'; readonly text: string }
  | { readonly kind: 'map'; readonly entries: readonly (readonly [string, WriteNode])[] }
  | { readonly kind: 'seq'; readonly items: readonly WriteNode[] };

/** Text to be written; quoted where a reader would take it for something else. */
export function textNode(text: string): WriteNode {
  return { kind: 'text', text };
}

/** Text that is no text to a reader: a number, `null`, `true`. */
export function rawNode(text: string): WriteNode {
  return { kind: 'raw', text };
}

export function seqNode(items: readonly WriteNode[]): WriteNode {
  return { kind: 'seq', items };
}

export function mapNode(entries: readonly (readonly [string, WriteNode])[]): WriteNode {
  return { kind: 'map', entries };
}

export const nullNode: WriteNode = rawNode('null');
