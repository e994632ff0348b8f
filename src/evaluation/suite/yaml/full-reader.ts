import {
  type Document,
  isAlias,
  isCollection,
  isMap,
  isPair,
  isScalar,
  isSeq,
  type Node,
  parseDocument,
  Scalar,
} from 'yaml';
import type { ScalarNode, ScalarStyle, YamlNode, YamlPair } from './node.ts';

/** Something wrong with the YAML itself. */
export interface YamlProblem {
  readonly code: 'yaml-syntax' | 'yaml-tag' | 'yaml-alias' | 'yaml-tab' | 'yaml-documents';
  readonly offset: number;
  readonly message: string;
  readonly fix: string;
}

/** What the full reader made of a text. `node` is null where it could not tell, or found nothing. */
export interface FullReading {
  readonly node: YamlNode | null;
  readonly problems: readonly YamlProblem[];
  /** An alias whose anchor is not in this part of the file. */
  readonly hasForeignAlias: boolean;
}

/** Reads any YAML with the `yaml` library, as a tree with offsets into `text`. */
export function readFully(text: string, start: number, end: number): FullReading {
  try {
    return readWithinStack(text.slice(start, end), start);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { node: null, problems: [tooDeep(start)], hasForeignAlias: false };
  }
}

function readWithinStack(source: string, start: number): FullReading {
  const document = parse(source);
  const problems = syntaxProblems(document, source, start);
  if (problems.length > 0) return { node: null, problems, hasForeignAlias: false };
  const conversion = createConversion(source, start);
  const node = document.contents === null ? null : conversion.convert(document.contents as Node);
  return {
    node: conversion.problems.length > 0 ? null : node,
    problems: conversion.problems,
    hasForeignAlias: conversion.foreignAliases() > 0,
  };
}

function parse(source: string): Document {
  return parseDocument(source, {
    schema: 'failsafe',
    uniqueKeys: false,
    logLevel: 'error',
    prettyErrors: false,
    version: '1.2',
  });
}

function tooDeep(offset: number): YamlProblem {
  return {
    code: 'yaml-syntax',
    offset,
    message: 'lists or maps are nested too deep to read',
    fix: 'A suite nests only a few levels; close the brackets.',
  };
}

/** The parser goes on after a mistake and finds its consequences; the first few tell the story. */
const maxSyntaxProblems = 3;

function syntaxProblems(document: Document, source: string, start: number): YamlProblem[] {
  if (document.errors.length === 0) return [];
  const tabs = tabProblems(source, start);
  if (tabs.length > 0) return tabs;
  const second = document.errors.find((error) => error.code === 'MULTIPLE_DOCS');
  if (second) return [secondDocument(start + second.pos[0])];
  if (document.errors.some((error) => error.code === 'RESOURCE_EXHAUSTION'))
    return [tooDeep(start)];
  return document.errors.slice(0, maxSyntaxProblems).map((error) => ({
    code: 'yaml-syntax' as const,
    offset: start + Math.min(error.pos[0], Math.max(0, source.length - 1)),
    message: `not YAML: ${firstSentence(error.message)}`,
    fix: fixes[error.code] ?? 'Check the quotes, brackets and indentation here.',
  }));
}

/** A suite is one document; the problem where another begins. */
export function secondDocument(offset: number): YamlProblem {
  return {
    code: 'yaml-documents',
    offset,
    message: 'a second YAML document begins here; a suite is one document',
    fix: 'Take the --- line out, or put the rest into a file of its own.',
  };
}

const fixes: Readonly<Record<string, string>> = {
  BAD_INDENT: 'Indent with spaces, the same number for the fields of one case.',
  MISSING_CHAR: 'Close the quote or bracket that is open here.',
  BLOCK_AS_IMPLICIT_KEY: 'Put text that holds ": " in quotes.',
  BAD_SCALAR_START: 'Put text that starts with @, `, %, or another sign of YAML in quotes.',
  MULTILINE_IMPLICIT_KEY: 'Write the key and its colon on one line.',
};

function firstSentence(message: string): string {
  return message.split('\n')[0] ?? message;
}

/** Lines that are indented with a tab: YAML allows only spaces there, and parsers say it in riddles. */
function tabProblems(source: string, start: number): YamlProblem[] {
  return [...source.matchAll(/^ *\t/gm)].slice(0, maxSyntaxProblems).map((match) => ({
    code: 'yaml-tab' as const,
    offset: start + (match.index ?? 0),
    message: 'the line is indented with a tab',
    fix: 'Indent with spaces; YAML does not allow tabs there.',
  }));
}

/** Aliases may repeat what is there, not blow it up: at most ten times the nodes that were written. */
const aliasGrowth = 10;
const aliasAllowance = 300;

