import {
  column,
  createTable,
  type DemoDatabase,
  integer,
  money,
  text,
  timestamp,
} from '../demo-database.ts';
import { timestampText } from '../moments.ts';
import { asciiWord, type Customer } from '../people.ts';
import { createRandom } from '../random.ts';
import { mediaTypes } from '../words/music.ts';
import { cities, employeePeople } from '../words/people.ts';
import {
  type Album,
  type Artist,
  generateAlbums,
  generateArtists,
  generateTracks,
  genreNames,
  type Track,
} from './music.ts';
import { generatePlaylistTracks, type PlaylistTrack, playlists } from './playlists.ts';
import { generateInvoices, type Invoice, type InvoiceLine } from './sales.ts';

/** A music shop: the tables and columns everybody knows as Chinook, with rows of our own. */
export function generateChinook(
  seed: number,
  customers: readonly Customer[],
): { readonly database: DemoDatabase; readonly invoices: readonly Invoice[] } {
  const artists = generateArtists(seed);
  const albums = generateAlbums(seed, artists);
  const tracks = generateTracks(seed, albums, artists);
  const invoices = generateInvoices(seed, customers, tracks);
  const named = (names: readonly string[]) => names.map((name, index) => ({ id: index + 1, name }));
  const tables = [
    namedTable('Artist', artists),
    namedTable('Genre', named(genreNames)),
    namedTable('MediaType', named(mediaTypes)),
    namedTable('Playlist', playlists),
    albumTable(albums),
    trackTable(tracks),
    playlistTrackTable(generatePlaylistTracks(seed, tracks)),
    employeeTable(seed),
    customerTable(customers),
    invoiceTable(invoices),
    invoiceLineTable(invoices.flatMap((invoice) => invoice.lines)),
  ];
  return { database: { id: 'chinook', tables }, invoices };
}

function namedTable(name: string, items: readonly Artist[]) {
  return createTable<Artist>(
    name,
    [
      column(`${name}Id`, integer, (item) => item.id),
      column('Name', text(120), (item) => item.name, { nullable: true }),
    ],
    items,
  );
}

function albumTable(albums: readonly Album[]) {
  return createTable<Album>(
    'Album',
    [
      column('AlbumId', integer, (album) => album.id),
      column('Title', text(160), (album) => album.title),
      column('ArtistId', integer, (album) => album.artist.id, { references: 'Artist.ArtistId' }),
    ],
    albums,
  );
}

function trackTable(tracks: readonly Track[]) {
  const nullable = true;
  return createTable<Track>(
    'Track',
    [
      column('TrackId', integer, (track) => track.id),
      column('Name', text(200), (track) => track.name),
      column('AlbumId', integer, (track) => track.album?.id ?? null, {
        nullable,
        references: 'Album.AlbumId',
      }),
      column('MediaTypeId', integer, (track) => track.mediaTypeId, {
        references: 'MediaType.MediaTypeId',
      }),
      column('GenreId', integer, (track) => genreNames.indexOf(track.genre) + 1, {
        nullable,
        references: 'Genre.GenreId',
      }),
      column('Composer', text(220), (track) => track.composer, { nullable }),
      column('Milliseconds', integer, (track) => track.milliseconds),
      column('Bytes', integer, (track) => track.bytes, { nullable }),
      column('UnitPrice', money, (track) => moneyText(track.priceCents)),
    ],
    tracks,
  );
}

function playlistTrackTable(entries: readonly PlaylistTrack[]) {
  return createTable<PlaylistTrack>(
    'PlaylistTrack',
    [
      column('PlaylistId', integer, (entry) => entry.playlistId, {
        references: 'Playlist.PlaylistId',
      }),
      column('TrackId', integer, (entry) => entry.trackId, { references: 'Track.TrackId' }),
    ],
    entries,
    ['PlaylistId', 'TrackId'],
  );
}

