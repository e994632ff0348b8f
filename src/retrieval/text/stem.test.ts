import { describe, expect, it } from 'vitest';
import { baseForm, rootForm } from './stem.ts';

describe('baseForm', () => {
  it.each([
    ['orders', 'order'],
    ['categories', 'category'],
    ['addresses', 'address'],
    ['address', 'address'],
    ['boxes', 'box'],
    ['batches', 'batch'],
    ['statuses', 'status'],
    ['status', 'status'],
    ['warehouses', 'warehouse'],
    ['causes', 'cause'],
    ['buses', 'bus'],
    ['aliases', 'alias'],
    ['analyses', 'analysis'],
    ['people', 'person'],
    ['children', 'child'],
    ['indices', 'index'],
    ['movies', 'movie'],
    ['series', 'series'],
    ['news', 'news'],
    ['ties', 'tie'],
    ['bus', 'bus'],
    ['heroes', 'hero'],
    ['shoes', 'shoe'],
    ['vms', 'vm'],
    ['ips', 'ip'],
    ['ids', 'id'],
    ['dns', 'dns'],
    ['gas', 'gas'],
  ])('%s is %s', (plural, singular) => {
    expect(baseForm(plural)).toBe(singular);
  });
});

describe('rootForm', () => {
  it.each([
    [['ship', 'shipped', 'shipping', 'shipment']],
    [['refund', 'refunded', 'refunding']],
    [['review', 'reviewed', 'reviewer', 'reviewing']],
    [['order', 'ordered', 'ordering']],
    [['pay', 'paid', 'payment', 'paying']],
    [['manage', 'manager', 'management', 'managing']],
    [['sell', 'sold', 'sale', 'selling', 'seller']],
    [['transact', 'transaction']],
    [['register', 'registration', 'registered']],
  ])('folds %j to one', (words) => {
    expect(new Set(words.map((word) => rootForm(baseForm(word))))).toHaveProperty('size', 1);
  });

  it.each([
    ['customer', 'custom'],
    ['number', 'numb'],
    ['station', 'status'],
    ['university', 'universal'],
  ])('keeps %s and %s apart', (left, right) => {
    expect(rootForm(left)).not.toBe(rootForm(right));
  });
});
