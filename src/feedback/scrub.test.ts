import { describe, expect, it } from 'vitest';
import { scrubQuestion } from './scrub.ts';

describe('taking personal data out of a question', () => {
  it.each([
    ['What did ann.smith+x@mail.example.org buy?', 'What did [email] buy?'],
    ['Orders of müller@büro.de and root@localhost', 'Orders of [email] and [email]'],
    ['Write to ann (at) example.org', 'Write to [email]'],
    ['Who has the phone +49 (0)30 123 45 67?', 'Who has the phone [number]?'],
    ['Who called from 555-123-4567?', 'Who called from [number]?'],
    ['Who called from (555) 123-4567?', 'Who called from [number]?'],
    ['Who called from 0301234567?', 'Who called from [number]?'],
    ['Who called from 030.123.45.67 in 2013?', 'Who called from [number] in 2013?'],
    ['Who called from +1 2013 2014?', 'Who called from [number]?'],
    ['Show the account 1234567890', 'Show the account [number]'],
    ['Show the card 4111 1111 1111 1111', 'Show the card [number]'],
    ['Payments to DE89 3704 0044 0532 0130 00', 'Payments to [number]'],
    ['Who has the number 123-45-6789?', 'Who has the number [number]?'],
    ['Show the order C1234567', 'Show the order C[number]'],
    ['What did Ann Smith order?', 'What did [name] order?'],
    ['Ann Smith ordered what?', '[name] ordered what?'],
    ['Show Ann Smith', 'Show [name]'],
    ['Did Dr. Miller pay?', 'Did [name] pay?'],
    ['Did Prof. Dr. Anne-Marie Müller pay?', 'Did [name] pay?'],
    ["Show Mrs O'Brien's invoices", "Show [name]'s invoices"],
    ['Orders of Ludwig van Beethoven in 2009', 'Orders of [name] in 2009'],
    ['Orders of J. R. Tolkien', 'Orders of [name]'],
    ['Orders of ANN SMITH', 'Orders of [name]'],
    ['Orders of the customer Miller', 'Orders of the customer [name]'],
    ['Orders of a customer named Ann', 'Orders of a customer named [name]'],
    ['Orders of customer "ann lee"', 'Orders of customer [name]'],
    ["What are Ann's orders?", "What are [name]'s orders?"],
    ['What are Miller’s orders?', 'What are [name]’s orders?'],
    ['Which customers named Bob bought records?', 'Which customers named [name] bought records?'],
    ['Does Agent Smith have open tickets?', 'Does Agent [name] have open tickets?'],
    ['Is Helena Holý from Prague?', 'Is [name] from Prague?'],
    ['Orders of Smith, Ann', 'Orders of [name]'],
    ['Что заказал Иван Петров?', 'Что заказал [name]?'],
    ['Orders of Γιώργος Παπαδόπουλος', 'Orders of [name]'],
    ['Orders of 张伟 in 2013', 'Orders of [name] in 2013'],
    ['Orders of محمد علي', 'Orders of [name]'],
  ])('%s', (question, scrubbed) => {
    expect(scrubQuestion(question)).toBe(scrubbed);
  });

  it.each([
    'How many customers do we have in 2013?',
    'How Many Customers Are There In Each Country?',
    'Sales between 2013-01-31 and 2013-02-28',
    'Sales since 2013-01-31 10:00:00',
    'Sales of 31.01.2013 and 1/2/2013',
    'Sales in 2013-01',
    'Sales of 2009 - 2013',
    'Sales of 2009, 2010, 2011 and 2012',
    'Which 5 customers spent more than 10000?',
    'Which customers spent more than 1234.56 or 1.000.000 or 100000?',
    'How many tracks per genre?',
    'Total Sales per month in the United States and New York',
    'Which customers bought Rock in May?',
    'Customers from Germany',
    "What's the total?",
    '哪些客户在2013年下了订单?',
  ])('leaves %s', (question) => {
    expect(scrubQuestion(question)).toBe(question);
  });

  it('leaves the words of the schema', () => {
    const schema = ['PlaylistTrack', 'media_types', 'Zephyr', 'Order Unit'];
    for (const question of [
      'How many rows have Media Types and Playlist Tracks?',
      'Rows of Zephyr Order Unit',
    ]) {
      expect(scrubQuestion(question, schema), question).toBe(question);
    }
  });
});
