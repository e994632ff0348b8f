import { describe, expect, it } from 'vitest';
import { describeConnection, redactSecrets } from './describe-connection.ts';

const secrets = ['s3cret', 'p@ss', 'p@s/s#1?', "it's", 'a b', '%zz', 'ünïcode', 'x:y@z'];

describe('describeConnection', () => {
  it('says where and as whom, and no parameter', () => {
    const url = 'postgres://ann:s3cret@db.example/shop?password=s3cret&sslmode=require';
    expect(describeConnection({ type: 'postgres', url })).toBe(
      'postgres://ann@db.example:5432/shop',
    );
    expect(
      describeConnection({
        type: 'mysql',
        host: '::1',
        user: 'ann',
        password: 's3cret',
        database: 'shop',
      }),
    ).toBe('mysql://ann@[::1]:3306/shop');
    expect(describeConnection({ type: 'duckdb', path: '/data/a.duckdb' })).toBe(
      'duckdb:/data/a.duckdb',
    );
  });

  it.each(secrets)('never shows the password %s, escaped or not', (password) => {
    for (const text of [password, encodeURIComponent(password)]) {
      for (const type of ['postgres', 'mysql'] as const) {
        const shown = describeConnection({ type, url: `${type}://ann:${text}@db.example/shop` });
        expect(shown).not.toContain(password);
        expect(shown).not.toContain(password.slice(-3));
        const asParameter = describeConnection({
          type,
          url: `${type}://db.example/shop?password=${encodeURIComponent(password)}`,
        });
        expect(asParameter).not.toContain(password);
      }
    }
  });
});

describe('redactSecrets', () => {
  it.each([
    ['postgres://ann:p@ss@db/shop', 'postgres://ann:***@db/shop'],
    ['cannot open postgres://ann:s3cret@db/shop now', 'cannot open postgres://ann:***@db/shop now'],
    [
      'postgres://db/shop?user=ann&password=s3cret&x=1',
      'postgres://db/shop?user=ann&password=***&x=1',
    ],
    ['mysql:ann:s3cret@db/shop', 'mysql:ann:***@db/shop'],
    ['postgres:/ann:s3cret@db/shop', 'postgres:/ann:***@db/shop'],
    ['ann:s3c/ret@db:5432/shop', 'ann:***@db:5432/shop'],
    ['//ann:s3cret@db/shop', '//ann:***@db/shop'],
    ['shop=ann:s3cret@db', 'shop=ann:***@db'],
    ['sqlite:./a.sqlite?key=s3cret', 'sqlite:./a.sqlite?key=***'],
    ['md:shop?motherduck_token=s3cret', 'md:shop?motherduck_token=***'],
    ['C:\\data\\a@b.sqlite', 'C:\\data\\a@b.sqlite'],
    [
      'datasource "shop": key (id)=(1): a@b is there',
      'datasource "shop": key (id)=(1): a@b is there',
    ],
    ['sqlite:C:/data/a@b.sqlite', 'sqlite:C:/data/a@b.sqlite'],
    ['host=db user=ann password=s3cret dbname=shop', 'host=db user=ann password=*** dbname=shop'],
    ["host=db password = 'two words' dbname=shop", 'host=db password = *** dbname=shop'],
    ['{"password": "s3cret", "host": "db"}', '{"password": ***, "host": "db"}'],
    [
      'password authentication failed for user "ann"',
      'password authentication failed for user "ann"',
    ],
    ['Access denied (using password: YES)', 'Access denied (using password: YES)'],
  ])('%s', (text, shown) => {
    expect(redactSecrets(text)).toBe(shown);
  });
});
