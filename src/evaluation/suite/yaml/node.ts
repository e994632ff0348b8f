/**
 * A YAML value as a suite needs it: what was written, how, and where. Scalars stay text, because what a
 * plain scalar means is decided by the field that reads it (`plain-scalar.ts`).
 */

export type ScalarStyle = 'plain' | 'single' | 'double' | 'literal' | 'folded';

/** A scalar with its quotes and folds undone. `start` and `end` are offsets of its source. */
export interface ScalarNode {
  readonly kind: 'scalar';
  readonly text: string;
  readonly style: ScalarStyle;
  /** Its lines were joined: a `>` block, or plain or quoted text over several lines. */
  readonly isFolded?: true;
  readonly start: number;
  readonly end: number;
}

export interface YamlPair {
  readonly key: ScalarNode;
  readonly value: YamlNode;
}

/** A mapping in file order, duplicate keys included. */
export interface MapNode {
  readonly kind: 'map';
  readonly pairs: readonly YamlPair[];
  readonly isFlow: boolean;
  readonly start: number;
  readonly end: number;
}

export interface SeqNode {
  readonly kind: 'seq';
  readonly items: readonly YamlNode[];
  readonly isFlow: boolean;
  readonly start: number;
  readonly end: number;
}

export type YamlNode = ScalarNode | MapNode | SeqNode;

/** What a person calls the node: for "found a list, expected text". */
export function describeNode(node: YamlNode): string {
  switch (node.kind) {
    case 'map':
      return 'a map';
    case 'seq':
      return 'a list';
    case 'scalar':
      return node.text === '' && node.style === 'plain' ? 'nothing' : JSON.stringify(node.text);
  }
}
