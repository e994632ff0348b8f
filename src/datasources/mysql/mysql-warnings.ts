import type { MysqlConnection } from './mysql-connection.ts';

/** Rights that change nothing. */
const harmlessRights = new Set([
  'USAGE',
  'SELECT',
  'SHOW VIEW',
  'SHOW DATABASES',
  'SHOW CREATE ROUTINE',
  'EXECUTE',
  'REFERENCES',
  'PROCESS',
  'LOCK TABLES',
  'REPLICATION CLIENT',
  'BINLOG MONITOR',
  'SLAVE MONITOR',
  'REPLICA MONITOR',
]);

/**
 * What is wrong with the login, in one text with the statements for a login that may only read. The
 * read-only transaction holds either way; a login without rights is the wall behind it.
 */
export async function mysqlWarnings(
  { run }: MysqlConnection,
  datasource: string,
): Promise<readonly string[]> {
  const [session] = await run('SELECT CURRENT_USER(), DATABASE()');
  const grants = await run('SHOW GRANTS');
  const reasons = grants.flatMap(([grant]) => dangerOf(grant ?? ''));
  if (reasons.length === 0) return [];
  const [login, database] = session ?? [];
  return [
    `Datasource "${datasource}": the login ${login} may write: ${reasons.join('; ')}. ` +
      'Queries run in read-only transactions all the same. Use a login that may only read:\n' +
      `CREATE USER 'nl2sql_reader'@'%' IDENTIFIED BY '…';\n` +
      `GRANT SELECT, SHOW VIEW ON ${quoteIdentifier(database ?? '')}.* TO 'nl2sql_reader'@'%';`,
  ];
}

/** What a line of SHOW GRANTS allows beyond reading. Its end may hold a password's hash: never shown. */
function dangerOf(grant: string): string[] {
  const [, rights = '', place = ''] = /^GRANT (.+?) ON (\S+) TO /.exec(grant) ?? [];
  const risky = rights
    .replace(/\([^)]*\)/g, '')
    .split(',')
    .map((right) => right.trim().toUpperCase())
    .filter((right) => right !== '' && !harmlessRights.has(right));
  return risky.length === 0 ? [] : [`${risky.join(', ')} on ${place}`];
}

function quoteIdentifier(name: string): string {
  return `\`${name.replaceAll('`', '``')}\``;
}
