/**
 * Takes personal data out of a question: emails, phone and other long numbers, and names that follow a
 * title or stand as two capitalised words in the middle of a sentence. It errs towards taking out too much.
 *
 * @example
 * scrubQuestion('What did Ann Smith (ann@x.org, +49 30 1234567) buy?'); // 'What did [name] ([email], [number]) buy?'
 */
export function scrubQuestion(question: string): string {
  return question
    .replace(/[\p{L}\p{N}._%+-]+@[\p{L}\p{N}.-]+\.\p{L}{2,}/gu, '[email]')
    .replace(/(?<![\p{L}\p{N}])\+?\d(?:[\d\s()./-]{5,}\d)(?![\p{L}\p{N}])/gu, (found) =>
      isDateOrYearRange(found) ? found : '[number]',
    )
    .replace(/(?<![\p{L}\p{N}])\d{6,}(?![\p{N}])/gu, '[number]')
    .replace(
      /\b(?:Mr|Mrs|Ms|Dr|Prof|Herr|Frau)\.?\s+\p{Lu}[\p{L}'’-]+(?:\s+\p{Lu}[\p{L}'’-]+)*/gu,
      '[name]',
    )
    .replace(
      /(?<=[\p{Ll}\p{N},;:("'“„]\s?)(?<!\p{L})\p{Lu}[\p{Ll}'’-]+(?:\s+(?:(?:van|von|de|da|di|der|den|la|le)\s+)*\p{Lu}[\p{L}'’-]+)+/gu,
      '[name]',
    );
}

/** `2013-01-31`, `2009 - 2013`, `31.01.2013`: no phone numbers. */
function isDateOrYearRange(text: string): boolean {
  return /^(?:\d{4}-\d\d?-\d\d?|\d\d?[./]\d\d?[./]\d{4}|(?:19|20)\d\d\s*[-/]\s*(?:19|20)\d\d)$/.test(
    text.trim(),
  );
}
