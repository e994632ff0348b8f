import { column, createTable, type DemoDatabase, integer, text } from './demo-database.ts';
import { secondsOf, secondsPerDay, timestampText } from './moments.ts';
import { asciiWord, type Customer } from './people.ts';
import { createRandom, type Random, spreadTotal } from './random.ts';
import { agentPeople } from './words/people.ts';
import {
  agentWords,
  type Category,
  customerWords,
  priorityShares,
  statusShares,
  systemWords,
  type TicketStatus,
  topics,
} from './words/support.ts';

interface Agent {
  readonly id: number;
  readonly fullName: string;
  readonly team: string;
  readonly hiredOn: string;
}

interface Ticket {
  readonly id: number;
  readonly customer: Customer;
  readonly agentId: number | null;
  readonly subject: string;
  readonly category: Category;
  readonly status: TicketStatus;
  readonly priority: string;
  readonly openedSeconds: number;
  readonly closedSeconds: number | null;
  /** 1 to 5 stars, where a finished ticket was rated. */
  readonly satisfaction: number | null;
}

interface Message {
  readonly ticket: Ticket;
  readonly senderRole: 'customer' | 'agent' | 'system';
  readonly body: string;
  readonly seconds: number;
}

const ticketCount = 284;
const messageCount = 1125;
/** Nothing was written on these; and the last agent, just hired, has no ticket. */
const silentTickets = 6;
const shortDateText = 24;

/** A help desk for the same customers: tickets, the messages on them, the agents. Times are text. */
export function generateSupport(seed: number, customers: readonly Customer[]): DemoDatabase {
  const agents = agentPeople.map(([fullName, team, hiredOn], index) => ({
    id: index + 1,
    fullName,
    team,
    hiredOn,
  }));
  const tickets = generateTickets(seed, customers, agents.slice(0, -1));
  const messages = generateMessages(seed, tickets);
  const tables = [
    agentTable(agents),
    customerTable(seed, customers),
    ticketTable(tickets),
    messageTable(messages),
  ];
  return { id: 'support', tables };
}

function generateTickets(
  seed: number,
  customers: readonly Customer[],
  agents: readonly Agent[],
): readonly Ticket[] {
  const random = createRandom(seed, 'support.tickets');
  const askers = random.shuffle(customers.filter((customer) => customer.asks));
  const opened = Array.from({ length: ticketCount }, () => openedSeconds(random));
  return opened
    .sort((a, b) => a - b)
    .map((seconds, index) => {
      const customer =
        askers[index] ?? (random.chance(65) ? random.pick(askers) : random.pickEarly(askers));
      return generateTicket(random, { id: index + 1, customer, seconds }, agents);
    });
}

/** From 2010 to 2013, more of them every year. */
function openedSeconds(random: Random): number {
  const year = Number(random.weighted({ 2010: 15, 2011: 22, 2012: 28, 2013: 35 }));
  return (
    secondsOf(year, 1, 1) + random.int(0, 364) * secondsPerDay + random.int(7 * 3600, 22 * 3600)
  );
}

function generateTicket(
  random: Random,
  { id, customer, seconds }: { id: number; customer: Customer; seconds: number },
  agents: readonly Agent[],
): Ticket {
  const category = random.weighted(
    Object.fromEntries(Object.entries(topics).map(([key, topic]) => [key, topic.share])) as Record<
      Category,
      number
    >,
  );
  // Old tickets are done with; what is still open was opened lately.
  const isOld = seconds < secondsOf(2012, 9, 1);
  const status = isOld
    ? random.weighted({ resolved: 40, closed: 60 })
    : random.weighted(statusShares);
  const isDone = status === 'resolved' || status === 'closed';
  const team = agents.filter((agent) => agent.team === topics[category].team);
  const isAssigned = isDone || status === 'escalated' || random.chance(55);
  const hoursToClose = random.weighted({ quick: 45, days: 40, weeks: 15 });
  const range = { quick: [1, 20], days: [20, 120], weeks: [120, 700] } as const;
  const [least, most] = range[hoursToClose];
  return {
    id,
    customer,
    agentId: isAssigned ? random.pick(random.chance(90) ? team : agents).id : null,
    subject: random.pick(topics[category].subjects),
    category,
    status,
    priority: random.weighted(priorityShares),
    openedSeconds: seconds,
    closedSeconds: isDone ? seconds + random.int(least * 60, most * 60) * 60 : null,
    satisfaction:
      isDone && random.chance(70)
        ? Number(random.weighted({ 1: 6, 2: 9, 3: 20, 4: 35, 5: 30 }))
        : null,
  };
}

