/** The SQL dialects we read and write. MariaDB is `mysql`. */
export const dialectNames = ['sqlite', 'duckdb', 'postgres', 'mysql'] as const;

/** One of {@link dialectNames}. */
export type DialectName = (typeof dialectNames)[number];
