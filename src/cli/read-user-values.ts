import type { UserValues } from '../access/index.ts';
import { Nl2sqlError } from '../errors.ts';

/** Reads `--user key=value` flags. */
export function readUserValues(texts: readonly string[]): UserValues {
  return Object.fromEntries(
    texts.map((text) => {
      const match = /^([A-Za-z_][A-Za-z0-9_]*)=(.*)$/s.exec(text);
      if (match === null) {
        throw new Nl2sqlError('USAGE', {
          problem: `--user ${text}: expected KEY=VALUE`,
          fix: 'For example: --user region=EU',
        });
      }
      return [match[1] ?? '', match[2] ?? ''];
    }),
  );
}
