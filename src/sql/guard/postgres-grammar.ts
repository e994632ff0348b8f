import type { FunctionCall } from '../facts/reads.ts';
import type { Reason } from './reason.ts';

/** PostgreSQL's own parser, where it is loaded. */
export type PostgresParser = (sql: string) => unknown;

/** What PostgreSQL's own grammar says of a text. */
export type GrammarReading =
  | {
      readonly status: 'parsed';
      readonly statementCount: number;
      readonly reasons: readonly Reason[];
      readonly calls: readonly FunctionCall[];
      readonly tables: readonly string[];
      /** Types it names anywhere, without their schema. */
      readonly types: readonly string[];
    }
  | { readonly status: 'unreadable'; readonly message: string };

/** Statements that only read; every other node of a statement is a write or an act. */
const readingStatements = new Set(['SelectStmt', 'ExplainStmt', 'VariableShowStmt']);
const writes = new Set(['InsertStmt', 'UpdateStmt', 'DeleteStmt', 'MergeStmt']);

/** Reads a text with PostgreSQL's own grammar and walks every node of it. */
export function readWithGrammar(sql: string, parse: PostgresParser): GrammarReading {
  let tree: unknown;
  try {
    tree = parse(sql);
  } catch (error) {
    // No stack holds the text: the thread says so in words, and starts anew.
    if (error instanceof RangeError) throw error;
    const message = error instanceof Error ? error.message : String(error);
    return { status: 'unreadable', message: message.slice(0, 200) };
  }
  const walk = new GrammarWalk();
  const statements = (tree as { stmts?: readonly { stmt?: unknown }[] }).stmts ?? [];
  for (const { stmt } of statements) walk.visitStatement(stmt);
  return {
    status: 'parsed',
    statementCount: statements.length,
    reasons: walk.reasons,
    calls: walk.calls,
    tables: [...walk.tables],
    types: [...walk.types],
  };
}

type Node = Readonly<Record<string, unknown>>;

class GrammarWalk {
  readonly reasons: Reason[] = [];
  readonly calls: FunctionCall[] = [];
  readonly tables = new Set<string>();
  readonly types = new Set<string>();

  visitStatement(node: unknown): void {
    const explain = (node as { ExplainStmt?: { query?: unknown; options?: unknown } }).ExplainStmt;
    if (explain) {
      if (analyzes(explain.options)) {
        this.reasons.push({
          code: 'explain-analyze',
          message: 'EXPLAIN ANALYZE runs the statement',
        });
      }
      const [inner] = Object.keys((explain.query ?? {}) as Node);
      // A write that is only explained is not run.
      if (!writes.has(inner ?? '')) this.visit(explain.query);
      return;
    }
    this.visit(node);
  }

  private visit(value: unknown): void {
    // A stack of our own: expressions nest deeper than calls may.
    const stack: unknown[] = [value];
    while (stack.length > 0) {
      const current = stack.pop();
      if (Array.isArray(current)) {
        stack.push(...current);
        continue;
      }
      if (current === null || typeof current !== 'object') continue;
      for (const [key, member] of Object.entries(current)) {
        this.note(key, member);
        this.noteType(key, member);
        stack.push(member);
      }
    }
  }

  private note(key: string, member: unknown): void {
    if (/^[A-Z]\w*Stmt$/.test(key) && !readingStatements.has(key)) {
      const isWrite = writes.has(key);
      this.reasons.push({
        code: isWrite ? 'write' : 'statement-not-allowed',
        message: `${key.replace(/Stmt$/, '')} is no query`,
      });
    } else if (key === 'intoClause') {
      this.reasons.push({ code: 'select-into', message: 'INTO a table' });
    } else if (key === 'lockingClause') {
      this.reasons.push({ code: 'row-lock', message: 'locks rows' });
    } else if (key === 'FuncCall') {
      this.noteCall(member as Node);
    } else if (key === 'RangeVar') {
      const { schemaname, relname } = member as { schemaname?: string; relname?: string };
      this.tables.add(schemaname ? `${schemaname}.${relname}` : String(relname));
    }
  }

  /** A type stands as a node of its own, or as the member of a cast or of a column. */
  private noteType(key: string, member: unknown): void {
    if (key !== 'TypeName' && key !== 'typeName') return;
    const { names } = member as { names?: readonly { String?: { sval?: string } }[] };
    const last = names?.at(-1)?.String?.sval;
    if (last !== undefined) this.types.add(last);
  }

  private noteCall(call: Node): void {
    const parts = (call['funcname'] as readonly { String?: { sval?: string } }[] | undefined) ?? [];
    const path = parts.map((part) => ({ text: part.String?.sval ?? '', quoted: true }));
    const count = Array.isArray(call['args']) ? call['args'].length : 0;
    this.calls.push({ path, argumentCount: count });
  }
}

/** Whether one of EXPLAIN's options is ANALYZE and is not switched off. */
function analyzes(options: unknown): boolean {
  if (!Array.isArray(options)) return false;
  return options.some((option: { DefElem?: { defname?: string; arg?: unknown } }) => {
    if (!/^analy[sz]e$/.test(option.DefElem?.defname ?? '')) return false;
    const value = JSON.stringify(option.DefElem?.arg ?? 'true');
    return !/"(?:false|off|0)"|"boolval":false|"ival":0|"Integer":\{\}|"Boolean":\{\}/i.test(value);
  });
}
