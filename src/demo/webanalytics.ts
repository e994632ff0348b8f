import type { Invoice } from './chinook/sales.ts';
import { column, createTable, type DemoDatabase, integer, real, text } from './demo-database.ts';
import { secondsOf, secondsPerDay, timestampText } from './moments.ts';
import type { Customer } from './people.ts';
import { createRandom, type Random, spreadTotal } from './random.ts';
import { anonymousCountries, devices, pages, referrers } from './words/web.ts';

interface Session {
  readonly id: number;
  /** Null while nobody is signed in. */
  readonly customer: Customer | null;
  readonly deviceId: number;
  readonly referrerId: number;
  readonly country: string | null;
  readonly startedSeconds: number;
  readonly views: readonly PageView[];
  readonly durationSeconds: number;
  /** The purchase made in this session; null in most. */
  readonly invoice: Invoice | null;
}

interface PageView {
  readonly page: (typeof pages)[number];
  readonly startsAfterSeconds: number;
  readonly seconds: number;
}

interface Conversion {
  readonly session: Session;
  readonly eventType: 'purchase' | 'signup' | 'trial_started' | 'newsletter_signup';
  readonly afterSeconds: number;
  readonly valueUsd: number | null;
}

const sessionCount = 768;
const viewCount = 2455;
const conversionCount = 83;
const purchaseCount = 34;
/** Neither was ever used: the television, and a portal that sends nobody. */
const usedDevices = devices.slice(0, -1);
const usedReferrers = referrers.slice(0, -1);
const momentText = 24;

/**
 * Visits to the shop's web site. Signed-in sessions carry the ids and addresses of the shop's customers,
 * and a purchase is one of the shop's invoices: same customer, same day, same total. Times are text.
 */
export function generateWebanalytics(
  seed: number,
  customers: readonly Customer[],
  invoices: readonly Invoice[],
): DemoDatabase {
  const sessions = generateSessions(seed, customers, invoices);
  const conversions = generateConversions(seed, sessions);
  const tables = [
    deviceTable(),
    referrerTable(),
    sessionTable(sessions),
    pageViewTable(sessions),
    conversionTable(conversions),
  ];
  return { id: 'webanalytics', tables };
}

function generateSessions(
  seed: number,
  customers: readonly Customer[],
  invoices: readonly Invoice[],
): readonly Session[] {
  const random = createRandom(seed, 'webanalytics.sessions');
  const visitors = random.shuffle(customers.filter((customer) => customer.visits));
  const bought = random.shuffle(
    invoices.filter(({ customer, seconds }) => customer.visits && seconds >= secondsOf(2011, 1, 1)),
  );
  const visits = Array.from({ length: sessionCount }, (_, index) => {
    const invoice = index < purchaseCount ? (bought[index] ?? null) : null;
    const day = invoice?.seconds ?? visitDay(random);
    const isSignedIn = random.chance(56);
    const customer = invoice?.customer ?? (isSignedIn ? pickVisitor(random, visitors) : null);
    const isBounce = invoice === null && random.chance(customer === null ? 48 : 24);
    return { invoice, customer, isBounce, seconds: day + random.int(6 * 3600, 22 * 3600) };
  }).sort((a, b) => a.seconds - b.seconds);
  const bounces = visits.filter((visit) => visit.isBounce).length;
  const sizes = spreadTotal(random, {
    total: viewCount - bounces,
    parts: sessionCount - bounces,
    min: 2,
    max: 9,
  });
  return visits.map(({ invoice, customer, isBounce, seconds }, index) => {
    const views = browse(random, isBounce ? 1 : (sizes.pop() ?? 2));
    return {
      id: index + 1,
      customer,
      deviceId: usedDevices.indexOf(random.pickEarly(usedDevices)) + 1,
      referrerId: usedReferrers.indexOf(random.pickEarly(usedReferrers)) + 1,
      country:
        customer?.city.country ?? (random.chance(85) ? random.pickEarly(anonymousCountries) : null),
      startedSeconds: seconds,
      views,
      durationSeconds: views.reduce((sum, view) => sum + view.seconds, 0),
      invoice,
    };
  });
}

/** Half of the visits are those of a few regulars. */
function pickVisitor(random: Random, visitors: readonly Customer[]): Customer {
  return random.chance(50) ? random.pick(visitors) : random.pickEarly(visitors);
}

/** A day from 2011 to 2013, more of them every year. */
function visitDay(random: Random): number {
  const year = Number(random.weighted({ 2011: 20, 2012: 33, 2013: 47 }));
  return secondsOf(year, 1, 1) + random.int(0, 364) * secondsPerDay;
}

