import type { DialectName } from '../../sql/index.ts';

/** A value that travels beside the text. */
export interface Parameter {
  readonly parameter: string;
}

/** SQL text with its parameters where they stand; may be used twice, parameters and all. */
export type Sql = readonly (string | Parameter)[];

/**
 * Builds SQL from text and fragments.
 *
 * @example
 * sql`LOWER(${column})`
 */
export function sql(
  strings: TemplateStringsArray,
  ...values: readonly (Sql | string | number)[]
): Sql {
  const parts: (string | Parameter)[] = [];
  // Neighbouring texts grow into one, so that most fragments have a single part.
  let text = '';
  for (let index = 0; index < strings.length; index += 1) {
    text += strings[index];
    const value = values[index];
    if (value === undefined) continue;
    if (typeof value !== 'object') {
      text += value;
      continue;
    }
    for (const part of value) {
      if (typeof part === 'string') {
        text += part;
      } else {
        if (text !== '') parts.push(text);
        parts.push(part);
        text = '';
      }
    }
  }
  if (text !== '') parts.push(text);
  return parts;
}

/** A value as a parameter. */
export function parameter(value: string): Sql {
  return [{ parameter: value }];
}

export function joinSql(items: readonly Sql[], separator: string): Sql {
  const parts: (string | Parameter)[] = [];
  items.forEach((item, index) => {
    if (index > 0) parts.push(separator);
    parts.push(...item);
  });
  return parts;
}

/** Text with its placeholders, and their values in order. */
export function renderSql(
  parts: Sql,
  dialect: DialectName,
): { text: string; parameters: string[] } {
  const parameters: string[] = [];
  let text = '';
  for (const part of parts) {
    if (typeof part === 'string') {
      text += part;
      continue;
    }
    text += placeholders[dialect](part.parameter, parameters);
  }
  return { text, parameters };
}

type Placeholder = (value: string, parameters: string[]) => string;

const questionMark: Placeholder = (value, parameters) => {
  parameters.push(value);
  return '?';
};

const placeholders: Readonly<Record<DialectName, Placeholder>> = {
  sqlite: questionMark,
  duckdb: questionMark,
  mysql: questionMark,
  // The same value keeps its number, so that equal expressions stay equal in GROUP BY.
  postgres: (value, parameters) => {
    const known = parameters.indexOf(value);
    if (known !== -1) return `$${known + 1}`;
    parameters.push(value);
    return `$${parameters.length}`;
  },
};
