import type { Reading } from './cell-reading.ts';
import type { CellRules } from './cell-relation.ts';
import type { NumberReading } from './number-reading.ts';

/** Keys under which a predicted value may be found; what is found is then judged by the cell rules. */
export function keysOfPredicted(reading: Reading, rules: CellRules): string[] {
  switch (reading.kind) {
    case 'text':
    case 'temporal': {
      const keys: string[] = [];
      const { temporal } = reading;
      if (temporal) {
        keys.push(`${temporal.type} ${temporal.key}`);
        if (rules.isLenient && temporal.midnightOf !== null) {
          keys.push(`midnight ${temporal.midnightOf}`);
        }
      }
      if (rules.isLenient) for (const label of reading.labels) keys.push(`label ${label}`);
      return keys;
    }
    case 'boolean':
      return rules.isLenient ? [`is flag ${reading.value}`] : [];
    case 'list':
    case 'struct':
    case 'map':
      return [shapeOf(reading)];
    case 'null':
    case 'number':
    case 'other':
      return [];
  }
}

export function keysOfGold(reading: Reading, rules: CellRules): string[] {
  switch (reading.kind) {
    case 'text': {
      const keys = reading.temporal ? keysOfMoment(reading.temporal, rules) : [];
      if (rules.isLenient && reading.isLabel) keys.push(`label ${reading.text}`);
      return keys;
    }
    case 'temporal':
      return keysOfMoment(reading.temporal, rules);
    case 'number':
      // Numbers answer numbers by stretches; a flag key would find them twice.
      return rules.isLenient ? flagKeys(reading.number).map((key) => `is ${key}`) : [];
    case 'boolean':
      return rules.isLenient ? [`flag ${reading.value}`] : [];
    case 'list':
    case 'struct':
    case 'map':
      return [shapeOf(reading)];
    case 'null':
    case 'other':
      return [];
  }
}

function keysOfMoment(
  temporal: { type: string; key: string; midnightOf: string | null },
  rules: CellRules,
): string[] {
  const keys = [`${temporal.type} ${temporal.key}`];
  if (rules.isLenient && temporal.midnightOf !== null) keys.push(`midnight ${temporal.midnightOf}`);
  return keys;
}

export function flagKeys(number: NumberReading): string[] {
  return number.value === 0 || number.value === 1 ? [`flag ${number.value === 1}`] : [];
}

function shapeOf(reading: Extract<Reading, { kind: 'list' | 'struct' | 'map' }>): string {
  switch (reading.kind) {
    case 'list':
      return `list ${reading.items.length}`;
    case 'struct':
      return `struct ${JSON.stringify([...reading.fields.keys()])}`;
    case 'map':
      return `map ${JSON.stringify([...reading.entries.keys()])}`;
  }
}
