import { dateText, secondsOf, secondsPerDay } from './moments.ts';
import { createRandom } from './random.ts';
import { type City, cities, customerPeople, employeePeople } from './words/people.ts';

/** Somebody who buys music, asks for help and visits the web site: one person in all three databases. */
export interface Customer {
  readonly id: number;
  readonly firstName: string;
  readonly lastName: string;
  readonly company: string | null;
  readonly address: string | null;
  readonly city: City;
  readonly phone: string | null;
  readonly fax: string | null;
  readonly email: string;
  readonly supportRepId: number | null;
  /** Day of signing up, ISO text. */
  readonly signedUpOn: string;
  /** Whether they ever bought anything, opened a ticket, or visited while signed in. */
  readonly buys: boolean;
  readonly asks: boolean;
  readonly visits: boolean;
}

const mailDomains = ['postbox.example', 'mail.example', 'inbox.example', 'letters.example'];
/** Ids of customers who are there and do nothing of the kind: groups that an inner join loses. */
const neverBuy = [12, 34, 45];
const neverAsk = [3, 9, 34, 50, 58];
const neverVisit = [9, 26, 47, 53];
const withoutRep = [26, 51];
const withoutPhone = [17, 30, 44];

/** The employees who look after customers. The last hire has none yet. */
const salesAgents = employeePeople.flatMap(([, , title], index) =>
  title === 'Sales Support Agent' && index !== employeePeople.length - 1 ? [index + 1] : [],
);

export function generateCustomers(seed: number): readonly Customer[] {
  const random = createRandom(seed, 'customers');
  return customerPeople.map(([firstName, lastName, cityKey, company = null], index) => {
    const id = index + 1;
    const city: City = cities[cityKey];
    const domain = random.pick(mailDomains);
    return {
      id,
      firstName,
      lastName,
      company,
      address: random.chance(96) ? `${random.int(1, 240)} ${random.pick(city.streets)}` : null,
      city,
      phone: !withoutPhone.includes(id) ? `${city.dialCode} 555 ${random.int(1000, 9999)}` : null,
      fax:
        company !== null && random.chance(75)
          ? `${city.dialCode} 556 ${random.int(1000, 9999)}`
          : null,
      email: `${asciiWord(firstName)}.${asciiWord(lastName)}@${domain}`,
      supportRepId: withoutRep.includes(id) ? null : random.pickEarly(salesAgents),
      signedUpOn: dateText(secondsOf(2009, 1, 1) + random.int(0, 364) * secondsPerDay),
      buys: !neverBuy.includes(id),
      asks: !neverAsk.includes(id),
      visits: !neverVisit.includes(id),
    };
  });
}

const plainLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  ø: 'o',
  ð: 'd',
  ł: 'l',
  đ: 'd',
  ı: 'i',
  æ: 'ae',
};

/** `L'Hôte` as `lhote`: what fits into a mail address. */
export function asciiWord(name: string): string {
  return name
    .toLowerCase()
    .normalize('NFD')
    .replace(/[ßøðłđıæ]/g, (letter) => plainLetters[letter] ?? '')
    .replace(/[^a-z0-9]/g, '');
}
