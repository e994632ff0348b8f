import type { WriteNode } from './write-node.ts';

/** A value in one line of flow style; as JSON it is readable by JSON parsers too where JSON can say it. */
export function flowText(node: WriteNode, isJson: boolean): string {
  switch (node.kind) {
    case 'raw':
      return node.text;
    case 'text':
      return JSON.stringify(node.text);
    case 'seq':
      return `[${node.items.map((item) => flowText(item, isJson)).join(', ')}]`;
    case 'map':
      return `{${node.entries
        .map(
          ([key, value]) =>
            `${isJson ? JSON.stringify(key) : keyText(key)}: ${flowText(value, isJson)}`,
        )
        .join(', ')}}`;
  }
}

function keyText(key: string): string {
  return /^[A-Za-z_][\w ]*\w$/.test(key) ? key : JSON.stringify(key);
}
