import { resolve } from 'node:path';
import type { Connection } from '../datasources/index.ts';
import type { ConfigProblem } from './config-file.ts';
import type { DatasourceSection } from './schema.ts';
import { resolveSecret } from './secrets.ts';

/** Where a section is, and where its problems are reported. */
export interface SectionPlace {
  readonly projectDir: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  report(problem: Pick<ConfigProblem, 'message'> & { readonly key: string }): void;
}

/** A datasource's `connection` as the datasource folder takes it; null when something is wrong with it. */
export function readConnection(section: DatasourceSection, place: SectionPlace): Connection | null {
  const raw = section.connection;
  const values: Record<string, string> = {};
  let isComplete = true;
  const fail = (key: string, message: string): null => {
    isComplete = false;
    place.report({ key, message });
    return null;
  };
  for (const [key, value] of Object.entries(raw)) {
    if (typeof value !== 'string' && typeof value !== 'number') continue;
    const reading = resolveSecret(String(value), place.env);
    if (reading.ok) values[key] = reading.value;
    else fail(key, reading.message);
  }
  if (section.type === 'sqlite' || section.type === 'duckdb' || section.type === 'fixture') {
    const path = values['path'] ?? values['database'];
    if (path === undefined)
      return isComplete ? fail('database', 'missing; expected the path of the file') : null;
    for (const key of ['host', 'port', 'user', 'password', 'url', 'ssl'] as const) {
      if (raw[key] !== undefined) fail(key, `does not apply to ${section.type}, which is a file`);
    }
    return isComplete ? { type: section.type, path: resolve(place.projectDir, path) } : null;
  }
  const type = section.type === 'mysql' || section.type === 'mariadb' ? 'mysql' : 'postgres';
  if (raw.path !== undefined) fail('path', `does not apply to ${section.type}, which is a server`);
  if (raw.url === undefined && raw.host === undefined) {
    fail('url', 'missing; expected url, or host with port, user, password and database');
  }
  if (raw.url !== undefined && raw.host !== undefined) {
    fail('host', 'given beside url; keep one of them');
  }
  const port = values['port'] === undefined ? undefined : Number(values['port']);
  if (port !== undefined && !(Number.isInteger(port) && port >= 1 && port <= 65535)) {
    fail('port', 'expected a whole number from 1 to 65535');
  }
  if (!isComplete) return null;
  return {
    type,
    ...(values['url'] === undefined ? {} : { url: values['url'] }),
    ...(values['host'] === undefined ? {} : { host: values['host'] }),
    ...(port === undefined ? {} : { port }),
    ...(values['user'] === undefined ? {} : { user: values['user'] }),
    ...(values['password'] === undefined ? {} : { password: values['password'] }),
    ...(values['database'] === undefined ? {} : { database: values['database'] }),
    ...(raw.ssl === undefined ? {} : { ssl: raw.ssl }),
  };
}
