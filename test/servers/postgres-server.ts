import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import pg from 'pg';
import {
  createServerFolder,
  freePort,
  type RunAs,
  runAs,
  runSetup,
  startKept,
  type TestServer,
  waitUntilReady,
} from './server-process.ts';

/** The password of the administrator: one that a careless URL parser trips over. */
const password = 'p@ss/w0rd';

/** The folder of PostgreSQL's own programs (initdb, postgres), or null without PostgreSQL. */
export function postgresBinaries(): string | null {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian)
    ? readdirSync(debian).sort((a, b) => Number(b) - Number(a))
    : [];
  const folders = [
    ...versions.map((version) => join(debian, version, 'bin')),
    ...(process.env['PATH'] ?? '').split(delimiter),
  ];
  return (
    folders.find(
      (folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')),
    ) ?? null
  );
}

/**
 * Starts a PostgreSQL of its own: data directory, port, password login over TCP, TLS with a
 * certificate that nobody trusts.
 *
 * @param settings server settings, such as `{ max_connections: '5' }`
 */
export async function startPostgres(
  settings: Readonly<Record<string, string>> = {},
): Promise<TestServer> {
  const binaries = postgresBinaries();
  if (binaries === null) throw new Error('No PostgreSQL on this machine');
  const user = runAs('postgres');
  const folder = createServerFolder('nl2sql-pg-', user);
  const data = join(folder, 'data');
  writeFileSync(join(folder, 'password'), password);
  runSetup(
    join(binaries, 'initdb'),
    [
      ['-D', data],
      ['-U', 'owner'],
      ['--pwfile', join(folder, 'password')],
      ['--auth-host=scram-sha-256', '--auth-local=trust', '--encoding=UTF8', '--locale=C.UTF-8'],
      ['--no-sync'],
    ].flat(),
    user,
    folder,
  );
  const port = await freePort();
  const all: Record<string, string> = {
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: folder,
    fsync: 'off',
    full_page_writes: 'off',
    synchronous_commit: 'off',
    max_connections: '60',
    ...certificate(folder, data, user),
    ...settings,
  };
  const command = [
    join(binaries, 'postgres'),
    '-D',
    data,
    ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
  const url = `postgres://owner:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres`;
  const server = await startKept(command, user, folder);
  await waitUntilReady(() => answers(url), folder);
  return { url, port, folder, pid: server.pid, stop: server.stop };
}

/** TLS settings with a certificate signed by itself; none when the machine cannot make one. */
function certificate(
  folder: string,
  data: string,
  user: RunAs | undefined,
): Record<string, string> {
  const key = join(data, 'server.key');
  const file = join(data, 'server.crt');
  try {
    runSetup(
      'openssl',
      `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=nl2sql-test -keyout ${key} -out ${file}`.split(
        ' ',
      ),
      user,
      folder,
    );
    execFileSync('chmod', ['600', key]);
  } catch {
    return {};
  }
  return { ssl: 'on', ssl_cert_file: file, ssl_key_file: key };
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('SELECT 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}
