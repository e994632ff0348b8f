import type { Cell } from '../../src/catalog/index.ts';

/**
 * The comparison's rules once more, as slowly and plainly as they can be written: every row order and
 * every choice of columns is tried. Shares no code with the comparison itself.
 */
export interface OracleCase {
  readonly goldNames: readonly string[];
  readonly gold: readonly (readonly Cell[])[];
  readonly predictedNames: readonly string[];
  readonly predicted: readonly (readonly Cell[])[];
  readonly orderMatters: boolean;
  readonly keys: readonly number[] | null;
  readonly boundaryTie?: readonly (readonly Cell[])[];
  readonly tolerance?: { readonly absolute?: number; readonly relative?: number };
}

export function oracleVerdict(test: OracleCase): { strict: boolean; lenient: boolean } {
  const goldWidth = test.goldNames.length;
  const predictedWidth = test.predictedNames.length;
  const golds = goldChoices(test);
  const identity = test.goldNames.map((_, index) => index);
  const strict =
    goldWidth === predictedWidth && golds.some((gold) => rowsMatch(test, gold, identity, false));
  if (strict) return { strict: true, lenient: true };
  const isWidthFine =
    predictedWidth >= goldWidth && predictedWidth <= Math.max(2 * goldWidth, goldWidth + 2);
  const lenient =
    isWidthFine &&
    injections(goldWidth, predictedWidth).some(
      (map) =>
        !isContradiction(test, map) && golds.some((gold) => rowsMatch(test, gold, map, true)),
    );
  return { strict, lenient };
}

/** Gold itself, or with a boundary tie every choice among the tied rows (each with its run per row). */
function goldChoices(test: OracleCase): { rows: Cell[][]; runs: number[] }[] {
  const runs: number[] = [];
  test.gold.forEach((row, index) => {
    const before = test.gold[index - 1];
    const isTie =
      before !== undefined &&
      test.keys !== null &&
      test.keys.length > 0 &&
      test.keys.every((key) => plain(row[key]) === plain(before[key]));
    runs.push(index === 0 ? 0 : (runs[index - 1] ?? 0) + (isTie ? 0 : 1));
  });
  const rows = test.gold.map((row) => [...row]);
  const tied = test.boundaryTie;
  if (!tied) return [{ rows, runs }];
  const pool = tied.map((row) => JSON.stringify(row.map(plain)));
  const fixed: number[] = [];
  for (let index = rows.length - 1; index >= 0; index--) {
    const place = pool.indexOf(JSON.stringify(rows[index]?.map(plain)));
    if (place >= 0) pool.splice(place, 1);
    else fixed.unshift(index);
  }
  const chosen = rows.length - fixed.length;
  const lastRun = (runs[fixed.at(-1) ?? -1] ?? -1) + 1;
  return subsets(tied.length, chosen).map((subset) => ({
    rows: [
      ...fixed.map((index) => rows[index] ?? []),
      ...subset.map((index) => [...(tied[index] ?? [])]),
    ],
    runs: [...fixed.map((index) => runs[index] ?? 0), ...subset.map(() => lastRun)],
  }));
}

function rowsMatch(
  test: OracleCase,
  gold: { rows: readonly (readonly Cell[])[]; runs: readonly number[] },
  map: readonly number[],
  isLenient: boolean,
): boolean {
  const count = gold.rows.length;
  if (count !== test.predicted.length) return false;
  const fits = (goldRow: number, predictedRow: number) =>
    (!test.orderMatters || gold.runs[goldRow] === gold.runs[predictedRow]) &&
    map.every((predictedColumn, goldColumn) =>
      answers(
        gold.rows[goldRow]?.[goldColumn] ?? null,
        test.predicted[predictedRow]?.[predictedColumn] ?? null,
        isLenient,
        test.tolerance,
      ),
    );
  const place = (goldRow: number, used: ReadonlySet<number>): boolean =>
    goldRow === count ||
    gold.rows.some(
      (_, predictedRow) =>
        !used.has(predictedRow) &&
        fits(goldRow, predictedRow) &&
        place(goldRow + 1, new Set([...used, predictedRow])),
    );
  return place(0, new Set());
}

