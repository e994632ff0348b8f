/** What customers ask the help desk about, and how both sides write. */

interface Topic {
  readonly share: number;
  readonly team: string;
  readonly subjects: readonly string[];
}

export const topics = {
  playback: {
    share: 30,
    team: 'Playback',
    subjects: [
      'Track stops after ten seconds',
      'No sound on my phone',
      'Crackling in the left channel',
      'Wrong track plays',
      "Album won't open offline",
    ],
  },
  billing: {
    share: 26,
    team: 'Billing',
    subjects: [
      'Charged twice',
      'Invoice shows the old address',
      'Where is my refund?',
      'Card was declined',
      'Need a VAT invoice',
    ],
  },
  account: {
    share: 20,
    team: 'Accounts',
    subjects: ['Cannot sign in', 'Change my e-mail', 'Merge two accounts', 'Reset link expired'],
  },
  download: {
    share: 14,
    team: 'Playback',
    subjects: ['Download is stuck at 99%', 'File is empty', 'How many devices may I use?'],
  },
  catalogue: {
    share: 7,
    team: 'Accounts',
    subjects: ['Missing album', 'Wrong composer named', 'Please add lyrics'],
  },
  privacy: {
    share: 3,
    team: 'Escalations',
    subjects: ['Delete my data', 'What do you store about me?'],
  },
} as const satisfies Readonly<Record<string, Topic>>;

export type Category = keyof typeof topics;

export const statusShares = {
  open: 17,
  pending: 11,
  escalated: 7,
  resolved: 29,
  closed: 36,
} as const;
export type TicketStatus = keyof typeof statusShares;

export const priorityShares = { low: 27, normal: 45, high: 20, urgent: 8 } as const;

export const customerWords = [
  "It still doesn't work.",
  'Thank you, that helped!',
  'I tried what you said, twice.',
  'Any news?',
  'Here is a picture of the screen.',
  'Same thing on my other device.',
  'Könnten Sie das bitte prüfen?',
  "C'est urgent, s'il vous plaît.",
] as const;

export const agentWords = [
  'Thanks for writing to us. We are looking into it.',
  'Could you restart the app and try again?',
  'I have passed this on to my colleagues.',
  'The amount is on its way back to your card.',
  'Please send us the number of the invoice.',
  'This is fixed in the next version.',
] as const;

export const systemWords = [
  'Ticket was assigned.',
  'Priority was changed.',
  'Reminder sent.',
] as const;
