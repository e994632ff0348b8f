/** What an error of DuckDB means for whoever asked. */
export interface DuckdbTrouble {
  readonly status: 'rejected' | 'refused' | 'unavailable' | 'interrupted';
  readonly message: string;
}

const forbidden =
  /^Permission Error|in read-only mode|configuration has been locked|disabled (?:by|through) configuration/;
const broken =
  /^(?:IO|Out of Memory|FATAL|INTERNAL|Fatal|Internal|Serialization|Connection) Error|^[\w ]*Error: (?:Failed: )?database has been invalidated/;

/** Tells a mistake of the query from a forbidden act and from trouble with the file, by DuckDB's own words. */
export function classifyDuckdbError(error: unknown): DuckdbTrouble {
  const text = error instanceof Error ? error.message : String(error);
  const message = text.replace(/^Failed to extract statements: /, '');
  if (message.startsWith('INTERRUPT Error')) return { status: 'interrupted', message };
  if (forbidden.test(message)) return { status: 'refused', message };
  if (broken.test(message)) return { status: 'unavailable', message };
  return { status: 'rejected', message };
}
