import type { Table } from '../../catalog/index.ts';

/**
 * What is embedded of a table: its name in words, its comment, the names of its columns. Neither labels
 * nor values of the data are in it, so none reaches a provider.
 *
 * @example
 * tableText(orders); // 'sales order. What customers ordered. id, customer id, placed at'
 */
export function tableText({ name, comment, columns }: Table): string {
  const said = (comment ?? '').replace(/\s+/g, ' ').replace(/[\s.]+$/, '');
  const parts = said === '' ? [inWords(name)] : [inWords(name), said.trimStart()];
  return [...parts, columns.map((column) => inWords(column.name)).join(', ')].join('. ');
}

function inWords(name: string): string {
  return name
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replace(/[\s_]+/g, ' ')
    .trim()
    .toLowerCase();
}
