/**
 * The largest result taken, in bytes on the wire. Beyond it the process would run out of memory, or a
 * driver out of the half a gigabyte that a JavaScript string can hold, where nobody can catch it.
 */
export const maxResultBytes = 256 * 1024 * 1024;

/** A result grew larger than {@link maxResultBytes}: the query asks for too much. */
export class ResultTooLargeError extends Error {
  override readonly name = 'ResultTooLargeError';
  constructor() {
    super(`The result is larger than ${maxResultBytes / 1024 / 1024} MB.`);
  }
}
