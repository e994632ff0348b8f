import { rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { startMariadb } from './mysql-server.ts';
import { startPostgres } from './postgres-server.ts';
import { createServerFolder, type TestServer } from './server-process.ts';

/**
 * Runs once per `npm test`, in its main process. It starts no server by itself: test files run in
 * processes of their own and ask for one over a socket, the first to ask has it started, everybody
 * gets the same one, and the end of the run stops it.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const folder = createServerFolder('nl2sql-test-', undefined);
  const starts: Readonly<Record<string, () => Promise<TestServer>>> = {
    postgres: startPostgres,
    mysql: startMariadb,
  };
  const running = new Map<string, Promise<TestServer>>();
  const broker = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', async (chunk) => {
      const name = chunk.toString();
      const start = starts[name];
      try {
        if (!start) throw new Error(`No server is called ${name}`);
        const server = running.get(name) ?? start();
        running.set(name, server);
        socket.end(JSON.stringify({ url: (await server).url }));
      } catch (error) {
        socket.end(JSON.stringify({ error: String(error) }));
      }
    });
  });
  const path = join(folder, 'broker');
  await new Promise<void>((resolve) => broker.listen(path, resolve));
  process.env['NL2SQL_TEST_BROKER'] = path;
  return async () => {
    broker.close();
    await Promise.allSettled([...running.values()].map(async (server) => (await server).stop()));
    rmSync(folder, { recursive: true, force: true });
  };
}
