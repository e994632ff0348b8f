import { describe, expect, it } from 'vitest';
import type { EvalCase, EvalSuite } from '../suite/index.ts';
import type { Observation, System } from '../systems/index.ts';
import { createCaseExecutor } from './databases.ts';
import { gatherEvidence } from './gather.ts';

const suite = { name: 's', gold: 'stored', cases: [] } as unknown as EvalSuite;
const job = {
  suite,
  case: {
    id: 'a',
    question: 'q',
    kind: 'routing',
    datasources: [],
    sql: null,
  } as unknown as EvalCase,
  role: 'admin',
  expected: 'unanswerable',
} as const;

function ask(system: System['ask'], timeoutMs: number, signal = new AbortController().signal) {
  const options = {
    system: { name: 'test', ask: system },
    databases: new Map(),
    gold: 'stored' as const,
    answerTimeoutMs: timeoutMs,
    judgeScope: null,
    guardsSql: false,
    signal,
  };
  return gatherEvidence(job, options, createCaseExecutor(signal)).then(
    (found) => found.observation,
  );
}

describe('gatherEvidence', () => {
  it('takes what the system says', async () => {
    expect(await ask(async () => ({ kind: 'unanswerable' }), 1_000)).toEqual({
      kind: 'unanswerable',
    });
  });

  it('gives up at the deadline and tells the system so', async () => {
    let told = false;
    const never = (_: unknown, { signal }: { signal: AbortSignal }) =>
      new Promise<Observation>(() => {
        signal.addEventListener('abort', () => {
          told = true;
        });
      });
    expect(await ask(never, 20)).toEqual({ kind: 'error', message: 'no answer within 20 ms' });
    expect(told).toBe(true);
  });

  it('makes an error of what the system throws', async () => {
    const broken = async (): Promise<Observation> => {
      throw new RangeError('out of tokens');
    };
    expect(await ask(broken, 1_000)).toEqual({ kind: 'error', message: 'out of tokens' });
  });

  it('stops waiting when the run is stopped', async () => {
    const controller = new AbortController();
    const answer = ask(() => new Promise(() => {}), 60_000, controller.signal);
    controller.abort();
    expect(await answer).toEqual({ kind: 'error', message: 'the run was stopped' });
  });
});
