import { describe, expect, it } from 'vitest';
import { Nl2sqlError } from '../../errors.ts';
import { parsePredictions } from './predictions.ts';

function problemsOf(text: string): string {
  try {
    parsePredictions(text, 'p.jsonl');
  } catch (error) {
    if (error instanceof Nl2sqlError) return error.message;
    throw error;
  }
  return '';
}

describe('parsePredictions', () => {
  it('reads JSON lines, a JSON list and a map of id to SQL alike', () => {
    const wanted = [
      { id: 'a', role: null, kind: 'text', text: 'SELECT 1' },
      { id: 'b', role: 'viewer', kind: 'refused' },
    ];
    const a = { id: 'a', sql: 'SELECT 1' };
    const b = { id: 'b', role: 'viewer', refused: true };
    expect(parsePredictions(`${JSON.stringify(a)}\n\n${JSON.stringify(b)}\n`, 'p')).toEqual(wanted);
    expect(parsePredictions(JSON.stringify([a, b]), 'p')).toEqual(wanted);
    expect(parsePredictions('{"a": "SELECT 1"}', 'p')).toEqual(wanted.slice(0, 1));
    expect(parsePredictions(`\uFEFF${JSON.stringify(a)}`, 'p')).toEqual(wanted.slice(0, 1));
  });

  it('keeps the digits of recorded rows', () => {
    const text = '{"id":"a","rows":{"columns":["n","d"],"rows":[[9007199254740993,1.10]]}}';
    expect(parsePredictions(text, 'p')).toEqual([
      {
        id: 'a',
        role: null,
        kind: 'rows',
        result: {
          columns: [{ name: 'n' }, { name: 'd' }],
          rows: [[9007199254740993n, { $decimal: '1.10' }]],
          truncated: false,
        },
      },
    ]);
  });

  it('reads rows as a list of maps by name', () => {
    const [prediction] = parsePredictions(
      '{"id":"a","rows":[{"x":1,"y":null},{"y":2,"x":3}]}',
      'p',
    );
    expect(prediction).toMatchObject({
      result: {
        rows: [
          [1, null],
          [3, 2],
        ],
      },
    });
  });

  it('names every problem with its line', () => {
    const text = [
      '{"id":"a","sql":"SELECT 1"}',
      '{"id":"a","sql":"SELECT 2"}',
      '{"id":"b","sql":"SELECT 1","refused":true}',
      '{"sql":"SELECT 1"}',
      '{"id":"c"}',
      'nonsense',
    ].join('\n');
    const message = problemsOf(text);
    expect(message).toContain(
      'line 2: a second prediction for "a" and every role; the first is at line 1',
    );
    expect(message).toContain(
      'line 3: "b": expected one of sql, rows, refused, unanswerable, clarify, error; found sql and refused',
    );
    expect(message).toContain('line 4: expected "id" to be text; found nothing');
    expect(message).toContain('line 5: "c": expected one of');
    expect(message).toContain('line 6: not JSON');
  });

  it('refuses an empty file and ragged rows', () => {
    expect(problemsOf('')).toContain('the file is empty');
    expect(problemsOf('{"id":"a","rows":[{"x":1},{"y":2}]}')).toContain(
      'rows[1]: expected the columns x; found y',
    );
    expect(problemsOf('{"id":"a","rows":{"columns":["x"],"rows":[[1,2]]}}')).toContain(
      'rows[0]: expected a list of 1 values',
    );
  });
});
