import type { EnglishWords } from './english-words.ts';

/** Splits a run of letters into words. */
export interface Segmenter {
  /**
   * The words a glued name is made of, or null when it is one word or no split is convincing.
   *
   * @example
   * segmenter.split('securitygroupbindings'); // ['security', 'group', 'bindings']
   */
  split(glued: string): readonly string[] | null;
}

/** Shorter names are taken as they are: too many accidents. */
const shortestGlued = 7;
const longestPiece = 20;
const pieceCost = 7;
/** Two letters that are words inside names; every other pair of letters is not. */
const shortWords: ReadonlySet<string> = new Set([
  'of',
  'in',
  'to',
  'by',
  'is',
  'at',
  'on',
  'or',
  'no',
  'id',
  'ip',
]);

/**
 * Unigram segmentation: the cheapest chain of known words, where each piece costs something and rare
 * words cost more. Known are common English words and the words the catalog itself writes apart.
 */
export function createSegmenter(
  english: EnglishWords,
  catalogWords: ReadonlySet<string>,
): Segmenter {
  const memory = new Map<string, readonly string[] | null>();
  const costOf = (text: string): number => {
    if (text.length < 3) return shortWords.has(text) ? pieceCost + 3 : Number.POSITIVE_INFINITY;
    if (catalogWords.has(text) && text.length > 3) return pieceCost + 2;
    const tier = english.tierOf(text);
    if (tier === undefined) return Number.POSITIVE_INFINITY;
    return pieceCost + tier + (text.length === 3 ? 2 : 0);
  };
  return {
    split(glued) {
      if (glued.length < shortestGlued || !/^[a-z]+$/.test(glued)) return null;
      let pieces = memory.get(glued);
      if (pieces === undefined) {
        pieces = english.tierOf(glued) !== undefined ? null : cheapestSplit(glued, costOf);
        memory.set(glued, pieces);
      }
      return pieces;
    },
  };
}

function cheapestSplit(text: string, costOf: (piece: string) => number): string[] | null {
  const costs = new Array<number>(text.length + 1).fill(Number.POSITIVE_INFINITY);
  const starts = new Array<number>(text.length + 1).fill(0);
  costs[0] = 0;
  for (let end = 2; end <= text.length; end += 1) {
    for (let start = Math.max(0, end - longestPiece); start <= end - 2; start += 1) {
      const before = costs[start] ?? Number.POSITIVE_INFINITY;
      if (before === Number.POSITIVE_INFINITY || end - start === text.length) continue;
      const cost = before + costOf(text.slice(start, end));
      if (cost < (costs[end] ?? 0)) {
        costs[end] = cost;
        starts[end] = start;
      }
    }
  }
  if (costs[text.length] === Number.POSITIVE_INFINITY) return null;
  const pieces: string[] = [];
  for (let end = text.length; end > 0; end = starts[end] ?? 0) {
    pieces.unshift(text.slice(starts[end], end));
  }
  // Splits into many short pieces are accidents more often than names.
  return text.length / pieces.length >= 3.5 ? pieces : null;
}