function generateMessages(seed: number, tickets: readonly Ticket[]): readonly Message[] {
  const random = createRandom(seed, 'support.ticket_messages');
  const silent = new Set(random.shuffle(tickets).slice(0, silentTickets));
  const written = tickets.filter((ticket) => !silent.has(ticket));
  const sizes = spreadTotal(random, {
    total: messageCount,
    parts: written.length,
    min: 1,
    max: 12,
  });
  return written
    .flatMap((ticket, index) => conversation(random, ticket, sizes[index] ?? 1))
    .sort((a, b) => a.seconds - b.seconds);
}

/** The customer begins; what follows is written before the ticket is closed. */
function conversation(random: Random, ticket: Ticket, size: number): readonly Message[] {
  const until = ticket.closedSeconds ?? ticket.openedSeconds + 5 * secondsPerDay;
  const step = Math.floor((until - ticket.openedSeconds) / (size + 1));
  return Array.from({ length: size }, (_, index) => {
    const senderRole =
      index === 0 ? 'customer' : random.weighted({ agent: 50, customer: 42, system: 8 });
    const words = { customer: customerWords, agent: agentWords, system: systemWords };
    return {
      ticket,
      senderRole,
      body:
        index === 0
          ? `${ticket.subject.replace(/\w$/, '$&.')} Please help.`
          : random.pick<string>(words[senderRole]),
      seconds: ticket.openedSeconds + index * step,
    };
  });
}

function agentTable(agents: readonly Agent[]) {
  return createTable<Agent>(
    'agents',
    [
      column('agent_id', integer, (agent) => agent.id),
      column('full_name', text(80), (agent) => agent.fullName),
      column('email', text(80), (agent) => `${asciiWord(agent.fullName)}@help.chinook.example`),
      column('team', text(40), (agent) => agent.team),
      column('hired_on', text(shortDateText), (agent) => agent.hiredOn),
    ],
    agents,
  );
}

function customerTable(seed: number, customers: readonly Customer[]) {
  const random = createRandom(seed, 'support.customers');
  const located = customers.map((customer) => ({ customer, isLocated: random.chance(90) }));
  type Located = (typeof located)[number];
  const nullable = true;
  return createTable<Located>(
    'customers',
    [
      column('customer_id', integer, ({ customer }) => customer.id),
      column('first_name', text(40), ({ customer }) => customer.firstName),
      column('last_name', text(40), ({ customer }) => customer.lastName),
      column('customer_email', text(80), ({ customer }) => customer.email),
      column(
        'country',
        text(40),
        ({ customer, isLocated }) => (isLocated ? customer.city.country : null),
        { nullable },
      ),
      column(
        'city',
        text(40),
        ({ customer, isLocated }) => (isLocated ? customer.city.name : null),
        { nullable },
      ),
      column('signed_up_on', text(shortDateText), ({ customer }) => customer.signedUpOn),
    ],
    located,
  );
}

function ticketTable(tickets: readonly Ticket[]) {
  const nullable = true;
  return createTable<Ticket>(
    'tickets',
    [
      column('ticket_id', integer, (ticket) => ticket.id),
      column('customer_id', integer, (ticket) => ticket.customer.id, {
        references: 'customers.customer_id',
      }),
      column('customer_email', text(80), (ticket) => ticket.customer.email),
      column('agent_id', integer, (ticket) => ticket.agentId, {
        nullable,
        references: 'agents.agent_id',
      }),
      column('subject', text(120), (ticket) => ticket.subject),
      column('category', text(40), (ticket) => ticket.category),
      column('status', text(20), (ticket) => ticket.status),
      column('priority', text(20), (ticket) => ticket.priority),
      column('opened_at', text(shortDateText), (ticket) => timestampText(ticket.openedSeconds)),
      column(
        'closed_at',
        text(shortDateText),
        ({ closedSeconds }) => (closedSeconds === null ? null : timestampText(closedSeconds)),
        { nullable },
      ),
      column('satisfaction', integer, (ticket) => ticket.satisfaction, { nullable }),
    ],
    tickets,
  );
}

function messageTable(messages: readonly Message[]) {
  const numbered = messages.map((message, index) => ({ id: index + 1, message }));
  type Numbered = (typeof numbered)[number];
  return createTable<Numbered>(
    'ticket_messages',
    [
      column('message_id', integer, ({ id }) => id),
      column('ticket_id', integer, ({ message }) => message.ticket.id, {
        references: 'tickets.ticket_id',
      }),
      column('sender_role', text(20), ({ message }) => message.senderRole),
      column('body', text(400), ({ message }) => message.body),
      column('sent_at', text(shortDateText), ({ message }) => timestampText(message.seconds)),
    ],
    numbered,
  );
}
