import { isNode, LineCounter, parseAllDocuments } from 'yaml';
import { Nl2sqlError } from '../errors.ts';
import { parseFault, readUserFile } from '../validation/index.ts';

/** One thing wrong in a config file, with its place. */
export interface ConfigProblem {
  readonly file: string;
  readonly line: number | null;
  /** Where in the file: `connection.port`. Empty for the file itself. */
  readonly path: string;
  readonly message: string;
  readonly suggestion?: string;
}

/** A YAML file as a plain value, and the line of each of its parts. */
export interface ConfigFile {
  readonly path: string;
  readonly value: unknown;
  lineOf(path: readonly (string | number)[]): number | null;
}

/** Reads one YAML file of the configuration; what is wrong with it as YAML goes to `problems`. */
export function readConfigFile(path: string, problems: ConfigProblem[]): ConfigFile | null {
  let source: string;
  try {
    source = readUserFile(path, 'Configuration');
  } catch (error) {
    if (!(error instanceof Nl2sqlError)) throw error;
    const { reason } = (error as Nl2sqlError<'FILE_NOT_READABLE'>).details;
    problems.push({ file: path, line: null, path: '', message: reason });
    return null;
  }
  const lines = new LineCounter();
  const documents = parseAllDocuments(source, {
    lineCounter: lines,
    uniqueKeys: true,
    prettyErrors: false,
  });
  if ('empty' in documents || documents.length === 0) {
    return { path, value: null, lineOf: () => null };
  }
  const [document, second] = documents;
  if (document === undefined) return { path, value: null, lineOf: () => null };
  if (second !== undefined) {
    problems.push({
      file: path,
      line: null,
      path: '',
      message: 'several YAML documents in one file; keep one',
    });
    return null;
  }
  for (const error of document.errors) {
    const line = lines.linePos(error.pos[0]).line;
    problems.push({
      file: path,
      line,
      path: '',
      message: `not readable as YAML: ${parseFault(error)}`,
    });
  }
  for (const warning of document.warnings) {
    const line = lines.linePos(warning.pos[0]).line;
    problems.push({ file: path, line, path: '', message: warning.message });
  }
  if (document.errors.length > 0) return null;
  let value: unknown;
  try {
    value = document.toJS({ maxAliasCount: 100 });
  } catch (cause) {
    problems.push({ file: path, line: null, path: '', message: parseFault(cause) });
    return null;
  }
  return {
    path,
    value,
    lineOf: (parts) => {
      for (let length = parts.length; length >= 0; length -= 1) {
        const node: unknown =
          length === 0 ? document.contents : document.getIn(parts.slice(0, length), true);
        if (isNode(node) && node.range) return lines.linePos(node.range[0]).line;
      }
      return null;
    },
  };
}

/** All problems as one error, so that a person mends them in one go. */
export function configError(problems: readonly ConfigProblem[]): Nl2sqlError<'CONFIG_INVALID'> {
  return new Nl2sqlError('CONFIG_INVALID', { problems });
}
