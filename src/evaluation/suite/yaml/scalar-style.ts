import { readPlainScalar } from './plain-scalar.ts';

/** How a text may be written. The rules are those of the YAML 1.1 emitter that wrote the first suites. */
export interface ScalarAnalysis {
  readonly allowsFlowPlain: boolean;
  readonly allowsBlockPlain: boolean;
  readonly allowsSingle: boolean;
  readonly allowsLiteral: boolean;
}

const startIndicators = new Set('#,[]{}&*!|>\'"%@`');
const flowIndicators = new Set(',?[]{}');

/** Analyses one text. */
export function analyzeScalar(text: string): ScalarAnalysis {
  if (text === '') {
    return {
      allowsFlowPlain: false,
      allowsBlockPlain: false,
      allowsSingle: true,
      allowsLiteral: false,
    };
  }
  let hasBlockIndicator = text.startsWith('---') || text.startsWith('...');
  let hasFlowIndicator = hasBlockIndicator;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index] ?? '';
    const isBeforeBlank = index + 1 >= text.length || isBlank(text[index + 1] ?? '');
    if (index === 0) {
      if (startIndicators.has(character)) hasFlowIndicator = hasBlockIndicator = true;
      if (character === '?' || character === ':') {
        hasFlowIndicator = true;
        if (isBeforeBlank) hasBlockIndicator = true;
      }
      if (character === '-' && isBeforeBlank) hasFlowIndicator = hasBlockIndicator = true;
      continue;
    }
    if (flowIndicators.has(character)) hasFlowIndicator = true;
    if (character === ':') {
      hasFlowIndicator = true;
      if (isBeforeBlank) hasBlockIndicator = true;
    }
    if (character === '#' && isBlank(text[index - 1] ?? '')) {
      hasFlowIndicator = hasBlockIndicator = true;
    }
  }
  const hasBreak = text.includes('\n');
  const hasOuterBlank = /^[ \n]|[ \n]$/.test(text);
  const isSpecial = hasSpecialCharacter(text) || text.includes(' \n');
  const isPlain = !hasOuterBlank && !hasBreak && !isSpecial && isReadAsText(text);
  return {
    allowsFlowPlain: isPlain && !hasFlowIndicator,
    allowsBlockPlain: isPlain && !hasBlockIndicator,
    allowsSingle: !isSpecial && !hasBreak,
    allowsLiteral: !isSpecial && !text.endsWith(' '),
  };
}

/** Text to readers of YAML 1.1 and 1.2 alike. */
function isReadAsText(text: string): boolean {
  const plain = readPlainScalar(text);
  return plain.kind === 'text' && plain.spelling === undefined;
}

function isBlank(character: string): boolean {
  return character === ' ' || character === '\t' || character === '\n' || character === '\r';
}

/** Characters that only double quotes can hold, as escapes. */
function hasSpecialCharacter(text: string): boolean {
  // Controls, DEL to U+009F (U+0085 is a line break to some readers), line and paragraph separators,
  // byte order marks, lone surrogates and non-characters.
  return /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.test(
    text,
  );
}

/** A word that some YAML 1.1 readers take for a boolean; only as a value, where it matters. */
export function isBooleanLetter(text: string): boolean {
  return text === 'y' || text === 'n' || text === 'Y' || text === 'N';
}

/** Strings with a line break are literal blocks where that is allowed. */
export function wantsLiteral(text: string): boolean {
  return text.includes('\n');
}