/** Pages one after the other; some are left at once. */
function browse(random: Random, size: number): readonly PageView[] {
  let startsAfterSeconds = 0;
  return Array.from({ length: size }, () => {
    const seconds = random.chance(5) ? 0 : random.int(4, random.chance(15) ? 600 : 120);
    const view = { page: random.pickEarly(pages), startsAfterSeconds, seconds };
    startsAfterSeconds += seconds;
    return view;
  });
}

/** All purchases, and other events in sessions of more than one page. */
function generateConversions(seed: number, sessions: readonly Session[]): readonly Conversion[] {
  const random = createRandom(seed, 'webanalytics.conversions');
  const purchases = sessions.flatMap((session): Conversion[] =>
    session.invoice === null
      ? []
      : [
          {
            session,
            eventType: 'purchase',
            afterSeconds: session.durationSeconds,
            valueUsd: session.invoice.totalCents / 100,
          },
        ],
  );
  const engaged = sessions.filter((session) => session.views.length > 1);
  const others = Array.from({ length: conversionCount - purchases.length }, (): Conversion => {
    const session = random.pick(engaged);
    return {
      session,
      eventType: random.weighted({ newsletter_signup: 45, signup: 32, trial_started: 23 }),
      afterSeconds: random.int(0, session.durationSeconds),
      valueUsd: null,
    };
  });
  const occurred = ({ session, afterSeconds }: Conversion) => session.startedSeconds + afterSeconds;
  return [...purchases, ...others].sort((a, b) => occurred(a) - occurred(b));
}

function deviceTable() {
  return createTable<(typeof devices)[number]>(
    'devices',
    [
      column('device_id', integer, (device) => devices.indexOf(device) + 1),
      column('device_type', text(20), ([type]) => type),
      column('browser', text(40), ([, browser]) => browser),
      column('operating_system', text(40), ([, , system]) => system),
    ],
    devices,
  );
}

function referrerTable() {
  return createTable<(typeof referrers)[number]>(
    'referrers',
    [
      column('referrer_id', integer, (referrer) => referrers.indexOf(referrer) + 1),
      column('referrer_domain', text(80), ([domain]) => domain),
      column('channel', text(20), ([, channel]) => channel),
    ],
    referrers,
  );
}

function sessionTable(sessions: readonly Session[]) {
  const nullable = true;
  return createTable<Session>(
    'sessions',
    [
      column('session_id', integer, (session) => session.id),
      column('customer_id', integer, (session) => session.customer?.id ?? null, { nullable }),
      column('customer_email', text(80), (session) => session.customer?.email ?? null, {
        nullable,
      }),
      column('device_id', integer, (session) => session.deviceId, {
        references: 'devices.device_id',
      }),
      column('referrer_id', integer, (session) => session.referrerId, {
        references: 'referrers.referrer_id',
      }),
      column('country', text(40), (session) => session.country, { nullable }),
      column('started_at', text(momentText), (session) => timestampText(session.startedSeconds)),
      column('ended_at', text(momentText), (session) =>
        timestampText(session.startedSeconds + session.durationSeconds),
      ),
      column('duration_seconds', integer, (session) => session.durationSeconds),
      column('is_bounce', integer, (session) => (session.views.length === 1 ? 1 : 0)),
    ],
    sessions,
  );
}

function pageViewTable(sessions: readonly Session[]) {
  const views = sessions
    .flatMap((session) => session.views.map((view) => ({ session, view })))
    .map((item, index) => ({ id: index + 1, ...item }));
  return createTable<(typeof views)[number]>(
    'page_views',
    [
      column('page_view_id', integer, ({ id }) => id),
      column('session_id', integer, ({ session }) => session.id, {
        references: 'sessions.session_id',
      }),
      column('page_path', text(120), ({ view }) => view.page[0]),
      column('page_title', text(120), ({ view }) => view.page[1]),
      column('viewed_at', text(momentText), ({ session, view }) =>
        timestampText(session.startedSeconds + view.startsAfterSeconds),
      ),
      column('seconds_on_page', integer, ({ view }) => view.seconds),
    ],
    views,
  );
}

function conversionTable(conversions: readonly Conversion[]) {
  const numbered = conversions.map((conversion, index) => ({ id: index + 1, ...conversion }));
  const nullable = true;
  return createTable<(typeof numbered)[number]>(
    'conversions',
    [
      column('conversion_id', integer, ({ id }) => id),
      column('session_id', integer, ({ session }) => session.id, {
        references: 'sessions.session_id',
      }),
      column('customer_email', text(80), ({ session }) => session.customer?.email ?? null, {
        nullable,
      }),
      column('event_type', text(30), ({ eventType }) => eventType),
      column('occurred_at', text(momentText), ({ session, afterSeconds }) =>
        timestampText(session.startedSeconds + afterSeconds),
      ),
      column('value_usd', real, ({ valueUsd }) => valueUsd, { nullable }),
    ],
    numbered,
  );
}
