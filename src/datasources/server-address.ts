import type { Connection } from './datasource.ts';

/** A connection to a database server. */
export type ServerConnection = Extract<Connection, { readonly type: 'postgres' | 'mysql' }>;

/** TLS options in the words of Node.js (`rejectUnauthorized`, `ca`, …). */
export type TlsOptions = Readonly<Record<string, unknown>>;

/** Where a server is and who asks, read from a URL or from separate fields. */
export interface ServerAddress {
  readonly host: string;
  readonly port: number;
  readonly user: string | undefined;
  readonly password: string | undefined;
  readonly database: string | undefined;
  /** A Unix socket instead of host and port; in PostgreSQL the folder it is in. */
  readonly socketPath: string | undefined;
  /** `true`: encrypted, and the certificate must be trusted. */
  readonly tls: boolean | TlsOptions;
  /** Files to read for TLS, by the name of their option. */
  readonly tlsFiles: Readonly<Record<string, string>>;
  /** PostgreSQL's start-up options, such as `-c search_path=sales`. */
  readonly options: string | undefined;
  readonly connectTimeoutMs: number | undefined;
  /** Names of URL parameters that change nothing here. */
  readonly ignored: readonly string[];
}

/** The address, or why the URL is none. A reason never repeats the URL. */
export type ServerAddressReading =
  | { readonly ok: true; readonly address: ServerAddress }
  | { readonly ok: false; readonly reason: string };

const defaultPorts = { postgres: 5432, mysql: 3306 } as const;

/**
 * Reads where a server is. Separate fields of the connection win over the same part of its URL.
 *
 * @example
 * serverAddress({ type: 'postgres', url: 'postgres://ann:p%40ss@db/shop?sslmode=require' });
 */
export function serverAddress(connection: ServerConnection): ServerAddressReading {
  const fromUrl = connection.url === undefined ? emptyUrl() : readUrl(connection.url);
  if (typeof fromUrl === 'string') return { ok: false, reason: fromUrl };
  const { url, parameters } = fromUrl;
  const place = connection.host ?? parameters.take('host') ?? hostOf(url);
  const socketPath =
    parameters.take('socketPath') ??
    parameters.take('socket') ??
    (place?.startsWith('/') ? place : undefined);
  const tls = readTls(parameters);
  if (typeof tls === 'string') return { ok: false, reason: tls };
  const port = connection.port ?? (Number(parameters.take('port') ?? url?.port) || undefined);
  const database =
    connection.database ??
    parameters.take('dbname') ??
    parameters.take('database') ??
    (decode(url?.pathname.replace(/^\//, '') ?? '') || undefined);
  if (database === undefined && connection.type === 'mysql') {
    return { ok: false, reason: 'it names no database; write mysql://user@host/database' };
  }
  const seconds = Number(parameters.take('connect_timeout'));
  return {
    ok: true,
    address: {
      host: place === undefined || place.startsWith('/') ? 'localhost' : place,
      port: port ?? defaultPorts[connection.type],
      user:
        connection.user ?? parameters.take('user') ?? (decode(url?.username ?? '') || undefined),
      password:
        connection.password ??
        parameters.take('password') ??
        (decode(url?.password ?? '') || undefined),
      database,
      socketPath,
      tls: connection.ssl ?? tls,
      tlsFiles: takeAll(parameters, { sslrootcert: 'ca', sslcert: 'cert', sslkey: 'key' }),
      options: parameters.take('options'),
      connectTimeoutMs: seconds > 0 ? seconds * 1000 : undefined,
      ignored: parameters.rest(),
    },
  };
}

interface Parameters {
  /** The value of a parameter, which then counts as known. */
  take(name: string): string | undefined;
  rest(): string[];
}

/** Parameters that ask for what is so anyway. */
const harmless = ['application_name', 'charset', 'client_encoding', 'timezone', 'channel_binding'];

function createParameters(search: URLSearchParams): Parameters {
  const known = new Set(harmless);
  return {
    take: (name) => {
      known.add(name);
      return search.get(name) ?? undefined;
    },
    rest: () => [...new Set(search.keys())].filter((name) => !known.has(name)),
  };
}

function emptyUrl(): { readonly url: undefined; readonly parameters: Parameters } {
  return { url: undefined, parameters: createParameters(new URLSearchParams()) };
}

/** A URL and its parameters, or the reason why it is none. */
function readUrl(text: string): { readonly url: URL; readonly parameters: Parameters } | string {
  const encode =
    'in a user name or password write @ as %40, / as %2F, # as %23, ? as %3F, : as %3A';
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return text.includes('@')
      ? `it cannot be read as a URL; ${encode}`
      : 'it cannot be read as a URL';
  }
  // An unescaped / # or ? in a password makes the rest of it, up to the @, look like a path or a parameter.
  const rest = [url.pathname, url.hash, ...url.searchParams.keys()].join();
  if (rest.includes('@') || url.hash !== '') return encode;
  return { url, parameters: createParameters(url.searchParams) };
}

function hostOf(url: URL | undefined): string | undefined {
  const host = decode(url?.hostname ?? '').replace(/^\[(.*)\]$/, '$1');
  return host === '' ? undefined : host;
}

/** Percent-decodes; a text with a lone `%` is taken as it is. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** What `sslmode` (libpq), `ssl-mode` (MySQL) and `ssl` ask for, by their lower-case value. */
const tlsModes: Readonly<Record<string, boolean | TlsOptions>> = {
  disable: false,
  disabled: false,
  allow: false,
  prefer: false,
  preferred: false,
  false: false,
  '0': false,
  'no-verify': { rejectUnauthorized: false },
  require: { rejectUnauthorized: false },
  required: { rejectUnauthorized: false },
  'verify-ca': { checkServerIdentity: () => undefined },
  verify_ca: { checkServerIdentity: () => undefined },
  'verify-full': true,
  verify_identity: true,
  true: true,
  '1': true,
};

function readTls(parameters: Parameters): boolean | TlsOptions | string {
  for (const name of ['sslmode', 'ssl-mode', 'sslMode', 'ssl']) {
    const value = parameters.take(name);
    if (value === undefined) continue;
    const mode = tlsModes[value.toLowerCase()];
    return mode ?? `${name}=${value} is not known; use disable, require, verify-ca or verify-full`;
  }
  return false;
}

function takeAll(
  parameters: Parameters,
  names: Readonly<Record<string, string>>,
): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [name, option] of Object.entries(names)) {
    const value = parameters.take(name);
    if (value !== undefined) found[option] = value;
  }
  return found;
}
