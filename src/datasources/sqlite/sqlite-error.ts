/** What an error of SQLite means for whoever asked. */
export interface SqliteTrouble {
  readonly status: 'rejected' | 'refused' | 'unavailable';
  readonly message: string;
}

/** Primary result codes of trouble with the file or the machine: BUSY, LOCKED, NOMEM, IOERR, CORRUPT, FULL, CANTOPEN, PROTOCOL, NOTADB. */
const machineCodes = new Set([5, 6, 7, 10, 11, 13, 14, 15, 26]);
/**
 * The driver gives errors that come while rows are read without their code. Whole messages only: a query may
 * put any words into an error, and must not pass for trouble with the file.
 */
const machineMessages =
  /^(?:database (?:table |schema )?is locked(?:: \S+)?|out of memory|disk I\/O error|database disk image is malformed|malformed database schema.*|database or disk is full|unable to open database file|file is not a database|locking protocol)$/i;

/**
 * Tells a mistake of the query from a forbidden act and from trouble with the file.
 *
 * @param refusal why the authorizer said no, if it did
 */
export function classifySqliteError(error: unknown, refusal: string | undefined): SqliteTrouble {
  const message = error instanceof Error ? error.message : String(error);
  const code = (error as { errcode?: unknown }).errcode;
  const primary = typeof code === 'number' ? code & 0xff : undefined;
  if (refusal !== undefined) return { status: 'refused', message: `not allowed: ${refusal}` };
  if (primary === 23 || /may not be modified/.test(message)) return { status: 'refused', message };
  if (primary === 8 || /readonly database/.test(message)) {
    // A statement that writes was refused when it was compiled; so it is SQLite itself that has to.
    return {
      status: 'unavailable',
      message:
        'a program that wrote to it ended in the middle; open it once with one that may write, which puts it right',
    };
  }
  if (primary === undefined ? machineMessages.test(message) : machineCodes.has(primary)) {
    return { status: 'unavailable', message };
  }
  return { status: 'rejected', message };
}
