import { describe, expect, it } from 'vitest';
import {
  columnWords,
  manyOf,
  pluralOf,
  quantityWords,
  singularOf,
  sumWords,
  wordsOf,
} from './words.ts';

describe('names as words of a question', () => {
  it.each([
    ['InvoiceLine', 'invoice line'],
    ['invoice_lines', 'invoice lines'],
    ['HTTPRequest', 'http request'],
    ['"sales 2024"', 'sales 2024'],
    ['Größe', 'größe'],
  ])('reads %s as %s', (name, words) => {
    expect(wordsOf(name)).toBe(words);
  });

  it.each([
    ['customer', 'customers'],
    ['category', 'categories'],
    ['address', 'addresses'],
    ['ticket message', 'ticket messages'],
    ['box', 'boxes'],
    ['person', 'people'],
    ['staff', 'staff'],
  ])('has one %s and many %s', (one, many) => {
    expect(pluralOf(one)).toBe(many);
    expect(singularOf(many)).toBe(one);
    expect(pluralOf(many)).toBe(many);
    expect(singularOf(one)).toBe(one);
  });

  it.each([
    ['customer_email', 'customers', 'email'],
    ['InvoiceDate', 'Invoice', 'date'],
    ['opened_at', 'tickets', 'opened date'],
    ['is_bounce', 'sessions', 'bounce flag'],
    ['status', 'tickets', 'status'],
    ['duration_seconds', 'sessions', 'duration in seconds'],
    ['value_usd', 'conversions', 'value in USD'],
    ['seconds_on_page', 'page_views', 'seconds on page'],
  ])('calls %s of %s "%s"', (column, table, words) => {
    expect(columnWords(column, table)).toBe(words);
  });

  it('speaks of many of a thing, and of how many of what is counted', () => {
    expect(manyOf('billing city')).toBe('billing cities');
    expect(manyOf('duration in seconds')).toBe('durations in seconds');
    expect(manyOf('status')).toBe('statuses');
    expect(pluralOf('straßen')).toBe('straßen');
    expect(quantityWords('seconds on page')).toBe('number of seconds on page');
    expect(quantityWords('unit price')).toBe('unit price');
  });

  it('does not speak of a total total', () => {
    expect(sumWords('price')).toBe('the total price');
    expect(sumWords('total')).toBe('the sum of the total');
  });
});
