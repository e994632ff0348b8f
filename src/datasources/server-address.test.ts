import { describe, expect, it } from 'vitest';
import { type ServerConnection, serverAddress } from './server-address.ts';

function addressOf(url: string, more: Partial<ServerConnection> = {}) {
  const type = url.startsWith('mysql') ? 'mysql' : 'postgres';
  const reading = serverAddress({ ...more, type, url } as ServerConnection);
  return reading.ok ? reading.address : reading.reason;
}

describe('serverAddress', () => {
  it('reads every part, percent-decoded', () => {
    expect(
      addressOf('postgres://a%40n:p%40ss%2F@db.example:6543/my%20shop?connect_timeout=3'),
    ).toMatchObject({
      host: 'db.example',
      port: 6543,
      user: 'a@n',
      password: 'p@ss/',
      database: 'my shop',
      tls: false,
      connectTimeoutMs: 3000,
      ignored: [],
    });
  });

  it('fills in what each server is used to', () => {
    expect(addressOf('postgres://')).toMatchObject({
      host: 'localhost',
      port: 5432,
      user: undefined,
      database: undefined,
    });
    expect(addressOf('mysql://db/shop')).toMatchObject({
      host: 'db',
      port: 3306,
      database: 'shop',
    });
  });

  it('lets a field win over the same part of the URL', () => {
    expect(addressOf('postgres://ann:old@db/shop', { password: 'new', port: 7 })).toMatchObject({
      user: 'ann',
      password: 'new',
      port: 7,
    });
  });

  it('reads a socket and an IPv6 host', () => {
    expect(addressOf('postgres:///shop?host=/run/postgresql')).toMatchObject({
      socketPath: '/run/postgresql',
      database: 'shop',
    });
    expect(addressOf('mysql://ann@localhost/shop?socket=/run/mysqld.sock')).toMatchObject({
      socketPath: '/run/mysqld.sock',
    });
    expect(addressOf('postgres://[::1]:5433/shop')).toMatchObject({ host: '::1', port: 5433 });
  });

  it.each([
    ['postgres://db/shop?sslmode=disable', false],
    ['postgres://db/shop?sslmode=require', { rejectUnauthorized: false }],
    ['postgres://db/shop?sslmode=verify-full', true],
    ['mysql://db/shop?ssl-mode=REQUIRED', { rejectUnauthorized: false }],
    ['mysql://db/shop?ssl-mode=VERIFY_IDENTITY', true],
    ['mysql://db/shop?ssl=true', true],
  ])('reads how %s is encrypted', (url, tls) => {
    expect(addressOf(url)).toMatchObject({ tls });
  });

  it('takes a password with unescaped signs for what it is, or says what to escape', () => {
    expect(addressOf('postgres://ann:p@ss@db/shop')).toMatchObject({
      host: 'db',
      password: 'p@ss',
    });
    for (const password of ['p/ss', 'p#ss', 'p?ss', '1/ss', '1#ss', '1?ss']) {
      expect(addressOf(`postgres://ann:${password}@db/shop`)).toMatch(/write @ as %40, \/ as %2F/);
      expect(addressOf(`postgres://ann:${password}@db/shop`)).not.toContain(password);
    }
  });

  it('says what is wrong without repeating the URL', () => {
    expect(addressOf('mysql://ann:s3cret@db')).toBe(
      'it names no database; write mysql://user@host/database',
    );
    expect(addressOf('postgres://db/shop?sslmode=maybe')).toBe(
      'sslmode=maybe is not known; use disable, require, verify-ca or verify-full',
    );
  });

  it('lists parameters that change nothing', () => {
    expect(addressOf('postgres://db/shop?schema=x&application_name=y')).toMatchObject({
      ignored: ['schema'],
    });
  });
});
