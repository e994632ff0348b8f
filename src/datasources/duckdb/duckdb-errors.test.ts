import { describe, expect, it } from 'vitest';
import { classifyDuckdbError } from './duckdb-errors.ts';

describe('errors of DuckDB', () => {
  it('tell the state of the database from words a query put into them', () => {
    const status = (message: string) => classifyDuckdbError(new Error(message)).status;
    expect(status('FATAL Error: Failed: database has been invalidated because of x')).toBe(
      'unavailable',
    );
    expect(status('IO Error: Could not read from file')).toBe('unavailable');
    expect(
      status('Binder Error: Referenced column "database has been invalidated" not found'),
    ).toBe('rejected');
  });
});
