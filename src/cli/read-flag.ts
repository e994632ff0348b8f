import { Nl2sqlError } from '../errors.ts';
import { nearest } from '../validation/index.ts';

/** Reading the text of a flag: what is wrong with it is a usage error that shows a right one. */

/** Collects a repeatable option whose value may also be a list separated by commas. */
export function collectList(value: string, previous: readonly string[]): string[] {
  return [
    ...previous,
    ...value
      .split(',')
      .map((word) => word.trim())
      .filter((word) => word !== ''),
  ];
}

/** One of the known words. */
export function readWord<Word extends string>(
  flag: string,
  value: string | undefined,
  known: readonly Word[],
): Word | undefined {
  if (value === undefined) return undefined;
  const word = known.find((candidate) => candidate === value);
  if (word !== undefined) return word;
  const suggestion = nearest(value, known);
  throw new Nl2sqlError('USAGE', {
    problem: `${flag} expects ${known.join(', ')}; found "${value}"`,
    fix: suggestion === undefined ? 'Use one of the known words.' : `Did you mean "${suggestion}"?`,
  });
}

/** A whole number from 1. */
export function readCount(flag: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  const count = Number(value);
  if (Number.isInteger(count) && count > 0) return count;
  throw new Nl2sqlError('USAGE', {
    problem: `${flag} expects a whole number from 1; found "${value}"`,
    fix: `For example: ${flag} 10`,
  });
}

/** A whole number from 0. */
export function readNatural(flag: string, value: string): number {
  const count = Number(value);
  if (value.trim() !== '' && Number.isInteger(count) && count >= 0) return count;
  throw new Nl2sqlError('USAGE', {
    problem: `${flag} expects a whole number from 0; found "${value}"`,
    fix: `For example: ${flag} 100`,
  });
}

/** A share from 0 to 1; null when the flag is not given. */
export function readShare(flag: string, value: string | undefined): number | null {
  if (value === undefined) return null;
  const share = Number(value);
  if (value.trim() !== '' && share >= 0 && share <= 1) return share;
  throw new Nl2sqlError('USAGE', {
    problem: `${flag} expects a share from 0 to 1; found "${value}"`,
    fix: `For example: ${flag} 0.9 for 90 %`,
  });
}
