import type { Catalog } from '../../catalog/index.ts';
import type { Datasource, Execution } from '../../datasources/index.ts';

/** A datasource with the cap and deadline that hold for it. */
export interface Database {
  readonly datasource: Datasource;
  readonly rowLimit: number;
  readonly timeoutMs: number;
  /** The shape of the database, read once when first asked; null when it cannot be read. */
  catalog(): Promise<Catalog | null>;
}

/** The databases of a run, by id. */
export type Databases = ReadonlyMap<string, Database>;

/**
 * Runs SQL texts, each text once for as long as one case is at hand: the roles of a case ask the same
 * SQL, and gold is often the prediction.
 */
export interface CaseExecutor {
  execute(database: Database, sql: string): Promise<Execution>;
}

export function createCaseExecutor(signal: AbortSignal): CaseExecutor {
  const done = new Map<string, Promise<Execution>>();
  return {
    execute({ datasource, rowLimit, timeoutMs }, sql) {
      const key = `${datasource.id}\n${sql}`;
      let execution = done.get(key);
      if (execution === undefined) {
        execution = datasource.execute({ text: sql }, { rowLimit, timeoutMs, signal });
        done.set(key, execution);
      }
      return execution;
    },
  };
}