/** Everybody works in one house; the shop gives them phone and mail. */
function employeeTable(seed: number) {
  const random = createRandom(seed, 'chinook.Employee');
  const office = cities.toronto;
  const employees = employeePeople.map((person, index) => ({
    id: index + 1,
    person,
    home: random.pick([cities.toronto, cities.montreal, cities.vancouver]),
    phone: `${office.dialCode} 555 ${random.int(1000, 9999)}`,
  }));
  type Employee = (typeof employees)[number];
  const nullable = true;
  return createTable<Employee>(
    'Employee',
    [
      column('EmployeeId', integer, ({ id }) => id),
      column('LastName', text(20), ({ person }) => person[1]),
      column('FirstName', text(20), ({ person }) => person[0]),
      column('Title', text(30), ({ person }) => person[2], { nullable }),
      column('ReportsTo', integer, ({ person }) => person[3], {
        nullable,
        references: 'Employee.EmployeeId',
      }),
      column('BirthDate', timestamp, ({ person }) => `${person[4]} 00:00:00`, { nullable }),
      column('HireDate', timestamp, ({ person }) => `${person[5]} 00:00:00`, { nullable }),
      column('Address', text(70), ({ id, home }) => `${id * 11} ${home.streets[0]}`, { nullable }),
      column('City', text(40), ({ home }) => home.name, { nullable }),
      column('State', text(40), ({ home }) => home.state, { nullable }),
      column('Country', text(40), ({ home }) => home.country, { nullable }),
      column('PostalCode', text(10), ({ home }) => home.postalCode, { nullable }),
      column('Phone', text(24), ({ phone }) => phone, { nullable }),
      column(
        'Fax',
        text(24),
        ({ person }) => (person[2].endsWith('Manager') ? `${office.dialCode} 556 0100` : null),
        { nullable },
      ),
      column('Email', text(60), ({ person }) => `${asciiWord(person[0])}@chinook.example`, {
        nullable,
      }),
    ],
    employees,
  );
}

function customerTable(customers: readonly Customer[]) {
  const nullable = true;
  return createTable<Customer>(
    'Customer',
    [
      column('CustomerId', integer, (customer) => customer.id),
      column('FirstName', text(40), (customer) => customer.firstName),
      column('LastName', text(20), (customer) => customer.lastName),
      column('Company', text(80), (customer) => customer.company, { nullable }),
      column('Address', text(70), (customer) => customer.address, { nullable }),
      column('City', text(40), (customer) => customer.city.name, { nullable }),
      column('State', text(40), (customer) => customer.city.state, { nullable }),
      column('Country', text(40), (customer) => customer.city.country, { nullable }),
      column('PostalCode', text(10), (customer) => customer.city.postalCode, { nullable }),
      column('Phone', text(24), (customer) => customer.phone, { nullable }),
      column('Fax', text(24), (customer) => customer.fax, { nullable }),
      column('Email', text(60), (customer) => customer.email),
      column('SupportRepId', integer, (customer) => customer.supportRepId, {
        nullable,
        references: 'Employee.EmployeeId',
      }),
    ],
    customers,
  );
}

function invoiceTable(invoices: readonly Invoice[]) {
  const nullable = true;
  return createTable<Invoice>(
    'Invoice',
    [
      column('InvoiceId', integer, (invoice) => invoice.id),
      column('CustomerId', integer, (invoice) => invoice.customer.id, {
        references: 'Customer.CustomerId',
      }),
      column('InvoiceDate', timestamp, (invoice) => timestampText(invoice.seconds)),
      column('BillingAddress', text(70), (invoice) => invoice.billingAddress, { nullable }),
      column('BillingCity', text(40), (invoice) => invoice.billingCity.name, { nullable }),
      column('BillingState', text(40), (invoice) => invoice.billingCity.state, { nullable }),
      column('BillingCountry', text(40), (invoice) => invoice.billingCity.country, { nullable }),
      column('BillingPostalCode', text(10), (invoice) => invoice.billingCity.postalCode, {
        nullable,
      }),
      column('Total', money, (invoice) => moneyText(invoice.totalCents)),
    ],
    invoices,
  );
}

function invoiceLineTable(lines: readonly InvoiceLine[]) {
  return createTable<InvoiceLine>(
    'InvoiceLine',
    [
      column('InvoiceLineId', integer, (line) => line.id),
      column('InvoiceId', integer, (line) => line.invoiceId, { references: 'Invoice.InvoiceId' }),
      column('TrackId', integer, (line) => line.trackId, { references: 'Track.TrackId' }),
      column('UnitPrice', money, (line) => moneyText(line.priceCents)),
      column('Quantity', integer, (line) => line.quantity),
    ],
    lines,
  );
}

/** `12.05` for 1205 cents. */
export function moneyText(cents: number): string {
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
}
