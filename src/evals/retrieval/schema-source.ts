import { createScope } from '../../access/index.ts';
import { type Catalog, parseSchemaFixture } from '../../catalog/index.ts';
import type { Project, ProjectDatasource } from '../../config/index.ts';
import { openDatasource } from '../../datasources/index.ts';
import { Nl2sqlError } from '../../errors.ts';
import { type DialectName, quoteIdentifier, viewLineages } from '../../sql/index.ts';
import { readUserFile } from '../../validation/index.ts';
import { readSamples } from './read-samples.ts';

/** A datasource's schema with what the project says about it. */
export interface SchemaSource {
  readonly id: string;
  readonly catalog: Catalog;
  readonly dialect: DialectName;
  /** The project's entry; null for a fixture bound on the spot. */
  readonly configured: ProjectDatasource | null;
}

/** Schemas by datasource id, and for those that are away why. */
export interface SchemaSources {
  readonly sources: ReadonlyMap<string, SchemaSource>;
  readonly failures: ReadonlyMap<string, string>;
}

/** Reads a schema-fixture file; throws `FILE_NOT_READABLE` or `SCHEMA_FIXTURE_INVALID`. */
export function readFixtureFile(path: string): Catalog {
  const text = readUserFile(path, 'Schema fixture');
  return parseSchemaFixture(text, path);
}

/** Introspects datasources; values are read only where `index.sample_values` allows it. */
export async function loadSchemaSources(
  datasources: readonly ProjectDatasource[],
  signal: AbortSignal,
): Promise<SchemaSources> {
  const sources = new Map<string, SchemaSource>();
  const failures = new Map<string, string>();
  await Promise.all(
    datasources.map(async (configured) => {
      const { id } = configured;
      try {
        sources.set(id, await loadSchemaSource(configured, signal));
      } catch (error) {
        if (!(error instanceof Nl2sqlError)) throw error;
        failures.set(id, `${error.message}. ${error.remedy}`);
      }
    }),
  );
  return { sources, failures };
}

async function loadSchemaSource(
  configured: ProjectDatasource,
  signal: AbortSignal,
): Promise<SchemaSource> {
  const datasource = await openDatasource(configured.spec);
  try {
    const introspected = await datasource.introspect({ signal });
    const { dialect } = datasource;
    const catalog = configured.index.sample_values
      ? await readSamples(
          datasource,
          introspected,
          (name) => quoteIdentifier(name, dialect),
          signal,
        )
      : withoutSamples(introspected);
    return { id: configured.id, catalog, dialect, configured };
  } finally {
    await datasource.close();
  }
}

/** A fixture may hold samples; they count only where the configuration lets values be read. */
function withoutSamples(catalog: Catalog): Catalog {
  return {
    ...catalog,
    tables: catalog.tables.map((table) => ({
      ...table,
      columns: table.columns.map(({ samples: _, ...column }) => column),
    })),
  };
}

/**
 * What a role sees of a schema. Values of a table whose rows are filtered for the role are left out: they
 * might be of rows the role may not see.
 */
export function visibleTo(role: string | null, source: SchemaSource, project: Project): Catalog {
  if (project.policies === null) return source.catalog;
  const scope = createScope(project.policies, role);
  const lineages = viewLineages(source.catalog, source.dialect);
  const visible = scope.visibleCatalog(source.id, source.catalog, lineages);
  return {
    ...visible,
    tables: visible.tables.map((table) =>
      scope.rowFilters(source.id, table).status === 'all-rows'
        ? table
        : { ...table, columns: table.columns.map(({ samples: _, ...column }) => column) },
    ),
  };
}

/** Whether any table of the datasource may be readable for the role. */
export function canReach(role: string | null, id: string, project: Project): boolean {
  return createScope(project.policies, role).canReachDatasource(id);
}
