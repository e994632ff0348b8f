import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import mysql from 'mysql2/promise';
import {
  createServerFolder,
  freePort,
  runAs,
  runSetup,
  startKept,
  type TestServer,
  waitUntilReady,
} from './server-process.ts';

/** The password of the administrator: one that a careless URL parser trips over. */
const password = 'p@ss/w0rd';

/** The paths of MariaDB's server and its set-up program, or null without MariaDB. */
export function mariadbBinaries(): { readonly server: string; readonly install: string } | null {
  const folders = ['/usr/sbin', '/usr/bin', ...(process.env['PATH'] ?? '').split(delimiter)];
  const find = (name: string) =>
    folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
  const server = find('mariadbd');
  const install = find('mariadb-install-db');
  return server !== undefined && install !== undefined ? { server, install } : null;
}

/**
 * Starts a MariaDB of its own: data directory, port, password login over TCP.
 *
 * @param settings server settings, such as `{ 'max-connections': '5' }`
 */
export async function startMariadb(
  settings: Readonly<Record<string, string>> = {},
): Promise<TestServer> {
  const binaries = mariadbBinaries();
  if (binaries === null) throw new Error('No MariaDB on this machine');
  const user = runAs('mysql');
  const folder = createServerFolder('nl2sql-my-', user);
  const data = join(folder, 'data');
  runSetup(
    binaries.install,
    [
      '--no-defaults',
      `--datadir=${data}`,
      '--auth-root-authentication-method=normal',
      '--skip-test-db',
      '--skip-name-resolve',
    ],
    user,
    folder,
  );
  const port = await freePort();
  const socket = join(folder, 'mysql.sock');
  const all: Record<string, string> = {
    datadir: data,
    port: String(port),
    socket,
    'bind-address': '127.0.0.1',
    'pid-file': join(folder, 'pid'),
    tmpdir: folder,
    'character-set-server': 'utf8mb4',
    'innodb-flush-log-at-trx-commit': '0',
    'innodb-doublewrite': '0',
    'innodb-buffer-pool-size': '64M',
    'max-connections': '60',
    'max-allowed-packet': '256M',
    ...settings,
  };
  const server = await startKept(
    [
      binaries.server,
      '--no-defaults',
      '--skip-name-resolve',
      ...Object.entries(all).map(([name, value]) => `--${name}=${value}`),
    ],
    user,
    folder,
  );
  await waitUntilReady(() => createOwner(socket), folder);
  const url = `mysql://owner:${encodeURIComponent(password)}@127.0.0.1:${port}/mysql`;
  return { url, port, folder, pid: server.pid, stop: server.stop };
}

/** Makes the administrator over the server's socket, where a fresh root needs no password. */
async function createOwner(socketPath: string): Promise<boolean> {
  try {
    const connection = await mysql.createConnection({ socketPath, user: 'root' });
    const [user] = ["'owner'@'127.0.0.1'"];
    await connection.query(`CREATE USER IF NOT EXISTS ${user} IDENTIFIED BY ?`, [password]);
    await connection.query(`GRANT ALL ON *.* TO ${user} WITH GRANT OPTION`);
    await connection.end();
    return true;
  } catch {
    return false;
  }
}
