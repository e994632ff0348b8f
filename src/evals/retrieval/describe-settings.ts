import { basename } from 'node:path';
import type { Project } from '../../config/index.ts';
import type { Report } from '../../evaluation/records/index.ts';
import type { EvalRunOptions } from '../run-options.ts';
import type { RetrievalPlan, RetrieverName } from './retrieval-options.ts';

/** How a run of mode retrieval was set, for its record. */
export function describeRetrievalSettings(
  options: EvalRunOptions,
  plan: RetrievalPlan,
  project: Project,
  retrievers: readonly RetrieverName[],
): Report['settings'] {
  const { candidates, max_datasources, floor_ratio } = project.settings.routing;
  return {
    ...(options.cases === undefined ? {} : { cases: options.cases }),
    ...(options.roles === undefined ? {} : { roles: options.roles }),
    retrieval: {
      ...plan,
      retrievers,
      maxColumns: plan.maxColumns ?? null,
      maxTokens: plan.maxTokens ?? null,
      fixture: options.retrieval?.fixture ?? null,
      questions: options.retrieval?.questions ?? null,
      embeddings: describeEmbeddings(project),
    },
    routing: { candidates, max_datasources, floor_ratio: floor_ratio ?? 0.5 },
  };
}

/** Which model said what is near in meaning: no address, key or path of this machine. */
function describeEmbeddings({ embeddings }: Project) {
  if (embeddings === null) return null;
  return embeddings.kind === 'onnx'
    ? { kind: embeddings.kind, model: basename(embeddings.folder) }
    : { kind: embeddings.kind, package: embeddings.packageName, model: embeddings.model };
}
