import type { BoundExpression } from '../bound-plan.ts';
import { ruleOf } from '../functions.ts';
import type { PlanExpression } from '../plan.ts';
import { bindCall } from './bind-call.ts';
import { bindExpression, bindOrder, type Place } from './bind-expression.ts';
import { type Binding, reportStructure, unbound } from './binding.ts';
import { readCondition, typeOfAll, unify } from './bound-values.ts';

export function bindFunction(
  binding: Binding,
  node: Extract<PlanExpression, { kind: 'func' }>,
  path: string,
  place: Place,
): BoundExpression {
  // Inside an aggregate there is no further aggregate; inside a window call the rest is as outside.
  const isWindow = node.over != null;
  const inner: Place = { ...place, aggregates: isWindow && place.aggregates, windows: false };
  const call = bindCall(binding, node, path, {
    bind: (arg, argPath) => {
      const rule = findRule(node.func_name);
      const isOuter = rule === 'scalar';
      return bindExpression(binding, arg, argPath, isOuter ? place : inner);
    },
  });
  if (call === null) return unbound;
  const rule = ruleOf(call.name);
  const args = rule.reads.includes('same') ? unify(call.args) : call.args;
  const unified = args === call.args ? call : { ...call, args, ...typeOfAll(args) };
  const withType =
    call.name === 'NULLIF' ? { ...unified, type: args[0]?.type ?? 'unknown' } : unified;
  if (rule.kind === 'scalar') {
    if (isWindow || node.filter != null) {
      reportStructure(
        binding,
        path,
        `${call.name} is no aggregate and takes neither over nor filter`,
      );
    }
    return withType;
  }
  if (isWindow ? !place.windows : !place.aggregates || rule.kind === 'window') {
    const what = isWindow
      ? 'a window function'
      : rule.kind === 'window'
        ? `${call.name} without over`
        : `the aggregate ${call.name}`;
    reportStructure(binding, path, `${what} cannot stand in ${place.words}`);
    return unbound;
  }
  if (node.filter != null && rule.kind === 'window') {
    reportStructure(binding, `${path}.filter`, `${call.name} takes no filter`);
  }
  const filter =
    node.filter == null
      ? null
      : readCondition(
          binding,
          bindExpression(binding, node.filter, `${path}.filter`, inner),
          `${path}.filter`,
        );
  const filtered = { ...withType, filter };
  if (node.over == null) return filtered;
  if (call.distinct) reportStructure(binding, path, 'a window function takes no distinct');
  const over = node.over;
  if (rule.kind === 'window' && (over.order_by ?? []).length === 0) {
    reportStructure(
      binding,
      `${path}.over`,
      `${call.name} needs over.order_by; else its rows have no order`,
    );
  }
  return {
    kind: 'window',
    type: filtered.type,
    scale: filtered.scale,
    call: filtered,
    partitionBy: (over.partition_by ?? []).map((item, index) =>
      bindExpression(binding, item, `${path}.over.partition_by[${index}]`, inner),
    ),
    orderBy: bindOrder(binding, over.order_by ?? [], `${path}.over.order_by`, inner),
    frame: over.frame ?? null,
  };
}

function findRule(name: string): 'scalar' | 'other' {
  return /^(?:COUNT|SUM|AVG|MIN|MAX|LAG|LEAD|FIRST_VALUE|LAST_VALUE|NTILE)$/i.test(name)
    ? 'other'
    : 'scalar';
}
