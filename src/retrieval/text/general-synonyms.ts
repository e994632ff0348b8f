import { baseForm, rootForm } from './stem.ts';

/**
 * Words of everyday business and computing that stand for each other in names of tables and columns.
 * Kept general on purpose: what only one schema calls so belongs into that project's glossary.
 */
const groups: readonly string[] = [
  'person people individual',
  'customer client buyer consumer shopper partner party',
  'vendor supplier seller merchant partner party',
  'employee staff worker personnel',
  'salesperson salesman saleswoman rep representative user employee',
  'manager supervisor boss',
  'user member account login',
  'investor holder owner person',
  'student pupil learner',
  'teacher instructor professor lecturer',
  'doctor physician',
  'company corporation firm business enterprise organization',
  'department division unit',
  'invoice bill',
  'payment transaction',
  'refund reimbursement',
  'purchase order',
  'purchase buy transaction',
  'sell transaction',
  'trade transaction',
  'revenue turnover income sale',
  'revenue amount total',
  'earn revenue income salary amount total invoice payment',
  'revenue invoice payment',
  'spend amount total cost',
  'sale order',
  'activity log event',
  'history log audit',
  'cost expense spending',
  'price fee charge',
  'salary wage pay compensation',
  'product item article good merchandise',
  'stock inventory quantity',
  'stock share security equity',
  'shipment delivery dispatch parcel',
  'contract agreement',
  'subscription plan membership',
  'basket cart order',
  'car vehicle automobile',
  'plane aircraft airplane',
  'film movie',
  'song track',
  'artist performer musician singer',
  'author writer',
  'paper publication article',
  'course class subject',
  'school college university institution',
  'city town municipality',
  'country nation',
  'state province region',
  'address location place',
  'phone telephone mobile',
  'email mail',
  'birth birthday dob',
  'gender sex',
  'job position occupation role',
  'task activity todo',
  'ticket issue case incident',
  'comment remark note',
  'picture photo image',
  'document file attachment',
  'category type class kind',
  'tag label keyword',
  'opportunity lead deal',
  'meeting appointment event',
  'holiday vacation leave',
  'error failure fault',
  'begin start',
  'end finish',
  'score rating grade mark point',
  'review feedback rating',
  'vm instance machine',
  'server host node machine',
  'tenant project',
  'disease illness diagnosis',
  'drug medication medicine',
  'match game',
  'club team',
  'citation reference cite',
  'visit session',
  'seller vendor merchant',
  'department dept',
  'quantity qty',
  'account acct',
  'manager mgr',
  'message msg',
  'package pkg',
];

/** Synonyms (base forms) by the root of a word. */
export const generalSynonyms: ReadonlyMap<string, readonly string[]> = buildMap();

function buildMap(): Map<string, readonly string[]> {
  const synonyms = new Map<string, Set<string>>();
  for (const group of groups) {
    const words = group.split(' ').map(baseForm);
    for (const word of words) {
      const root = rootForm(word);
      const others = synonyms.get(root) ?? new Set();
      for (const other of words) if (other !== word) others.add(other);
      synonyms.set(root, others);
    }
  }
  return new Map([...synonyms].map(([word, others]) => [word, [...others]]));
}
