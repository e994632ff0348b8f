import type { Connection } from './datasource.ts';
import { type ServerConnection, serverAddress } from './server-address.ts';

/**
 * A connection for people: what is connected to and as whom, never a password or a parameter.
 *
 * @example
 * describeConnection({ type: 'postgres', url: 'postgres://ann:s3cret@db.example/shop' });
 * // 'postgres://ann@db.example:5432/shop'
 */
export function describeConnection(connection: Connection): string {
  switch (connection.type) {
    case 'sqlite':
    case 'duckdb':
    case 'fixture':
      return redactSecrets(`${connection.type}:${connection.path}`);
    case 'postgres':
    case 'mysql':
      return describeServer(connection);
  }
}

function describeServer(connection: ServerConnection): string {
  const reading = serverAddress(connection);
  if (!reading.ok) return redactSecrets(connection.url ?? `${connection.type}://`);
  const { host, port, user, database, socketPath } = reading.address;
  const place = socketPath ?? (host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`);
  return `${connection.type}://${user === undefined ? '' : `${user}@`}${place}/${database ?? ''}`;
}

const secretParameter =
  /((?:pass(?:word|wd|phrase)?|pwd|secret|token|api[-_]?key|sslpassword)(?:\s*=\s*|["']\s*:\s*))('(?:[^'\\]|\\.)*'?|"(?:[^"\\]|\\.)*"?|[^\s;&,#]+)/gi;

/**
 * A text that may hold a connection string, with what looks like a secret as `***`: passwords before
 * the last `@` of a URL (also unescaped ones such as `p@ss`), `?password=`, `host=… password=…`.
 *
 * @example
 * redactSecrets('postgres://ann:p@ss@db/shop'); // 'postgres://ann:***@db/shop'
 * redactSecrets('host=db user=ann password=s3cret'); // 'host=db user=ann password=***'
 */
export function redactSecrets(text: string): string {
  return (
    text
      .replace(/(\b[a-z][a-z0-9+.-]*:\/\/)([^\s:/@]*):(\S*)@/gi, '$1$2:***@')
      // Without its scheme or slashes it is no URL, and the password is there all the same.
      .replace(
        /((?:^|[\s"'=(/])(?:[a-z][a-z0-9+.-]*:)?\/{0,2}[^\s:/@"'=]*):(?![\\/]|[a-z]:[\\/]|\S*:\/\/)[^\s"']+@/gi,
        '$1:***@',
      )
      .replace(/([?&][\w-]*key=)[^\s;&,#]+/gi, '$1***')
      .replace(secretParameter, '$1***')
  );
}
