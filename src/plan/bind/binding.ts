import type { Scope, TableName } from '../../access/index.ts';
import type { Catalog, TableIndex } from '../../catalog/index.ts';
import type { BoundCommonTable, BoundExpression } from '../bound-plan.ts';
import { issue, type PlanIssue } from '../issue.ts';
import type { ValueType } from '../value-type.ts';
import type { RefusalCause } from './refusal-reason.ts';

/** What one binding knows and collects. */
export interface Binding {
  readonly datasourceId: string;
  readonly scope: Scope;
  readonly strictJoins: boolean;
  readonly strictColumns: boolean;
  readonly catalog: Catalog;
  readonly fullIndex: TableIndex;
  readonly visible: Catalog;
  readonly visibleIndex: TableIndex;
  /** Whether names are no secret to this caller. */
  readonly mayNameNames: boolean;
  /** Names of common tables met so far, in lower case; a table of that name is written with its schema. */
  readonly cteNames: Set<string>;
  readonly issues: PlanIssue[];
  readonly refusals: { readonly path: string; readonly cause: RefusalCause }[];
  readonly filteredTables: Set<string>;
  readonly tables: Set<string>;
  readonly columns: Set<string>;
}

/** A column a source offers. */
export interface SourceColumn {
  readonly name: string;
  readonly type: ValueType;
  readonly scale?: number | undefined;
  readonly dataType: string | null;
  readonly isEnum?: true;
  readonly isPrimaryKey?: boolean;
}

/** A source while its query is bound; `used` grows as columns are read. */
export interface Source {
  readonly alias: string;
  /** Null for a table that was not found: every column of it is taken as it comes. */
  readonly columns: readonly SourceColumn[] | null;
  readonly used: Set<string>;
  /** The catalog's table behind it, where there is one. */
  readonly table: TableName | null;
}

/** The sources an expression may read: those of its query, then those of the queries around it. */
export interface Frame {
  readonly sources: readonly Source[];
  readonly parent: Frame | null;
  readonly ctes: readonly NamedQuery[];
}

export interface NamedQuery {
  readonly bound: BoundCommonTable;
  readonly columns: readonly SourceColumn[];
}

/** A stand-in for what could not be bound, so that the rest is still looked at. */
export const unbound: BoundExpression = { kind: 'literal', type: 'unknown', text: '' };

/** Reports that a plan is put together in a way that says nothing. */
export function reportStructure(binding: Binding, path: string, message: string): void {
  binding.issues.push(issue('INVALID_PLAN_STRUCTURE', path, message));
}
