import { describe, expect, it } from 'vitest';
import { printable } from './printable.ts';

describe('what is printed on a terminal', () => {
  it('writes out what would act on the terminal', () => {
    expect(printable('a\u001b[2Jb\u001b]0;title\u0007')).toBe('a\\u001b[2Jb\\u001b]0;title\\u0007');
    expect(printable('hidden\u001b[8m \u009b2J \rPASS')).toBe(
      'hidden\\u001b[8m \\u009b2J \\u000dPASS',
    );
    expect(printable('evil \u202egnp.exe')).toBe('evil \\u202egnp.exe');
  });

  it('keeps tabs, line breaks, colours and the redrawn line', () => {
    const text = 'a\tb\r\nc\n\u001b[31mred\u001b[39m \u001b[1mbold\u001b[22m';
    expect(printable(text)).toBe(text);
    expect(printable('\r\u001b[K3 of 9 runs')).toBe('\r\u001b[K3 of 9 runs');
    expect(printable('a\r\u001b[Kb')).toBe('a\\u000d\\u001b[Kb');
  });

  it('means the same in JSON', () => {
    const value = ['\u007f\u0085\u202e', 'ä🙂'];
    expect(JSON.parse(printable(JSON.stringify(value)))).toEqual(value);
  });
});
