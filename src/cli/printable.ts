/** Colours and weights as reports use them; hiding, blinking and everything else is a terminal's to refuse. */
const style = '\\u001b\\[(?:0|1|2|3|4|7|22|23|24|27|3[0-79]|4[0-79]|9[0-7])?m';
/** How progress begins to draw its line anew. */
const redraw = '^\\r\\u001b\\[K';
/** Control characters but tab and line breaks, and marks that turn the direction of a text around. */
const control =
  '[\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]|\\r(?!\\n)';

const pattern = new RegExp(`(${redraw}|${style})|(${control})`, 'g');

/**
 * A text as a terminal may be given it. Questions, SQL and names come from files and models: a sequence in
 * them that clears the screen, moves the cursor or sets a title is written out instead. In JSON the
 * written-out form means the same character.
 *
 * @example
 * printable('a\u001b[2Jb'); // 'a\\u001b[2Jb'
 */
export function printable(text: string): string {
  return text.replace(pattern, (found, kept: string | undefined) =>
    kept === undefined ? `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}` : found,
  );
}
