import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { demoDatabases } from './databases.ts';
import type { DemoDatabase } from './demo-database.ts';

const databases = demoDatabases();

function rowsOf(id: string, table: string): Record<string, unknown>[] {
  const found = databases.find((database) => database.id === id)?.tables;
  const { columns, rows } = found?.find(({ name }) => name === table) ?? { columns: [], rows: [] };
  return rows.map((row) => Object.fromEntries(columns.map(({ name }, at) => [name, row[at]])));
}

function sizes(database: DemoDatabase | undefined): string[] {
  return (database?.tables ?? []).map(
    ({ name, columns, rows }) => `${name} ${columns.length} × ${rows.length}`,
  );
}

describe('the demo databases', () => {
  it('are the same on every machine', () => {
    const hash = createHash('sha256').update(JSON.stringify(databases)).digest('hex');
    // A change here changes the rows of every packaged suite: regenerate them and say so in the changelog.
    expect(hash).toBe('c5627967afbc3cf66d78234d83bdcbdf9d7f62e53324b22c0289eba96a5baf05');
  });

  it('are others with another seed', () => {
    expect(demoDatabases(7)).not.toEqual(databases);
    expect(demoDatabases(7)).toEqual(demoDatabases(7));
  });

  it('have the tables everybody knows, in sizes like theirs', () => {
    expect(sizes(databases[0])).toEqual([
      'Artist 2 × 275',
      'Genre 2 × 25',
      'MediaType 2 × 5',
      'Playlist 2 × 18',
      'Album 3 × 347',
      'Track 9 × 3503',
      'PlaylistTrack 2 × 8715',
      'Employee 15 × 8',
      'Customer 13 × 59',
      'Invoice 9 × 412',
      'InvoiceLine 5 × 2240',
    ]);
    expect(sizes(databases[1])).toEqual([
      'agents 5 × 10',
      'customers 7 × 59',
      'tickets 11 × 284',
      'ticket_messages 5 × 1125',
    ]);
    expect(sizes(databases[2])).toEqual([
      'devices 4 × 12',
      'referrers 3 × 11',
      'sessions 10 × 768',
      'page_views 6 × 2455',
      'conversions 6 × 83',
    ]);
  });

  it('share their customers: same id, name and address', () => {
    const shop = rowsOf('chinook', 'Customer').map((row) => [
      row['CustomerId'],
      row['FirstName'],
      row['LastName'],
      row['Email'],
    ]);
    const helpDesk = rowsOf('support', 'customers').map((row) => [
      row['customer_id'],
      row['first_name'],
      row['last_name'],
      row['customer_email'],
    ]);
    expect(helpDesk).toEqual(shop);
    const emails = new Map(shop.map(([id, , , email]) => [id, email]));
    for (const session of rowsOf('webanalytics', 'sessions')) {
      expect(session['customer_email']).toBe(emails.get(session['customer_id']) ?? null);
    }
  });

  it('bill the sum of the lines', () => {
    const cents = (text: unknown) => Math.round(Number(text) * 100);
    const sums = new Map<unknown, number>();
    for (const line of rowsOf('chinook', 'InvoiceLine')) {
      const sum = sums.get(line['InvoiceId']) ?? 0;
      sums.set(line['InvoiceId'], sum + cents(line['UnitPrice']) * Number(line['Quantity']));
    }
    for (const invoice of rowsOf('chinook', 'Invoice')) {
      expect(cents(invoice['Total'])).toBe(sums.get(invoice['InvoiceId']));
    }
  });

  it('record a purchase on the web site for what an invoice of that customer and day says', () => {
    const emails = new Map(
      rowsOf('chinook', 'Customer').map((row) => [row['CustomerId'], row['Email']]),
    );
    const invoices = new Set(
      rowsOf('chinook', 'Invoice').map(
        (row) =>
          `${emails.get(row['CustomerId'])} ${String(row['InvoiceDate']).slice(0, 10)} ${Number(row['Total'])}`,
      ),
    );
    const sessions = new Map(
      rowsOf('webanalytics', 'sessions').map((row) => [row['session_id'], row['started_at']]),
    );
    const purchases = rowsOf('webanalytics', 'conversions').filter(
      (row) => row['event_type'] === 'purchase',
    );
    expect(purchases).toHaveLength(34);
    for (const row of purchases) {
      const day = String(sessions.get(row['session_id'])).slice(0, 10);
      expect(invoices).toContain(`${row['customer_email']} ${day} ${row['value_usd']}`);
    }
  });

  it('have groups that are empty, names that are not ASCII, and values that are missing', () => {
    const buyers = new Set(rowsOf('chinook', 'Invoice').map((row) => row['CustomerId']));
    expect(59 - buyers.size).toBe(3);
    const sold = new Set(rowsOf('chinook', 'InvoiceLine').map((row) => row['TrackId']));
    expect(sold.size).toBeLessThan(2000);
    const names = rowsOf('chinook', 'Customer').map((row) => String(row['LastName']));
    expect(names).toContain("O'Shaughnessy");
    expect(names).toContain('Jędrzejczak');
    const composers = rowsOf('chinook', 'Track').filter((row) => row['Composer'] === null);
    expect(composers.length).toBeGreaterThan(500);
  });
});
