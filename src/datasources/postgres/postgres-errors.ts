import { redactSecrets } from '../describe-connection.ts';
import { ResultTooLargeError } from '../result-size.ts';
import type { ServerFailure } from '../server-datasource.ts';

/** Errors of the server itself, by SQLSTATE or the first two characters of it (its class). */
const failuresByState: Readonly<Record<string, ServerFailure>> = {
  '57014': 'cancelled', // statement timeout or a cancel request
  '42501': 'refused', // insufficient privilege
  '25': 'refused', // a write in a read-only transaction, or what no transaction may do
  '2D': 'refused', // a COMMIT inside a procedure
  '25P03': 'unavailable', // idle in transaction for too long
  '08': 'unavailable', // connection trouble
  '08P01': 'rejected', // too many or too few parameters
  '28': 'unavailable', // login refused
  '3D': 'unavailable', // no such database
  '40': 'unavailable', // deadlock, or a conflict with recovery on a standby
  '53': 'unavailable', // out of connections, memory or disk
  '53400': 'rejected', // the query went over a configured limit, such as temp_file_limit
  '55P03': 'unavailable', // a lock was not to be had
  '57': 'unavailable', // shut down (57P01), crashed, starting up
  '58': 'unavailable', // the disk or the operating system
  XX: 'unavailable', // a fault of the server, damaged data
  XX000: 'rejected', // what the server met only by this query, such as a made-up object id
};

/** Sorts an error of the driver or the server. */
export function postgresFailure(error: unknown): ServerFailure {
  if (error instanceof ResultTooLargeError) return 'rejected';
  const state = sqlState(error);
  if (state === undefined) return 'unavailable';
  return failuresByState[state] ?? failuresByState[state.slice(0, 2)] ?? 'rejected';
}

/** The server's SQLSTATE; undefined for trouble on this side of the wire. */
function sqlState(error: unknown): string | undefined {
  const { code, severity } = error as { code?: unknown; severity?: unknown };
  return typeof code === 'string' && severity !== undefined ? code : undefined;
}

/** The error's text in one line. */
export function postgresMessage(error: unknown): string {
  const { message, errors } = error as { message?: string; errors?: readonly Error[] };
  // A name with several addresses fails with one error per address and no text of its own.
  const text = message || errors?.[0]?.message || String(error);
  return redactSecrets(text);
}

/** What likely helps when a connection could not be made. */
export function postgresConnectFix(error: unknown): string {
  const { code = '', message = '' } = error as { code?: string; message?: string };
  const fix = connectFixes.find(([pattern]) => pattern.test(`${code} ${message}`));
  return fix?.[1] ?? 'Check host, port, user and database of the datasource.';
}

const connectFixes: readonly (readonly [RegExp, string])[] = [
  [
    /^(28P01|28000)|SASL|password must be a string/,
    'Check user and password, and that pg_hba.conf lets this user in from here.',
  ],
  [/^3D000/, 'Check the name of the database; psql --list shows those that exist.'],
  [/^42501/, 'Ask for the right to connect: GRANT CONNECT ON DATABASE … TO ….'],
  [/^53300/, 'The server has no free connection: raise max_connections or end idle sessions.'],
  [/^57P03/, 'The server is starting or stopping; try again.'],
  [
    /does not support SSL/,
    'The server speaks no TLS: use sslmode=disable, or switch ssl on in postgresql.conf.',
  ],
  [/no pg_hba.conf entry.*(no encryption|SSL off)/, 'The server wants TLS: add sslmode=require.'],
  [
    /SELF_SIGNED|CERT|certificate|ERR_TLS/i,
    'The certificate is not trusted: name its authority with sslrootcert=FILE, or accept any with sslmode=require.',
  ],
  [/ENOENT/, 'Check the path of the socket or the TLS file.'],
  [
    /ECONNREFUSED|EHOSTUNREACH|ENETUNREACH/,
    'Check host and port, and that PostgreSQL runs and listens there (listen_addresses).',
  ],
  [/ENOTFOUND|EAI_AGAIN/, 'Check the host name.'],
  [/timeout expired|ETIMEDOUT/, 'Nothing answered in time: check host, port and firewalls.'],
  [
    /Connection terminated|ECONNRESET|SSL connection/,
    'The other side hung up: check that PostgreSQL, and nothing else, listens on this port.',
  ],
];
