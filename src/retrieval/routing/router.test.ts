import { describe, expect, it } from 'vitest';
import { type Catalog, parseSchemaFixture } from '../../catalog/index.ts';
import { createRouter, defaultRoutingSettings, type RoutableDatasource } from './router.ts';

function catalogOf(tables: Readonly<Record<string, readonly string[]>>): Catalog {
  const value = Object.entries(tables).map(([name, columns]) => ({
    name,
    columns: columns.map((column) => ({ name: column, data_type: 'text' })),
  }));
  return parseSchemaFixture(JSON.stringify({ tables: value }), 'test');
}

function source(id: string, more: Partial<RoutableDatasource>): RoutableDatasource {
  return {
    id,
    description: '',
    sampleQuestions: [],
    verifiedQuestions: [],
    glossary: {},
    catalog: catalogOf({}),
    ...more,
  };
}

const music = source('music', {
  description: 'Digital music store',
  catalog: catalogOf({ artist: ['name'], album: ['title', 'artist_id'], customer: ['email'] }),
});
const helpdesk = source('helpdesk', {
  catalog: catalogOf({ ticket: ['subject', 'priority'], agent: ['team'], customer: ['email'] }),
});
const web = source('web', {
  description: 'Visits of the website',
  sampleQuestions: ['How many visitors bounced?'],
  catalog: catalogOf({ session: ['device', 'referrer'], page_view: ['path'] }),
});
const router = createRouter([music, helpdesk, web]);
const first = (question: string) => router.route(question)[0]?.id;

describe('router', () => {
  it('goes by tables and columns', () => {
    expect(first('tickets by priority')).toBe('helpdesk');
    expect(first('which artist has most albums')).toBe('music');
  });

  it('goes by descriptions and known questions', () => {
    expect(first('how is the store doing')).toBe('music');
    expect(first('which share of visitors bounced')).toBe('web');
  });

  it('goes by the id where nothing else tells', () => {
    expect(first('what is in helpdesk')).toBe('helpdesk');
  });

  it('names every datasource a question needs', () => {
    const ids = router.route('customers with tickets who bought albums').map(({ id }) => id);
    expect(ids.slice(0, 2).sort()).toEqual(['helpdesk', 'music']);
  });

  it('leaves out what is below the floor, and nothing when the floor is off', () => {
    const settings = { candidates: 3, maxDatasources: 3 };
    const question = 'tickets of each agent by customer';
    const route = (floorRatio: number) =>
      createRouter([music, helpdesk, web], { ...settings, floorRatio })
        .route(question)
        .map(({ id }) => id);
    expect(route(0.9)).toEqual(['helpdesk']);
    expect(route(0)).toEqual(['helpdesk', 'music']);
  });

  it('cuts at max_datasources', () => {
    const settings = { candidates: 3, maxDatasources: 1, floorRatio: 0 };
    expect(createRouter([music, helpdesk], settings).route('customer')).toHaveLength(1);
  });

  it('goes nowhere when nothing is met', () => {
    expect(router.route('???')).toEqual([]);
  });

  it('follows the glossary of a datasource', () => {
    const clinic = source('clinic', {
      catalog: catalogOf({ encounter: ['at'] }),
      glossary: { 'house call': ['encounter'] },
    });
    expect(createRouter([music, clinic]).route('house calls per day')[0]?.id).toBe('clinic');
  });

  it('takes the only datasource there is', () => {
    expect(createRouter([music]).route('???')[0]?.id).toBe('music');
  });

  it('works the same over 150 databases', () => {
    const many = Array.from({ length: 150 }, (_, place) =>
      source(`db${place}`, { catalog: catalogOf({ [`thing${place}x`]: ['id'], event: ['at'] }) }),
    );
    const wide = createRouter([...many, helpdesk], defaultRoutingSettings);
    expect(wide.route('open tickets by priority')[0]?.id).toBe('helpdesk');
  });
});
