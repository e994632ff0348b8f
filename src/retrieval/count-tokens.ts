/** The tokenizer that token counts are of. */
export const tokenizerName = 'o200k_base';

/** A function that counts the tokens of a text; the tokenizer's tables load on the first call. */
export async function loadTokenCounter(): Promise<(text: string) => number> {
  const { countTokens } = await import('gpt-tokenizer/encoding/o200k_base');
  return (text) => countTokens(text);
}
