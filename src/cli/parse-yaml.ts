import { type ParseOptions, parseDocument, type SchemaOptions } from 'yaml';
import { parseFault } from '../validation/index.ts';

/** JSON or YAML as data, or what is wrong with it. */
export type ParsedYaml =
  | { readonly status: 'parsed'; readonly value: unknown }
  | { readonly status: 'invalid'; readonly problems: readonly string[] };

/** Reads one document of JSON or YAML; an empty one is null. */
export function parseYaml(text: string, options: ParseOptions & SchemaOptions = {}): ParsedYaml {
  try {
    const document = parseDocument(text, options);
    if (document.errors.length > 0) {
      return { status: 'invalid', problems: document.errors.map(parseFault) };
    }
    return { status: 'parsed', value: document.toJS({ maxAliasCount: 100 }) };
  } catch (cause) {
    // What a document stands for is found out only when it is read.
    return { status: 'invalid', problems: [parseFault(cause)] };
  }
}
