import { nearest } from '../../validation/index.ts';
import type { BoundCall, BoundExpression, BoundLiteral } from '../bound-plan.ts';
import {
  allFunctionNames,
  type DateUnit,
  datePartNames,
  dateUnits,
  type FunctionName,
  findFunction,
  listNames,
  resultType,
  ruleOf,
  strftimeLetters,
} from '../functions.ts';
import { issue } from '../issue.ts';
import type { PlanExpression } from '../plan.ts';
import { familyOf } from '../value-type.ts';
import { readLiteral } from './align-types.ts';
import { type Binding, unbound } from './binding.ts';

/** What a call needs of the binder of expressions. */
export interface ArgumentBinder {
  bind(expression: PlanExpression, path: string): BoundExpression;
}

interface CallNode {
  readonly func_name: string;
  readonly args?: readonly PlanExpression[] | null | undefined;
  readonly distinct?: boolean | null | undefined;
}

/** The name and arguments of a call, date parts by name read as DATE_PART; null after an issue. */
export function bindCall(
  binding: Binding,
  node: CallNode,
  path: string,
  binder: ArgumentBinder,
): BoundCall | null {
  const written = node.func_name.toUpperCase();
  const isDatePart = (datePartNames as readonly string[]).includes(written);
  const name = isDatePart ? 'DATE_PART' : findFunction(node.func_name);
  if (name === null) {
    reportUnknown(binding, node.func_name, path);
    return null;
  }
  const nodes = node.args ?? [];
  const args = isCountStar(name, nodes)
    ? []
    : nodes.map((arg, index) => binder.bind(arg, `${path}.args[${index}]`));
  if (isDatePart) args.unshift(textLiteral(written.toLowerCase()));
  const rule = ruleOf(name);
  if (args.length < rule.minimumArgs || args.length > rule.maximumArgs) {
    const expected =
      rule.minimumArgs === rule.maximumArgs
        ? `${rule.minimumArgs}`
        : rule.maximumArgs === Number.POSITIVE_INFINITY
          ? `${rule.minimumArgs} or more`
          : `${rule.minimumArgs} to ${rule.maximumArgs}`;
    binding.issues.push(
      issue('INVALID_PLAN_STRUCTURE', path, `${written} takes ${expected} arguments`, {
        found: `${nodes.length}`,
        expected,
      }),
    );
    return null;
  }
  if (name === 'COUNT' && args.length === 0 && node.distinct === true) {
    binding.issues.push(
      issue('INVALID_PLAN_STRUCTURE', path, 'COUNT(DISTINCT *) has no meaning; name the column', {
        found: '*',
        expected: 'a column',
      }),
    );
    return null;
  }
  const ordered = rule.reads.includes('unit') ? unitFirst(binding, name, args, path) : args;
  if (ordered === null) return null;
  const read = ordered.map((arg, index) =>
    readArgument(binding, name, arg, index, `${path}.args[${index}]`),
  );
  if (!checkTexts(binding, name, read, path)) return null;
  return {
    kind: 'call',
    type: resultType(
      name,
      read.map((arg) => arg.type),
    ),
    ...scaleOf(name, read),
    name,
    args: read,
    distinct: node.distinct === true && rule.kind === 'aggregate',
    filter: null,
  };
}

function reportUnknown(binding: Binding, name: string, path: string): void {
  const isList = listNames.includes(name.toUpperCase());
  if (name.toUpperCase() === 'DISTINCT' || isList) {
    binding.issues.push(
      issue(
        'INVALID_PLAN_STRUCTURE',
        path,
        isList
          ? `${name.toUpperCase()} stands only on the right of IN`
          : 'DISTINCT is no function; set distinct: true on the plan or on the aggregate',
        { found: name },
      ),
    );
    return;
  }
  // One issue per name is enough, however often it is called.
  const isKnown = binding.issues.some(
    (known) => known.code === 'UNSUPPORTED_FUNCTION' && known.found === name.toUpperCase(),
  );
  if (isKnown) return;
  binding.issues.push(
    issue(
      'UNSUPPORTED_FUNCTION',
      path,
      `function ${name.toUpperCase()} is not one a plan may call`,
      {
        found: name.toUpperCase(),
        expected: allFunctionNames.join(', '),
        suggestion: nearest(name.toUpperCase(), allFunctionNames) ?? null,
      },
    ),
  );
}

