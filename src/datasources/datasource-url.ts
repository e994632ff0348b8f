import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { Nl2sqlError } from '../errors.ts';
import type { Connection } from './datasource.ts';
import { redactSecrets } from './describe-connection.ts';
import { serverAddress } from './server-address.ts';

/**
 * Reads a datasource as the command line spells it: `sqlite:PATH`, `duckdb:PATH`, `fixture:PATH`,
 * `postgres://…`, `mysql://…`, or the bare path of a file that says itself what it is. Paths are
 * relative to `cwd`. Throws `DATASOURCE_URL_INVALID`; a password never shows in it.
 *
 * @example
 * parseDatasourceUrl('sqlite:./chinook.sqlite', { cwd: '/data' });
 * // { type: 'sqlite', path: '/data/chinook.sqlite' }
 */
export function parseDatasourceUrl(text: string, { cwd }: { readonly cwd: string }): Connection {
  const scheme = /^([a-z][a-z0-9+.-]+):/i.exec(text)?.[1];
  const rest = scheme === undefined ? text : text.slice(scheme.length + 1);
  switch (scheme?.toLowerCase()) {
    case 'sqlite':
    case 'duckdb':
    case 'fixture': {
      const path = rest.replace(/^\/\/(?=.)/, '');
      if (path === '') throw invalid(text, 'the path is empty');
      const server = /^[a-z]+(?=:\/\/)/i.exec(path)?.[0];
      if (server !== undefined)
        throw invalid(text, `after ${scheme}: comes a path, and this is a ${server} URL`);
      return {
        type: scheme?.toLowerCase() as 'sqlite' | 'duckdb' | 'fixture',
        path: resolve(cwd, path),
      };
    }
    case 'postgres':
    case 'postgresql':
      return serverConnection('postgres', text);
    case 'mysql':
    case 'mariadb':
      return serverConnection('mysql', text);
    default:
      return fileConnection(text, resolve(cwd, text), scheme);
  }
}

function serverConnection(type: 'postgres' | 'mysql', text: string): Connection {
  const connection = { type, url: text } as const;
  const reading = serverAddress(connection);
  if (!reading.ok) throw invalid(text, reading.reason);
  return connection;
}

/** A bare path: the first bytes of the file tell what it is. */
function fileConnection(text: string, path: string, scheme: string | undefined): Connection {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) {
    throw invalid(
      text,
      scheme === undefined
        ? 'there is no such file'
        : `"${scheme}" is no kind of datasource, and there is no such file`,
    );
  }
  if (!stats.isFile()) throw invalid(text, 'this is not a file');
  const head = readHead(text, path);
  if (head.toString('latin1', 0, 16) === 'SQLite format 3\0') return { type: 'sqlite', path };
  if (head.toString('latin1', 8, 12) === 'DUCK') return { type: 'duckdb', path };
  if (/^\uFEFF?\s*\{/.test(head.toString('utf8'))) return { type: 'fixture', path };
  throw invalid(text, 'the file is no SQLite or DuckDB database and no schema-fixture JSON');
}

function readHead(text: string, path: string): Buffer {
  try {
    const descriptor = openSync(path, 'r');
    try {
      const head = Buffer.alloc(256);
      return head.subarray(0, readSync(descriptor, head, 0, head.length, 0));
    } finally {
      closeSync(descriptor);
    }
  } catch (cause) {
    throw invalid(text, `the file may not be read (${(cause as NodeJS.ErrnoException).code})`);
  }
}

function invalid(text: string, reason: string): Nl2sqlError {
  return new Nl2sqlError('DATASOURCE_URL_INVALID', { url: redactSecrets(text), reason });
}
