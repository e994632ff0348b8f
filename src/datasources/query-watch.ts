import { setMaxListeners } from 'node:events';

/** A longer timer of Node fires at once. */
const longestTimerMs = 2 ** 31 - 1;

/** Why a query is being stopped. */
export type StopReason = 'timeout' | 'aborted';

/** Watches one query: its deadline and its caller's signal, whichever comes first. */
export interface QueryWatch {
  /** Null while the query may go on. */
  readonly stopped: StopReason | null;
  /** Milliseconds since the watch began. */
  elapsedMs(): number;
  /** Ends the watch; call it in `finally`. */
  end(): void;
}

/**
 * Starts a watch that calls `stop` once when the time is up or the signal aborts.
 *
 * @param stop asks the server to give the query up; it must not throw
 */
export function watchQuery(options: {
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
  readonly stop: (reason: StopReason) => void;
}): QueryWatch {
  const started = performance.now();
  let stopped: StopReason | null = null;
  const stopFor = (reason: StopReason) => {
    if (stopped !== null) return;
    stopped = reason;
    options.stop(reason);
  };
  const onAbort = () => stopFor('aborted');
  const timer = setTimeout(() => stopFor('timeout'), Math.min(options.timeoutMs, longestTimerMs));
  // Many queries may run under one signal.
  if (options.signal) setMaxListeners(0, options.signal);
  options.signal?.addEventListener('abort', onAbort, { once: true });
  if (options.signal?.aborted) onAbort();
  return {
    get stopped() {
      return stopped;
    },
    elapsedMs: () => performance.now() - started,
    end: () => {
      clearTimeout(timer);
      options.signal?.removeEventListener('abort', onAbort);
    },
  };
}
