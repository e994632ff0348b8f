import { secondsOf, secondsPerDay } from '../moments.ts';
import type { Customer } from '../people.ts';
import { createRandom, type Random, spreadTotal } from '../random.ts';
import { type City, cities } from '../words/people.ts';
import type { Track } from './music.ts';

export interface InvoiceLine {
  readonly id: number;
  readonly invoiceId: number;
  readonly trackId: number;
  readonly priceCents: number;
  readonly quantity: number;
}

export interface Invoice {
  readonly id: number;
  readonly customer: Customer;
  /** Midnight of the day, seconds since the start of 2009. */
  readonly seconds: number;
  readonly billingAddress: string | null;
  readonly billingCity: City;
  readonly lines: readonly InvoiceLine[];
  /** What the lines come to. */
  readonly totalCents: number;
}

const invoiceCount = 412;
const lineCount = 2240;
/** Paid by invoice line, not by track: a sale may be cheaper than the track's price of today. */
const saleCents = 79;
/** The shop was shut for this month: the one month without an invoice. */
const closed = { from: secondsOf(2011, 7, 1), until: secondsOf(2011, 8, 1) };

export function generateInvoices(
  seed: number,
  customers: readonly Customer[],
  tracks: readonly Track[],
): readonly Invoice[] {
  const random = createRandom(seed, 'chinook.Invoice');
  const buyers = customers.filter((customer) => customer.buys);
  const days = Array.from({ length: invoiceCount }, () => openDay(random)).sort((a, b) => a - b);
  const sizes = spreadTotal(random, { total: lineCount, parts: invoiceCount, min: 1, max: 14 });
  const byPopularity = sellableTracks(random, tracks);
  const everyBuyerOnce = random.shuffle(buyers);
  const regulars = random.shuffle(buyers);
  let lineId = 0;
  return days.map((seconds, index) => {
    const id = index + 1;
    // One invoice in seven goes down the list of buyers, so that each of them has at least one.
    const turn = index % 7 === 0 ? everyBuyerOnce[index / 7] : undefined;
    const customer = turn ?? (random.chance(60) ? random.pick(buyers) : random.pickEarly(regulars));
    const lines = pickTracks(random, byPopularity, sizes[index] ?? 1).map((track) => ({
      id: ++lineId,
      invoiceId: id,
      trackId: track.id,
      priceCents: track.priceCents === 99 && random.chance(6) ? saleCents : track.priceCents,
      quantity: Number(random.weighted({ 1: 88, 2: 9, 3: 3 })),
    }));
    const isElsewhere = random.chance(4);
    return {
      id,
      customer,
      seconds,
      billingAddress: isElsewhere ? null : customer.address,
      billingCity: isElsewhere ? random.pick(Object.values(cities)) : customer.city,
      lines,
      totalCents: lines.reduce((sum, line) => sum + line.priceCents * line.quantity, 0),
    };
  });
}

/** A day of the five years on which the shop was open; the later years are busier. */
function openDay(random: Random): number {
  const year = Number(random.weighted({ 2009: 15, 2010: 18, 2011: 19, 2012: 23, 2013: 25 }));
  const first = secondsOf(year, 1, 1);
  const dayCount = (secondsOf(year + 1, 1, 1) - first) / secondsPerDay;
  const day = first + random.int(0, dayCount - 1) * secondsPerDay;
  return day >= closed.from && day < closed.until ? openDay(random) : day;
}

/** A little over half of the tracks, best sellers first. Nobody ever bought spoken word. */
function sellableTracks(random: Random, tracks: readonly Track[]): readonly Track[] {
  return random.shuffle(
    tracks.filter((track) => track.genre !== 'Spoken Word' && random.chance(58)),
  );
}

/** Different tracks for one invoice. */
function pickTracks(
  random: Random,
  byPopularity: readonly Track[],
  size: number,
): readonly Track[] {
  const picked = new Set<Track>();
  while (picked.size < size) picked.add(random.pickEarly(byPopularity));
  return [...picked];
}
