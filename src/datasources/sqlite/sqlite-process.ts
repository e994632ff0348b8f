import { Worker } from 'node:worker_threads';
import { introspectFile } from './introspect-file.ts';
import { type OpenFile, openFile, UnreadableFile } from './open-file.ts';
import type { SqliteAnswer, SqliteMessage, SqliteRequest } from './protocol.ts';
import { type RowSink, runQuery } from './run-query.ts';
import { classifySqliteError } from './sqlite-error.ts';

/**
 * The process that reads SQLite files, one request at a time. It is a process because a query inside
 * SQLite can be stopped by nothing but a kill. It answers by messages and ends with its parent.
 */

const files = new Map<string, OpenFile>();
/** Files kept open between requests. */
const maxOpenFiles = 8;
/** How often a file may change under a reader before the answer is that it does. */
const maxAttempts = 3;

function say(message: SqliteMessage): Promise<void> {
  return new Promise((resolve) => {
    process.send?.(message, undefined, undefined, () => resolve());
  });
}

const sink: RowSink = {
  send: (rows) => say({ kind: 'part', rows }),
  restart: () => say({ kind: 'restart' }),
};

process.on('disconnect', () => process.exit(0));
process.on('message', (request: SqliteRequest) => {
  void answer(request).then(say);
});
void say({ kind: 'ready' });
startWatchdog();

async function answer(request: SqliteRequest): Promise<SqliteAnswer> {
  const started = performance.now();
  let file: OpenFile | undefined;
  try {
    for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
      file = freshFile(request.path);
      const found = await perform(file, request);
      if (!file.hasChanged()) return found;
      await sink.restart();
    }
    return {
      kind: 'failed',
      status: 'unavailable',
      message: 'the file was written to while it was read, three times in a row',
      elapsedMs: performance.now() - started,
    };
  } catch (error) {
    const elapsedMs = performance.now() - started;
    if (error instanceof UnreadableFile) {
      return { kind: 'failed', status: 'unavailable', message: error.message, elapsedMs };
    }
    const { status, message } = classifySqliteError(error, file?.authorizer.refusal());
    if (status === 'unavailable') forget(request.path);
    return { kind: 'failed', status, message, elapsedMs };
  }
}

async function perform(file: OpenFile, request: SqliteRequest): Promise<SqliteAnswer> {
  switch (request.kind) {
    case 'query':
      return await runQuery(file, request, sink);
    case 'introspect':
      file.authorizer.reset();
      return { kind: 'catalog', catalog: introspectFile(file) };
    case 'reads':
      file.authorizer.reset();
      file.database.prepare(request.text);
      return { kind: 'reads', reads: file.authorizer.reads() };
  }
}

/** The file, opened anew when it is not the one it was. */
function freshFile(path: string): OpenFile {
  const known = files.get(path);
  if (known !== undefined) {
    files.delete(path);
    if (!known.hasChanged()) {
      files.set(path, known);
      return known;
    }
    known.close();
  }
  const [oldest] = files.keys();
  if (oldest !== undefined && files.size >= maxOpenFiles) forget(oldest);
  const file = openFile(path);
  files.set(path, file);
  return file;
}

function forget(path: string): void {
  files.get(path)?.close();
  files.delete(path);
}

/** While SQLite works this thread hears nothing, not even that the parent is gone; another one looks. */
function startWatchdog(): void {
  const parent = process.ppid;
  const watchdog = new Worker(
    `setInterval(() => {
      let isAlone = process.ppid !== ${parent};
      try { process.kill(${parent}, 0); } catch (error) { isAlone ||= error.code === 'ESRCH'; }
      if (isAlone) process.kill(process.pid, 'SIGKILL');
    }, 500)`,
    {
      eval: true,
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 2 },
    },
  );
  watchdog.unref();
}
