import { parentPort } from 'node:worker_threads';
import { InternalError } from '../errors.ts';
import type { AnalysisReply, AnalysisRequest } from './analysis-message.ts';
import { analyzeText, type PreparedCatalog, prepareCatalog } from './facts/analyze-text.ts';
import { refusedFacts } from './facts/refused-facts.ts';

/** The thread that parses: started by `analyzeSql`, and ended when a text runs past its deadline. */

const port = parentPort;
if (!port) throw new InternalError('analysis-process.ts runs as a worker thread');

/** Catalogs of the latest texts; a run has few. */
const catalogs = new Map<string, PreparedCatalog>();
const maxCatalogs = 64;
/** PostgreSQL's own grammar, loaded for its first text. */
let postgresGrammar: typeof import('libpg-query').parseSync | null = null;

port.on('message', async (request: AnalysisRequest) => {
  port.postMessage(await answer(request));
});

async function answer(request: AnalysisRequest): Promise<AnalysisReply> {
  const { sql, dialect } = request;
  try {
    const parse = dialect === 'postgres' ? await loadGrammar() : null;
    const facts = analyzeText(sql, dialect, catalogOf(request), parse);
    return { status: 'done', facts, mustRestart: hasOverflowed(facts.reasons) };
  } catch (error) {
    // Nesting that no stack holds: refused, and the parser's memory may be spoilt.
    if (error instanceof RangeError) {
      const message = 'the text nests too deeply to be read';
      return {
        status: 'done',
        facts: refusedFacts(dialect, { code: 'unreadable', message }),
        mustRestart: true,
      };
    }
    const { message, stack } = error instanceof Error ? error : new InternalError(String(error));
    return { status: 'failed', message, stack: stack ?? message };
  }
}

async function loadGrammar() {
  if (postgresGrammar) return postgresGrammar;
  const { loadModule, parseSync } = await import('libpg-query');
  await loadModule();
  postgresGrammar = parseSync;
  return parseSync;
}

function hasOverflowed(reasons: readonly { readonly message: string }[]): boolean {
  return reasons.some((reason) => /call stack|memory access|unreachable/.test(reason.message));
}

function catalogOf(request: AnalysisRequest): PreparedCatalog | null {
  if (request.catalogId === null) return null;
  const key = `${request.catalogId} ${request.dialect}`;
  const known = catalogs.get(key);
  if (known) return known;
  const catalog = request.catalog;
  if (!catalog) throw new InternalError(`catalog ${key} was not sent`);
  const prepared = prepareCatalog(catalog, request.dialect);
  catalogs.set(key, prepared);
  const [oldest] = catalogs.keys();
  if (catalogs.size > maxCatalogs && oldest !== undefined) catalogs.delete(oldest);
  return prepared;
}
