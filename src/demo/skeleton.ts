import type { Connection } from '../datasources/index.ts';

/** The datasource a new project begins with. `secretVariable` is where its URL with the password is read from. */
export interface FirstDatasource {
  readonly id: string;
  readonly type: Connection['type'];
  /** Path relative to the project, or a URL without a password; null when the URL is a secret. */
  readonly place: string | null;
  readonly secretVariable: string | null;
}

/** nl2sql.yaml of a new project: every section, the optional ones as comments to be uncommented. */
export function skeletonConfig(datasource: FirstDatasource | null): string {
  return `# yaml-language-server: $schema=node_modules/nl2sql/docs/formats/config.schema.json
# What nl2sql knows of your project. Paths are relative to this file, and each section may be a
# file of its own: policies: { file: policies.yaml }
version: 2

# The databases questions are about. They are only ever read. A secret is named, never written here:
# "\${env:NAME}" is the whole value of a key.
datasources:${datasource === null ? exampleDatasource : datasourceEntry(datasource)}

# Who may see which tables. Without this section every role sees everything.
# policies:
#   roles:
#     admin:
#       allow: ['*']
#     analyst:
#       allow: [shop]
#       deny: [shop.main.salaries]

# The suites that \`nl2sql eval run\` runs when none is named.
evals:
  suites:
  - evals/first.yaml

# settings:
#   results:
#     row_limit: 10000
`;
}

const exampleDatasource = ` []
# - id: shop
#   type: postgres
#   description: What is in it, in the words people use when they ask.
#   connection:
#     url: "\${env:SHOP_URL}"`;

function datasourceEntry({ id, type, place, secretVariable }: FirstDatasource): string {
  const isServer = type === 'postgres' || type === 'mysql';
  const key = isServer ? 'url' : 'database';
  const value = secretVariable === null ? quoted(place ?? '') : `"\${env:${secretVariable}}"`;
  return `
- id: ${id}
  type: ${type}
  # What is in it, in the words people use when they ask.
  description: ''
  connection:
    ${key}: ${value}`;
}

/** evals/first.yaml of a new project: no case yet, and one to copy. */
export function skeletonSuite(datasource: FirstDatasource | null): string {
  const id = datasource?.id ?? 'shop';
  return `# yaml-language-server: $schema=../node_modules/nl2sql/docs/formats/suite.schema.json
# Questions people ask, each with the SQL a person has checked. A case runs once it is approved.
#
# 1. Write a case like the one below, without rows.
# 2. nl2sql eval regenerate evals/first.yaml    runs the SQL and writes the rows
# 3. nl2sql eval check evals/first.yaml         finds what is missing or misspelt
# 4. nl2sql eval run                            compares; --predictions FILE judges answers of yours
#
# - id: ${id}_001
#   question: How many customers live in each country?
#   datasources: [${id}]
#   status: approved
#   difficulty: easy
#   tags: [aggregation]
#   outcome: {admin: allowed}
#   tables: [customers]
#   columns: [customers.country]
#   sql: |
#     SELECT country, COUNT(*) AS customers
#     FROM customers
#     GROUP BY country
version: 1
cases: []
`;
}

function quoted(value: string): string {
  return `'${value.replaceAll("'", "''")}'`;
}
