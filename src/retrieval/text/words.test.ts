import { describe, expect, it } from 'vitest';
import { fold, splitName, splitQuestion } from './words.ts';

describe('splitName', () => {
  it.each([
    ['order_items', ['order', 'items']],
    ['OrderItem', ['order', 'item']],
    ['HTTPServer', ['http', 'server']],
    ['customerID', ['customer', 'id']],
    ['userIDs', ['user', 'ids']],
    ['R2DT', ['r2dt']],
    ['r2dt_models', ['r2dt', 'models']],
    ['address2Line', ['address2', 'line']],
    ['2fa_codes', ['2fa', 'codes']],
    ['FCLT_BUILDING', ['fclt', 'building']],
    ['Größe', ['grosse']],
    ['café_menü', ['cafe', 'menu']],
    ['заказы', ['заказы']],
    ['КлиентСчёт', ['клиент', 'счет']],
    ['注文明細', ['注文', '文明', '明細']],
    ['', []],
  ])('splits %s', (name, words) => {
    expect(splitName(name)).toEqual(words);
  });
});

describe('splitQuestion', () => {
  const literals = (question: string) =>
    splitQuestion(question)
      .filter((word) => word.isLiteral)
      .map((word) => word.text);
  const content = (question: string) =>
    splitQuestion(question)
      .filter((word) => !word.isLiteral)
      .map((word) => word.text);

  it('keeps words and drops possessives', () => {
    expect(content("Which customer's orders aren't paid?")).toEqual([
      'which',
      'customer',
      'orders',
      'aren',
      'paid',
    ]);
  });

  it('sets quoted text aside', () => {
    expect(content('orders of "Big Shop" in May')).toEqual(['orders', 'of', 'in', 'may']);
    expect(literals("comments saying 'thank you'")).toEqual(['thank', 'you']);
  });

  it('sets numbers, dates, identifiers and host names aside', () => {
    expect(
      content(
        'VM 8d3a0be4-dd7b-4f5b-b19f-000000000001 on star-76 at 10.1.2.3 since 2024-05-10 for 5%',
      ),
    ).toEqual(['vm', 'on', 'at', 'since', 'for']);
    expect(literals('mail to ann@example.com')).toEqual(['ann', 'example', 'com']);
  });

  it('keeps code names that are words of a schema', () => {
    expect(content('R2DT models and 2D-structure results')).toEqual([
      'r2dt',
      'models',
      'and',
      '2d',
      'structure',
      'results',
    ]);
  });
});

describe('fold', () => {
  it('drops case and accents', () => {
    expect(fold('ÀÉÎõü')).toBe('aeiou');
  });
});
