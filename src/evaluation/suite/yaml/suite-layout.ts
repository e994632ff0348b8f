/**
 * Where the parts of a suite file stand, found by its lines alone: the fields of the file, and under
 * `cases:` one range per case. Cases are then parsed one by one, so a large suite never lies in memory
 * as one tree and a mistake in one case hides nothing in the others.
 */
export interface SuiteLayout {
  /** Top-level fields other than a block list of cases, each from its key to the next one. */
  readonly fields: readonly LayoutField[];
  /** The ranges of the cases, in order; null when `cases` is not a block list (or is missing). */
  readonly cases: LayoutCases | null;
  /** Offsets of `---` and `...` lines that begin or end another document. */
  readonly extraDocuments: readonly number[];
  /** Where the first document's content starts: after a leading `---`. */
  readonly contentStart: number;
}

export interface LayoutField {
  readonly key: string;
  readonly start: number;
  readonly end: number;
}

export interface LayoutCases {
  readonly keyStart: number;
  /** Column of the items' dashes. */
  readonly indent: number;
  readonly items: readonly { readonly start: number; readonly end: number }[];
  readonly end: number;
}

/** The layout of a block-style suite; null for anything else, which is then parsed whole. */
export function findSuiteLayout(text: string): SuiteLayout | null {
  const fields: LayoutField[] = [];
  const extraDocuments: number[] = [];
  let cases: { keyStart: number; indent: number; items: { start: number; end: number }[] } | null =
    null;
  let casesEnd = -1;
  let contentStart = 0;
  let current: { key: string; start: number; isEmpty: boolean } | null = null;
  let isEnded = false;

  const close = (end: number) => {
    if (!current) return;
    if (cases && casesEnd === -1 && current.key === 'cases' && cases.keyStart === current.start) {
      const last = cases.items.at(-1);
      if (last) last.end = end;
      casesEnd = end;
    } else {
      fields.push({ key: current.key, start: current.start, end });
    }
    current = null;
  };

  for (let at = 0; at < text.length; ) {
    const found = text.indexOf('\n', at);
    const next = found === -1 ? text.length : found + 1;
    const first = text[at];
    if (first === ' ' || first === '-' || first === '\t') {
      if (isMarker(text, at, '---')) {
        if (current === null && fields.length === 0 && cases === null && !isEnded) {
          if (!/^---[ \t]*(?:#.*)?\r?\n?$/.test(text.slice(at, next))) return null;
          contentStart = next;
        } else {
          close(at);
          extraDocuments.push(at);
          isEnded = true;
        }
      } else if (current === null) {
        // Content before any key: not a block mapping.
        if (text.slice(at, next).trim() !== '' && !isEnded) return null;
      } else {
        const indent = dashIndent(text, at, next);
        if (current.key === 'cases' && current.isEmpty && indent >= 0 && cases === null) {
          cases = { keyStart: current.start, indent, items: [{ start: at, end: next }] };
        } else if (cases !== null && cases.keyStart === current.start && indent === cases.indent) {
          const last = cases.items.at(-1);
          if (last) last.end = at;
          cases.items.push({ start: at, end: next });
        } else if (current.isEmpty && cases === null && !isBlankOrComment(text, at, next)) {
          current.isEmpty = false;
        }
      }
    } else if (first === '\n' || first === '#' || first === '\r') {
      // Blank and comment lines belong to whatever stands above them.
    } else if (isMarker(text, at, '...')) {
      close(at);
      isEnded = true;
    } else if (!isEnded) {
      const key = /^([A-Za-z_][\w-]*)[ ]*:(?:[ ]+(.*))?$/.exec(lineText(text, at, next));
      if (!key) return null;
      close(at);
      const rest = (key[2] ?? '').trim();
      current = { key: key[1] ?? '', start: at, isEmpty: rest === '' || rest.startsWith('#') };
    } else {
      // Content behind `...`; behind a `---` the marker itself is already noted.
      if (extraDocuments.length === 0) extraDocuments.push(at);
    }
    at = next;
  }
  close(text.length);
  if (fields.length === 0 && cases === null) return null;
  return {
    fields,
    cases: cases === null ? null : { ...(cases as Omit<LayoutCases, 'end'>), end: casesEnd },
    extraDocuments,
    contentStart,
  };
}

function lineText(text: string, at: number, next: number): string {
  return text.slice(at, text[next - 1] === '\n' ? next - 1 : next);
}

function isMarker(text: string, at: number, marker: string): boolean {
  if (!text.startsWith(marker, at)) return false;
  const after = text[at + 3];
  return after === undefined || after === '\n' || after === ' ' || after === '\t' || after === '\r';
}

/** The column of a list item's dash on this line, or -1. */
function dashIndent(text: string, at: number, next: number): number {
  let position = at;
  while (position < next && text[position] === ' ') position += 1;
  if (text[position] !== '-') return -1;
  const after = text[position + 1];
  return after === ' ' || after === '\n' || after === undefined ? position - at : -1;
}

function isBlankOrComment(text: string, at: number, next: number): boolean {
  return /^\s*(?:#|$)/.test(text.slice(at, next));
}
