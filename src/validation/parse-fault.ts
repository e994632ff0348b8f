/**
 * What a parser of JSON or YAML says of a text, in words: the end of its stack is a nesting too deep.
 *
 * @example
 * parseFault(new RangeError('Maximum call stack size exceeded')); // 'it is nested too deep to read'
 */
export function parseFault(cause: unknown): string {
  const message = cause instanceof Error ? cause.message : String(cause);
  if (/maximum call stack/i.test(message)) return 'it is nested too deep to read';
  if (/excessive alias count/i.test(message)) return 'its aliases stand for far too much';
  return message;
}