/** `COUNT(*)`, written as column `*`, literal `*`, or no argument. */
function isCountStar(name: FunctionName, args: readonly PlanExpression[]): boolean {
  const [only] = args;
  if (name !== 'COUNT' || only === undefined || args.length !== 1) return false;
  return (
    (only.kind === 'column' && only.column_name === '*') ||
    (only.kind === 'literal' && only.value === '*')
  );
}

function textLiteral(text: string): BoundLiteral {
  return { kind: 'literal', type: 'text', text };
}

const unitsOf: Partial<Record<FunctionName, readonly DateUnit[]>> = {
  DATE_PART: ['year', 'quarter', 'month', 'day', 'hour', 'minute', 'second'],
  DATE_TRUNC: ['year', 'quarter', 'month', 'week', 'day', 'hour', 'minute'],
  DATE_ADD: dateUnits,
  DATE_DIFF: ['year', 'quarter', 'month', 'day', 'hour', 'minute', 'second'],
};

/** Puts the unit (or format) first, wherever it was written, and checks it. */
function unitFirst(
  binding: Binding,
  name: FunctionName,
  args: readonly BoundExpression[],
  path: string,
): BoundExpression[] | null {
  if (name === 'STRFTIME') return strftimeArgs(binding, args, path);
  const units = unitsOf[name] ?? dateUnits;
  const isUnit = (arg: BoundExpression) =>
    arg.kind === 'literal' &&
    arg.type === 'text' &&
    (units as readonly string[]).includes(arg.text.toLowerCase());
  const index = args.findIndex(isUnit);
  const unit = args[index];
  if (unit?.kind !== 'literal') {
    const written = args.find(
      (arg): arg is BoundLiteral => arg.kind === 'literal' && arg.type === 'text',
    );
    binding.issues.push(
      issue('INVALID_PLAN_STRUCTURE', path, `${name} needs a unit, one of ${units.join(', ')}`, {
        found: written?.text ?? null,
        expected: units.join(' | '),
        suggestion: written === undefined ? null : (nearest(written.text, units) ?? null),
      }),
    );
    return null;
  }
  return [textLiteral(unit.text.toLowerCase()), ...args.slice(0, index), ...args.slice(index + 1)];
}

function strftimeArgs(
  binding: Binding,
  args: readonly BoundExpression[],
  path: string,
): BoundExpression[] | null {
  const isFormat = (arg: BoundExpression | undefined): arg is BoundLiteral =>
    arg?.kind === 'literal' && arg.type === 'text' && arg.text.includes('%');
  const index = args.findIndex(isFormat);
  const format = args[index];
  if (!isFormat(format)) {
    binding.issues.push(
      issue('INVALID_PLAN_STRUCTURE', path, 'STRFTIME needs a literal format such as "%Y-%m"'),
    );
    return null;
  }
  const letters = [...format.text.matchAll(/%(.?)/gs)].map((match) => match[1] ?? '');
  const unknown = letters.find(
    (letter) => !(strftimeLetters as readonly string[]).includes(letter),
  );
  if (unknown !== undefined) {
    const expected = strftimeLetters.map((letter) => `%${letter}`).join(', ');
    binding.issues.push(
      issue(
        'INVALID_PLAN_STRUCTURE',
        path,
        `STRFTIME does not know %${unknown}; known: ${expected}`,
        {
          found: `%${unknown}`,
          expected,
        },
      ),
    );
    return null;
  }
  return [format, ...args.filter((_, place) => place !== index)];
}

/** Reads an argument as what the function needs, so that every database gets the same kind of value. */
function readArgument(
  binding: Binding,
  name: FunctionName,
  arg: BoundExpression,
  index: number,
  path: string,
): BoundExpression {
  const { reads } = ruleOf(name);
  switch (reads[index] ?? reads.at(-1) ?? 'any') {
    case 'number':
      return readNumber(binding, arg, path);
    case 'text':
      return readText(arg);
    case 'temporal':
      return readTemporal(binding, arg, path);
    default:
      return arg;
  }
}

