import { redactSecrets } from '../describe-connection.ts';
import { ResultTooLargeError } from '../result-size.ts';
import type { ServerFailure } from '../server-datasource.ts';

/** Errors of MySQL and MariaDB by number; all others are the query's own. */
const failures: Readonly<Record<number, ServerFailure>> = {
  1317: 'cancelled', // KILL QUERY
  1969: 'cancelled', // MariaDB's max_statement_time
  3024: 'cancelled', // MySQL's max_execution_time
  // A write in a read-only transaction, on a read-only server, or to a file where none may be.
  1792: 'refused',
  1836: 'refused',
  1290: 'refused',
  1874: 'refused',
  // What the login may not do.
  1044: 'refused',
  1095: 'refused',
  1142: 'refused',
  1143: 'refused',
  1227: 'refused',
  1370: 'refused',
  // No statement that can be prepared, so no query.
  1295: 'refused',
  // A COMMIT or its like inside a function.
  1422: 'refused',
  // The server's own trouble: connections, memory, disk, shutdown, locks.
  1021: 'unavailable',
  1037: 'unavailable',
  1040: 'unavailable',
  1041: 'unavailable',
  1045: 'unavailable',
  1053: 'unavailable',
  1077: 'unavailable',
  1079: 'unavailable',
  1129: 'unavailable',
  1130: 'unavailable',
  1158: 'unavailable',
  1159: 'unavailable',
  1160: 'unavailable',
  1161: 'unavailable',
  1203: 'unavailable',
  1205: 'unavailable',
  1213: 'unavailable',
  1226: 'unavailable',
  1927: 'unavailable',
  3169: 'unavailable',
  4031: 'unavailable',
};

interface DriverError {
  readonly errno?: number;
  readonly code?: string;
  readonly sqlState?: string;
  readonly sqlMessage?: string;
  readonly message?: string;
  readonly errors?: readonly Error[];
}

/** Sorts an error of the driver or the server. */
export function mysqlFailure(error: unknown): ServerFailure {
  const { errno, sqlState, code } = error as DriverError;
  if (error instanceof ResultTooLargeError || code === 'ERR_STRING_TOO_LONG') return 'rejected';
  // Without an SQLSTATE it never came from the server: the connection is at fault.
  if (errno === undefined || sqlState === undefined) return 'unavailable';
  return failures[errno] ?? 'rejected';
}

/** The error's text in one line. */
export function mysqlMessage(error: unknown): string {
  const { sqlMessage, message, errors } = error as DriverError;
  return redactSecrets(sqlMessage || message || errors?.[0]?.message || String(error));
}

/** What likely helps when a connection could not be made. */
export function mysqlConnectFix(error: unknown): string {
  const { errno = '', code = '', message = '' } = error as DriverError;
  const fix = connectFixes.find(([pattern]) => pattern.test(`${errno} ${code} ${message}`));
  return fix?.[1] ?? 'Check host, port, user and database of the datasource.';
}

const connectFixes: readonly (readonly [RegExp, string])[] = [
  [/^(1045|1698)\b/, 'Check user and password, and that this user may log in from here.'],
  [/^1044\b/, 'Ask for rights on the database: GRANT SELECT, SHOW VIEW ON … TO ….'],
  [/^1049\b/, 'Check the name of the database; SHOW DATABASES lists those that exist.'],
  [
    /^(1040|1203|1226)\b/,
    'The server has no free connection: raise max_connections or end idle sessions.',
  ],
  [/^1130\b/, 'The server lets no user in from this machine: check the host part of the user.'],
  [/^1053\b/, 'The server is shutting down; try again.'],
  [/SECURE_TRANSPORT|secure.transport|^3159\b/i, 'The server wants TLS: add ?ssl-mode=REQUIRED.'],
  [
    /does not support secure/i,
    'The server speaks no TLS: use ?ssl-mode=DISABLED, or set it up on the server.',
  ],
  [
    /SELF_SIGNED|CERT|certificate|HANDSHAKE_SSL/i,
    'The certificate is not trusted: name its authority with sslrootcert=FILE, or accept any with ssl-mode=REQUIRED.',
  ],
  [/ENOENT/, 'Check the path of the socket or the TLS file.'],
  [
    /ECONNREFUSED|EHOSTUNREACH|ENETUNREACH/,
    'Check host and port, and that MySQL or MariaDB runs and listens there (bind-address).',
  ],
  [/ENOTFOUND|EAI_AGAIN/, 'Check the host name.'],
  [/ETIMEDOUT/, 'Nothing answered in time: check host, port and firewalls.'],
  [
    /CONNECTION_LOST|ECONNRESET|PROTOCOL/,
    'The other side hung up: check that MySQL or MariaDB, and nothing else, listens on this port.',
  ],
];
