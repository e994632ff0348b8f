import type { BoundExpression, BoundSelectItem } from '../bound-plan.ts';
import type { SelectItem } from '../plan.ts';
import { expandStar } from './bind-column.ts';
import { bindExpression, type Place } from './bind-expression.ts';
import type { Binding } from './binding.ts';

/** Binds the select list and gives every column a name of its own. */
export function bindSelect(
  binding: Binding,
  items: readonly SelectItem[],
  path: string,
  place: Place,
): BoundSelectItem[] {
  const expanded = items.flatMap((item, index): [BoundExpression, string | null][] => {
    const { expr } = item;
    const itemPath = `${path}[${index}].expr`;
    if (expr.kind === 'column' && expr.column_name === '*') {
      return expandStar(binding, place.frame, expr.alias ?? null, itemPath).map((column) => [
        column,
        null,
      ]);
    }
    return [[bindExpression(binding, expr, itemPath, place), item.alias ?? null]];
  });
  const taken = new Set<string>();
  return expanded.map(([expression, alias], index) => {
    const wanted = alias ?? ownName(expression, index);
    const name = freeName(wanted, taken);
    taken.add(name.toLowerCase());
    return { expression, name };
  });
}

function ownName(expression: BoundExpression, index: number): string {
  if (expression.kind === 'column') return expression.name;
  if (expression.kind === 'call') {
    const [only] = expression.args;
    const name = expression.name.toLowerCase();
    return only?.kind === 'column' ? `${name}_${only.name}` : name;
  }
  return `column_${index + 1}`;
}

/** `id`, `id_2`, `id_3`: two columns of one name would be one in many readers. */
function freeName(wanted: string, taken: ReadonlySet<string>): string {
  if (!taken.has(wanted.toLowerCase())) return wanted;
  for (let number = 2; ; number += 1) {
    const name = `${wanted}_${number}`;
    if (!taken.has(name.toLowerCase())) return name;
  }
}