const styles: Readonly<Record<string, ScalarStyle>> = {
  [Scalar.PLAIN]: 'plain',
  [Scalar.QUOTE_SINGLE]: 'single',
  [Scalar.QUOTE_DOUBLE]: 'double',
  [Scalar.BLOCK_LITERAL]: 'literal',
  [Scalar.BLOCK_FOLDED]: 'folded',
};

function createConversion(source: string, start: number) {
  const problems: YamlProblem[] = [];
  const anchors = new Map<string, { node: YamlNode; size: number }>();
  let written = 0;
  let expanded = 0;
  let foreign = 0;

  /** Counts nodes, aliases expanded, and refuses tags on the way. */
  function convert(node: Node): YamlNode {
    const offset = start + (node.range?.[0] ?? 0);
    const end = start + (node.range?.[1] ?? 0);
    if (isAlias(node)) return convertAlias(node.source, offset, end);
    const before = written + expanded;
    written += 1;
    const tag = node.tag;
    if (tag !== undefined && !plainTags.has(tag)) refuseTag(tag, offset);
    let converted: YamlNode;
    if (isMap(node)) {
      const pairs = node.items.flatMap((pair) => (isPair(pair) ? convertPair(pair, offset) : []));
      converted = { kind: 'map', pairs, isFlow: node.flow === true, start: offset, end };
    } else if (isSeq(node)) {
      const items = node.items.map((item) => convert(item as Node));
      converted = { kind: 'seq', items, isFlow: node.flow === true, start: offset, end };
    } else {
      converted = convertScalar(node, offset, end);
    }
    const anchor = (node as { anchor?: string }).anchor;
    if (anchor !== undefined) {
      anchors.set(anchor, { node: converted, size: written + expanded - before });
    }
    return converted;
  }

  function convertPair(pair: { key: unknown; value: unknown }, offset: number): YamlPair[] {
    const key = pair.key as Node;
    if (!isScalar(key)) {
      const name = isAlias(key) ? 'an alias' : isCollection(key) ? 'a list or map' : 'nothing';
      problems.push({
        code: 'yaml-syntax',
        offset: start + (key?.range?.[0] ?? offset - start),
        message: `a key must be text, found ${name}`,
        fix: 'Write the key as text.',
      });
      return [];
    }
    const keyNode = convertScalar(
      key,
      start + (key.range?.[0] ?? 0),
      start + (key.range?.[1] ?? 0),
    );
    const value =
      pair.value === null || pair.value === undefined
        ? emptyScalar(keyNode.end)
        : convert(pair.value as Node);
    return [{ key: keyNode, value }];
  }

  function convertScalar(node: Node, offset: number, end: number): ScalarNode {
    if (!isScalar(node)) return emptyScalar(offset);
    const style = styles[node.type ?? Scalar.PLAIN] ?? 'plain';
    const value = node.value;
    const text = typeof value === 'string' ? value : (node.source ?? '');
    // A text tag makes the spelling text, whatever it looks like.
    const isText = node.tag === 'tag:yaml.org,2002:str';
    const isFolded =
      style !== 'literal' &&
      source
        .slice(offset - start, end - start)
        .trimEnd()
        .includes('\n');
    return {
      kind: 'scalar',
      text,
      style: isText ? 'double' : style,
      ...(isFolded ? { isFolded } : {}),
      start: offset,
      end,
    };
  }

  function convertAlias(name: string, offset: number, end: number): YamlNode {
    const anchor = anchors.get(name);
    if (!anchor) {
      foreign += 1;
      return emptyScalar(offset);
    }
    expanded += anchor.size;
    if (expanded > aliasAllowance + aliasGrowth * written) {
      const isFirst = !problems.some((problem) => problem.code === 'yaml-alias');
      if (isFirst) {
        problems.push({
          code: 'yaml-alias',
          offset,
          message: `the aliases expand to more than ${aliasGrowth} times what is written`,
          fix: 'Write the values out; aliases of aliases are refused beyond that.',
        });
      }
      return emptyScalar(offset);
    }
    return { ...anchor.node, start: offset, end };
  }

  function refuseTag(tag: string, offset: number): void {
    problems.push({
      code: 'yaml-tag',
      offset,
      message: `the tag ${tag} is not allowed`,
      fix: 'Leave the tag out; put text in quotes, and write typed values as {$date: …} and its kind.',
    });
  }

  return { convert, problems, foreignAliases: () => foreign };
}

/** Tags that say what is so anyway. */
const plainTags: ReadonlySet<string> = new Set([
  'tag:yaml.org,2002:str',
  'tag:yaml.org,2002:map',
  'tag:yaml.org,2002:seq',
]);

function emptyScalar(offset: number): ScalarNode {
  return { kind: 'scalar', text: '', style: 'plain', start: offset, end: offset };
}