/** A number, or what is turned into one the same way everywhere. */
export function readNumber(binding: Binding, arg: BoundExpression, path: string): BoundExpression {
  const family = familyOf(arg.type);
  if (family === 'number' || family === 'any') return arg;
  if (arg.kind === 'literal') {
    const reading = readLiteral(arg, 'decimal');
    if (typeof reading !== 'string') return reading;
  }
  if (family === 'boolean')
    return { kind: 'cast', type: 'integer', expression: arg, to: 'integer' };
  if (family === 'text') return { kind: 'cast', type: 'decimal', expression: arg, to: 'decimal' };
  binding.issues.push(
    issue('TYPE_MISMATCH', path, `a ${arg.type} is no number`, {
      found: arg.type,
      expected: 'a number',
      suggestion: 'DATE_DIFF, DATE_ADD or DATE_PART',
    }),
  );
  return unbound;
}

/** A text, numbers and dates spelled out. */
export function readText(arg: BoundExpression): BoundExpression {
  const family = familyOf(arg.type);
  if (family === 'text' || arg.type === 'null') return arg;
  if (arg.kind === 'literal' && family !== 'any') return { ...arg, type: 'text' };
  return { kind: 'cast', type: 'text', expression: arg, to: 'text' };
}

function readTemporal(binding: Binding, arg: BoundExpression, path: string): BoundExpression {
  const family = familyOf(arg.type);
  if (arg.kind === 'literal' && arg.type !== 'null') {
    const reading = readLiteral(arg, 'timestamp');
    if (typeof reading !== 'string') return reading;
  } else if (family === 'temporal' || family === 'any' || family === 'text') {
    return arg;
  }
  binding.issues.push(
    issue('TYPE_MISMATCH', path, `a ${arg.type} is no date`, {
      found: arg.type,
      expected: 'a date or timestamp',
    }),
  );
  return unbound;
}

/** Limits that keep the databases alike. */
function checkTexts(
  binding: Binding,
  name: FunctionName,
  args: readonly BoundExpression[],
  path: string,
): boolean {
  const needsWhole =
    name === 'ROUND'
      ? args[1]
      : name === 'NTILE'
        ? args[0]
        : name === 'LAG' || name === 'LEAD'
          ? args[1]
          : undefined;
  if (needsWhole !== undefined) {
    const isWhole = needsWhole.kind === 'literal' && /^[-+]?\d{1,3}$/.test(needsWhole.text);
    const isNegated =
      needsWhole.kind === 'negate' &&
      needsWhole.expression.kind === 'literal' &&
      /^\d{1,3}$/.test(needsWhole.expression.text);
    if (!isWhole && !isNegated) {
      binding.issues.push(
        issue('INVALID_PLAN_STRUCTURE', path, `${name} takes a whole number written out`, {
          found: describeFound(needsWhole),
          expected: 'a whole number',
        }),
      );
      return false;
    }
  }
  const length = name === 'SUBSTR' ? args[2] : undefined;
  if (length?.kind === 'literal' && length.text.startsWith('-')) {
    binding.issues.push(
      issue('INVALID_PLAN_STRUCTURE', path, 'SUBSTR takes a length of 0 or more', {
        found: length.text,
        expected: '0 or more',
      }),
    );
    return false;
  }
  return true;
}

function describeFound(arg: BoundExpression): string {
  return arg.kind === 'literal' ? arg.text : arg.kind;
}

function scaleOf(name: FunctionName, args: readonly BoundExpression[]): { scale?: number } {
  const scale = args[0]?.scale;
  if (name === 'ROUND') {
    const digits = args[1];
    if (digits === undefined) return { scale: 0 };
    return digits.kind === 'literal' ? { scale: Math.max(0, Number(digits.text)) } : {};
  }
  const keeps: readonly FunctionName[] = ['SUM', 'MIN', 'MAX', 'ABS'];
  return scale !== undefined && keeps.includes(name) ? { scale } : {};
}
