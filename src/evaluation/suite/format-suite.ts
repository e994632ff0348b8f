import { type CaseField, caseFields } from './case-fields.ts';
import type { EvalCase, EvalSuite, SqlText, StoredRows } from './model.ts';
import { dataNode, formatFloat, rowsNode } from './write-cell.ts';
import { type EmitStyle, emitAfterKey, emitItem, referenceStyle } from './yaml/emitter.ts';
import {
  mapNode,
  nullNode,
  rawNode,
  seqNode,
  textNode,
  type WriteNode,
} from './yaml/write-node.ts';

/** Opens a new suite: tells editors where the schema is. */
export const newSuiteHeader =
  '# yaml-language-server: $schema=../node_modules/nl2sql/docs/formats/suite.schema.json\n';

/**
 * A suite as the text of a new file, in the layout of the reference suites. Its header (the comment
 * lines before `version`) is the suite's own, or the line that tells editors the schema.
 *
 * @example
 * formatSuite({ ...suite, cases: [] }); // '…version: 1\ncases: []\n'
 */
export function formatSuite(suite: EvalSuite): string {
  const header = suite.header ?? newSuiteHeader;
  const settings = [
    suite.gold === 'executed' ? 'gold: executed\n' : '',
    suite.tolerance ? `tolerance:${emitAfterKey(toleranceNode(suite.tolerance), 0, 9)}\n` : '',
  ].join('');
  const cases =
    suite.cases.length === 0
      ? 'cases: []\n'
      : `cases:\n${suite.cases.map((evalCase) => `\n${formatCase(evalCase)}`).join('')}`;
  return `${header}version: 1\n${settings}${cases}`;
}

/** One case as a list item in column `indent`, its line end included. */
export function formatCase(
  evalCase: EvalCase,
  indent = 0,
  style: EmitStyle = referenceStyle,
): string {
  const entries = writtenFields(evalCase).map(
    (field) => [field, fieldNode(evalCase, field)] as const,
  );
  return `${' '.repeat(indent)}${emitItem(mapNode(entries), indent, style)}\n`;
}

/** Fields that are left out when they say nothing. */
function writtenFields(evalCase: EvalCase): CaseField[] {
  const hasAlternatives = evalCase.alt_sql.length > 0;
  return caseFields.filter((field) => {
    switch (field) {
      case 'kind':
        return evalCase.kind !== 'answer';
      case 'alt_sql':
      case 'alt_rows':
        return hasAlternatives;
      case 'difficulty':
      case 'paraphrase_group':
      case 'plan':
        return evalCase[field] !== null;
      default:
        return evalCase[field] !== undefined;
    }
  });
}

/** The value of a case's field, ready to be written. */
export function fieldNode(evalCase: Partial<EvalCase>, field: CaseField): WriteNode {
  switch (field) {
    case 'id':
    case 'question':
    case 'evidence':
    case 'status':
    case 'kind':
    case 'origin':
    case 'difficulty':
    case 'paraphrase_group':
    case 'notes':
      return optionalText(evalCase[field]);
    case 'datasources':
    case 'tags':
    case 'tables':
    case 'columns':
      return seqNode((evalCase[field] ?? []).map(textNode));
    case 'tables_any_of':
      return seqNode((evalCase.tables_any_of ?? []).map((set) => seqNode(set.map(textNode))));
    case 'outcome':
      return mapNode([...(evalCase.outcome ?? [])].map(([role, word]) => [role, textNode(word)]));
    case 'order_matters':
      return rawNode(String(evalCase.order_matters ?? false));
    case 'tolerance':
      return evalCase.tolerance ? toleranceNode(evalCase.tolerance) : nullNode;
    case 'reviewed':
      return evalCase.reviewed
        ? mapNode([
            ['by', textNode(evalCase.reviewed.by)],
            ['at', textNode(evalCase.reviewed.at)],
          ])
        : nullNode;
    case 'sql':
      return evalCase.sql == null ? nullNode : sqlNode(evalCase.sql);
    case 'alt_sql':
      return seqNode((evalCase.alt_sql ?? []).map(sqlNode));
    case 'rows':
    case 'boundary_tie':
      return rowsNode(evalCase[field] ?? null);
    case 'alt_rows':
      return seqNode((evalCase.alt_rows ?? []).map(rowsNode));
    case 'rows_by_role':
      return mapNode(
        [...(evalCase.rows_by_role ?? new Map<string, StoredRows>())].map(([role, rows]) => [
          role,
          rowsNode(rows),
        ]),
      );
    case 'plan':
      return dataNode(evalCase.plan);
  }
}

function optionalText(text: string | null | undefined): WriteNode {
  return text == null ? nullNode : textNode(text);
}

function sqlNode(sql: SqlText): WriteNode {
  if (typeof sql === 'string') return textNode(sql);
  return mapNode(Object.entries(sql).map(([dialect, text]) => [dialect, textNode(text)]));
}

function toleranceNode(tolerance: NonNullable<EvalSuite['tolerance']>): WriteNode {
  const entries = (['absolute', 'relative'] as const).flatMap((key) => {
    const bound = tolerance[key];
    if (bound === undefined) return [];
    return [[key, rawNode(Number.isInteger(bound) ? String(bound) : formatFloat(bound))] as const];
  });
  return mapNode(entries);
}
