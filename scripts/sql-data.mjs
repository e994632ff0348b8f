// Writes src/sql/data/: the words each engine does not take as a bare name, and the functions each
// engine has. Run it against real servers when a version is added:
//   node scripts/sql-data.mjs postgres://USER@HOST/DB mysql://USER@HOST/DB
import { writeFileSync } from 'node:fs';
import { DuckDBInstance } from '@duckdb/node-api';
import { DatabaseSync } from '@photostructure/sqlite';
import mysql from 'mysql2/promise';
import pg from 'pg';

const [postgresUrl, mysqlUrl] = process.argv.slice(2);
if (!postgresUrl || !mysqlUrl) {
  console.error('usage: node scripts/sql-data.mjs POSTGRES_URL MYSQL_URL');
  process.exit(2);
}

const postgres = new pg.Client({ connectionString: postgresUrl });
await postgres.connect();
const maria = await mysql.createConnection({ uri: mysqlUrl });
const duck = await (await DuckDBInstance.create(':memory:')).connect();
const sqlite = new DatabaseSync(':memory:');

const engines = {
  sqlite: {
    run: async (sql) => sqlite.prepare(sql).all().map(Object.values),
    version: 'select sqlite_version()',
  },
  duckdb: {
    run: async (sql) => (await duck.runAndReadAll(sql)).getRowsJS(),
    version: 'select version()',
  },
  postgres: {
    run: async (sql) => (await postgres.query({ text: sql, rowMode: 'array' })).rows,
    version: "select current_setting('server_version')",
  },
  mysql: {
    run: async (sql) => (await maria.query({ sql, rowsAsArray: true }))[0],
    version: 'select version()',
  },
};

const keywordQueries = {
  postgres: 'select word from pg_get_keywords()',
  duckdb: 'select keyword_name from duckdb_keywords()',
  mysql: 'select word from information_schema.keywords',
};
// What the keyword lists above do not know: SQLite's own words and those of MySQL 8 that MariaDB lacks.
const moreWords = `abort after attach autoincrement conflict detach exclusive fail glob indexed instead
  isnull notnull plan pragma query raise reindex replace vacuum cube cume_dist dense_rank empty
  first_value function generated get grouping groups io_after_gtids io_before_gtids json_table lag
  last_value lateral lead master_bind nth_value ntile of optimizer_costs percent_rank rank stored system
  virtual window array member qualify manual parallel tablesample`;
const onlyMysql8 = `cube cume_dist dense_rank empty first_value function generated get grouping groups
  io_after_gtids io_before_gtids json_table lag last_value lateral lead master_bind nth_value ntile of
  optimizer_costs percent_rank rank stored system virtual window qualify manual parallel tablesample`;

const words = new Set(moreWords.split(/\s+/));
for (const [name, query] of Object.entries(keywordQueries)) {
  for (const [word] of await engines[name].run(query)) words.add(String(word).toLowerCase().trim());
}
const candidates = [...words].filter((word) => /^[a-z_][a-z0-9_]*$/.test(word)).sort();

const reserved = {};
for (const [name, engine] of Object.entries(engines)) {
  const refused = [];
  for (const word of candidates) {
    const uses = [
      `select q.${word} from (select 1 as ${word}) q order by ${word}`,
      `with ${word} as (select 1 as x) select ${word}.x from ${word} where ${word}.x > 0`,
      `select ${word} + 1 from (select 1 as ${word}) q where ${word} > 0`,
    ];
    for (const use of uses) {
      try {
        await engine.run(use);
      } catch {
        refused.push(word);
        break;
      }
    }
  }
  if (name === 'mysql') refused.push(...onlyMysql8.split(/\s+/));
  reserved[name] = [...new Set(refused)].sort();
}

const functions = {
  sqlite: {
    builtin: await engines.sqlite.run('select distinct lower(name) from pragma_function_list'),
  },
  duckdb: {
    builtin: await engines.duckdb.run(
      `select distinct lower(function_name) from duckdb_functions()
       where function_type in ('scalar', 'aggregate', 'macro', 'table', 'table_macro')
         and function_name not like '\\_\\_%' escape '\\' and function_name not like 'icu\\_collate\\_%' escape '\\'`,
    ),
  },
  postgres: {
    immutable: await engines.postgres.run(volatilityQuery('i')),
    stable: await engines.postgres.run(volatilityQuery('s')),
    volatile: await engines.postgres.run(volatilityQuery('v')),
  },
  mysql: {
    builtin: await engines.mysql.run(
      'select lower(function) from information_schema.sql_functions',
    ),
  },
};

/** Functions a person can call: those that take or give internal values are machinery. */
function volatilityQuery(volatility) {
  return `select distinct lower(p.proname) from pg_proc p
    where p.pronamespace = 'pg_catalog'::regnamespace and p.provolatile = '${volatility}'
      and p.prokind <> 'p'
      and not ('internal'::regtype = any (p.proargtypes::oid[]))
      and p.prorettype not in ('internal'::regtype, 'trigger'::regtype, 'event_trigger'::regtype,
        'language_handler'::regtype, 'fdw_handler'::regtype, 'index_am_handler'::regtype,
        'tsm_handler'::regtype, 'table_am_handler'::regtype)`;
}

const versions = {};
for (const [name, engine] of Object.entries(engines)) {
  versions[name] = String((await engine.run(engine.version))[0][0]);
}

const identifier = /^[a-z_][a-z0-9_]*$/;
const lines = (list) =>
  [...new Set(list)]
    .filter((word) => identifier.test(word))
    .sort()
    .join(' ')
    .replace(/(.{1,92})(?: |$)/g, '    $1\n')
    .trimEnd();

const header = `// Written by scripts/sql-data.mjs from ${Object.entries(versions)
  .map(([name, version]) => `${name} ${version}`)
  .join(', ')}.\n`;
const folder = new URL('../src/sql/data/', import.meta.url);

writeFileSync(
  new URL('reserved-words.ts', folder),
  `${header}import type { DialectName } from '../dialect.ts';

/** Words an engine does not take everywhere as a bare name. */
export const reservedWords: Readonly<Record<DialectName, string>> = {
${Object.entries(reserved)
  .map(([name, list]) => `  ${name}: \`\n${lines(list)}\`,`)
  .join('\n')}
};
`,
);
for (const [name, groups] of Object.entries(functions)) {
  writeFileSync(
    new URL(`${name}-functions.ts`, folder),
    `${header}
/** Built-in functions of ${name}, in lower case${name === 'postgres' ? ', by the volatility pg_proc gives them (a name may be in two)' : ''}. */
export const ${name}Functions = {
${Object.entries(groups)
  .map(([group, rows]) => `  ${group}: \`\n${lines(rows.map(([word]) => String(word)))}\`,`)
  .join('\n')}
} as const;
`,
  );
}

await postgres.end();
await maria.end();