function isContradiction(test: OracleCase, map: readonly number[]): boolean {
  return map.some((predictedColumn, goldColumn) => {
    const own = test.goldNames[goldColumn];
    const used = test.predictedNames[predictedColumn];
    return (
      used !== own &&
      test.goldNames.some((name) => name === used) &&
      test.predictedNames.some((name) => name === own)
    );
  });
}

function injections(from: number, to: number): number[][] {
  if (from === 0) return [[]];
  return injections(from - 1, to).flatMap((map) =>
    Array.from({ length: to }, (_, next) => next)
      .filter((next) => !map.includes(next))
      .map((next) => [...map, next]),
  );
}

function subsets(size: number, wanted: number): number[][] {
  if (wanted === 0) return [[]];
  if (size < wanted) return [];
  return [
    ...subsets(size - 1, wanted),
    ...subsets(size - 1, wanted - 1).map((subset) => [...subset, size - 1]),
  ];
}

/** A fraction: numerator over denominator. */
interface Fraction {
  readonly top: bigint;
  readonly bottom: bigint;
}

function fraction(text: string): Fraction {
  const [mantissa = '', exponent = '0'] = text.toLowerCase().split('e');
  const [whole = '', decimals = ''] = mantissa.split('.');
  const top = BigInt(`${whole}${decimals}`.replace('+', ''));
  const power = Number(exponent) - decimals.length;
  return power >= 0
    ? { top: top * 10n ** BigInt(power), bottom: 1n }
    : { top, bottom: 10n ** BigInt(-power) };
}

function isAtMost(a: Fraction, b: Fraction): boolean {
  return a.top * b.bottom <= b.top * a.bottom;
}

function distance(a: Fraction, b: Fraction): Fraction {
  const top = a.top * b.bottom - b.top * a.bottom;
  return { top: top < 0n ? -top : top, bottom: a.bottom * b.bottom };
}

interface OracleNumber {
  readonly value: Fraction;
  readonly isDouble: boolean;
  readonly text: string;
}

function numberOf(cell: Cell): OracleNumber | null {
  if (typeof cell === 'number') {
    return { value: fraction(String(cell)), isDouble: !Number.isInteger(cell), text: String(cell) };
  }
  if (typeof cell === 'bigint') {
    return { value: fraction(cell.toString()), isDouble: false, text: cell.toString() };
  }
  if (cell === null || typeof cell !== 'object') return null;
  if ('$decimal' in cell && cell.$decimal !== 'NaN') {
    return { value: fraction(cell.$decimal), isDouble: false, text: cell.$decimal };
  }
  if ('$float' in cell && Number.isFinite(Number(cell.$float))) {
    const whole = BigInt(Number(cell.$float)).toString();
    return { value: fraction(whole), isDouble: true, text: `${whole}.0` };
  }
  return null;
}

function spelledNumber(text: string): OracleNumber | null {
  const trimmed = text.trim();
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(trimmed)) return null;
  if (/^[+-]?0\d/.test(trimmed)) return null;
  return { value: fraction(trimmed), isDouble: false, text: trimmed };
}

function numbersMatch(
  gold: OracleNumber,
  predicted: OracleNumber,
  tolerance: OracleCase['tolerance'],
): boolean {
  const apart = distance(gold.value, predicted.value);
  const size = distance(gold.value, { top: 0n, bottom: 1n });
  const times = (a: Fraction, b: Fraction) => ({ top: a.top * b.top, bottom: a.bottom * b.bottom });
  if (tolerance) {
    return (
      isAtMost(apart, fraction(String(tolerance.absolute ?? 0))) ||
      isAtMost(apart, times(size, fraction(String(tolerance.relative ?? 0))))
    );
  }
  if (apart.top === 0n) return true;
  if (gold.isDouble && predicted.isDouble) {
    const bits = (value: number) => new BigInt64Array(new Float64Array([value]).buffer)[0] ?? 0n;
    const a = bits(Number(gold.text));
    const b = bits(Number(predicted.text));
    if (a > 0n === b > 0n && (a > b ? a - b : b - a) <= 4n) return true;
  }
  if (isAtMost(fraction('0.5'), size)) return isAtMost(apart, fraction('0.005'));
  const decimals = /\.(\d+)/.exec(gold.text)?.[1]?.length ?? 0;
  const exponent = Number(/e(.*)$/i.exec(gold.text)?.[1] ?? 0);
  const bounds = [times(size, fraction('0.01')), fraction('1e-12')];
  if (decimals - exponent > 0) bounds.push(fraction(`5e-${decimals - exponent + 1}`));
  return isAtMost(apart, fraction('0.005')) && bounds.some((bound) => isAtMost(apart, bound));
}

