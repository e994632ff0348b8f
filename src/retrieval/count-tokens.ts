/** The tokenizer that token counts are of. */
export const tokenizerName = 'o200k_base';

/** Where o200k always cuts: a line end, unless more line ends or a slash follow, which join its token. */
const lineCut = /(?<=\n)(?!\/|\s*[\r\n])/;
/** Lines remembered at most; beyond it the memory starts anew, so a long-lived process cannot grow. */
const memoryLimit = 50_000;

/**
 * A function that counts the tokens of a text; the tokenizer's tables load on the first call. What looks
 * like a special token (`<|endoftext|>`) counts as the text it is.
 *
 * The lines of a schema come again with every question, so each is counted once and remembered.
 */
export async function loadTokenCounter(): Promise<(text: string) => number> {
  const { countTokens } = await import('gpt-tokenizer/encoding/o200k_base');
  const asText = { disallowedSpecial: new Set<string>() };
  const known = new Map<string, number>();
  return (text) => {
    let total = 0;
    for (const line of text.split(lineCut)) {
      let tokens = known.get(line);
      if (tokens === undefined) {
        tokens = countTokens(line, asText);
        if (known.size >= memoryLimit) known.clear();
        known.set(copyOf(line), tokens);
      }
      total += tokens;
    }
    return total;
  };
}

/** The same text on its own: a slice would keep the whole text it was cut from in memory. */
function copyOf(line: string): string {
  return Buffer.from(line, 'utf16le').toString('utf16le');
}