const isoDay = /^\d{4}-\d\d-\d\d$/;
const isoMoment = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)$/;

/** Dates and timestamps without zone or fraction: all the pool holds. */
function momentOf(cell: Cell): string | null {
  const text =
    typeof cell === 'string'
      ? cell
      : cell !== null && typeof cell === 'object' && '$date' in cell
        ? cell.$date
        : cell !== null && typeof cell === 'object' && '$timestamp' in cell
          ? cell.$timestamp
          : '';
  if (isoDay.test(text)) return text;
  const match = isoMoment.exec(text);
  return match ? `${match[1]} ${match[2]}` : null;
}

function answers(
  gold: Cell,
  predicted: Cell,
  isLenient: boolean,
  tolerance: OracleCase['tolerance'],
): boolean {
  if (gold === null || predicted === null) return gold === predicted;
  if (typeof gold === 'boolean' || typeof predicted === 'boolean') {
    if (typeof gold === typeof predicted) return gold === predicted;
    const [flag, other] = typeof gold === 'boolean' ? [gold, predicted] : [predicted, gold];
    const number = numberOf(other);
    return (
      isLenient && number !== null && distance(number.value, fraction(flag ? '1' : '0')).top === 0n
    );
  }
  if (Array.isArray(gold) || Array.isArray(predicted)) {
    return (
      Array.isArray(gold) &&
      Array.isArray(predicted) &&
      gold.length === predicted.length &&
      gold.every((item, index) => answers(item, predicted[index], isLenient, tolerance))
    );
  }
  const isText = [typeof gold === 'string', typeof predicted === 'string'];
  if (isText[0] && isText[1] && gold === predicted) return true;
  const goldNumber = typeof gold === 'string' ? spelledNumber(gold) : numberOf(gold);
  const predictedNumber =
    typeof predicted === 'string' ? spelledNumber(predicted) : numberOf(predicted);
  if (goldNumber && predictedNumber && !(isText[0] && isText[1])) {
    return numbersMatch(goldNumber, predictedNumber, tolerance);
  }
  if (isNaNCell(gold) && isNaNCell(predicted)) return true;
  const goldMoment = momentOf(gold);
  const predictedMoment = momentOf(predicted);
  if (goldMoment !== null && predictedMoment !== null && !(isText[0] && isText[1])) {
    if (goldMoment === predictedMoment) return true;
    const midnight = (moment: string) => (isoDay.test(moment) ? `${moment} 00:00:00` : moment);
    if (isLenient && midnight(goldMoment) === midnight(predictedMoment)) return true;
  }
  if (!isLenient || typeof gold !== 'string' || !/^\d{4}(-\d\d(-\d\d)?)?$/.test(gold)) return false;
  const longer = typeof predicted === 'string' ? predicted : (momentOf(predicted) ?? '');
  if (
    typeof predicted === 'string' &&
    momentOf(predicted) === null &&
    !/^\d{4}-\d\d$/.test(longer)
  ) {
    return false;
  }
  return (
    longer.length > gold.length &&
    longer.startsWith(gold) &&
    /[- T]/.test(longer[gold.length] ?? '')
  );
}

function isNaNCell(cell: Cell): boolean {
  return (
    cell !== null &&
    typeof cell === 'object' &&
    (('$float' in cell && cell.$float === 'nan') || ('$decimal' in cell && cell.$decimal === 'NaN'))
  );
}

/** One text per exact value of the pool, for ties. */
function plain(cell: Cell | undefined): string {
  if (cell === undefined || cell === null) return 'null';
  const number = numberOf(cell);
  if (number) {
    let { top, bottom } = number.value;
    while (bottom > 1n && top % 10n === 0n) {
      top /= 10n;
      bottom /= 10n;
    }
    return `number ${top}/${top === 0n ? 1n : bottom}`;
  }
  if (isNaNCell(cell)) return 'nan';
  return JSON.stringify(cell);
}
