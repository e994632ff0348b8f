import { setTimeout as wait } from 'node:timers/promises';
import { Nl2sqlError } from '../../errors.ts';
import type { EmbeddingModel, ProviderEmbeddingSettings } from '../embedding-model.ts';
import { normalize } from '../normalize.ts';
import { loadOptionalPackage } from '../optional-package.ts';
import { describeProviderFault } from './provider-fault.ts';
import {
  createSdkEmbeddingModel,
  type SdkEmbeddingModel,
  sdkAnswer,
} from './sdk-embedding-model.ts';

/** Texts of one call where the provider allows more: an answer stays below a few megabytes. */
const largestBatch = 128;

/** How long to wait before a call is tried again, after faults that pass. */
const pausesMs = [500, 2_000];

/** An embedding model behind an AI SDK provider; nothing is sent before `embed`. */
export async function openProviderEmbeddings(
  settings: ProviderEmbeddingSettings,
  packagesFrom: string,
): Promise<EmbeddingModel> {
  const { packageName, model, apiKey, baseUrl, dimension } = settings;
  const module = await loadOptionalPackage(packageName, packagesFrom);
  if (module === null)
    throw new Nl2sqlError('EMBEDDINGS_PACKAGE_MISSING', { packageName, install: packageName });
  const sdk = createSdkEmbeddingModel(module, model, {
    name: 'embeddings',
    ...(apiKey === undefined ? {} : { apiKey }),
    ...(baseUrl === undefined ? {} : { baseURL: baseUrl }),
  });
  if (sdk === null) {
    throw failed(model, {
      reason: `${packageName} is no AI SDK provider with embeddings`,
      fix: 'Set embeddings.package to one, such as @ai-sdk/openai-compatible.',
    });
  }
  return {
    identity: JSON.stringify([packageName, model, baseUrl ?? null, dimension ?? null]),
    async embed(texts, _purpose, { signal } = {}) {
      const allowed = (await sdk.maxEmbeddingsPerCall) ?? 1;
      const size = Math.max(1, Math.min(allowed, largestBatch));
      const vectors: Float32Array[] = [];
      for (let start = 0; start < texts.length; start += size) {
        const batch = texts.slice(start, start + size);
        const answered = await callInTime(sdk, batch, settings, signal);
        const [first] = vectors.length > 0 ? vectors : answered;
        checkVectors(answered, batch.length, dimension ?? first?.length ?? 0, model);
        vectors.push(...answered);
      }
      return vectors;
    },
    close: async () => {},
  };
}

/** One call with its tries, all within the deadline. */
async function callInTime(
  sdk: SdkEmbeddingModel,
  values: readonly string[],
  { model, apiKey, dimension, timeoutMs }: ProviderEmbeddingSettings,
  signal: AbortSignal | undefined,
): Promise<Float32Array[]> {
  signal?.throwIfAborted();
  const deadline = AbortSignal.timeout(timeoutMs);
  const abortSignal = signal === undefined ? deadline : AbortSignal.any([signal, deadline]);
  for (let attempt = 0; ; attempt += 1) {
    try {
      const answer = await untilAborted(
        sdk.doEmbed({
          values: [...values],
          abortSignal,
          ...(dimension === undefined ? {} : { providerOptions: optionsFor(dimension) }),
        }),
        abortSignal,
      );
      return sdkAnswer
        .parse(answer)
        .embeddings.map((vector) => normalize(Float32Array.from(vector)));
    } catch (error) {
      signal?.throwIfAborted();
      const fault = deadline.aborted ? null : describeProviderFault(error, apiKey);
      const pauseMs = pausesMs[attempt];
      if (fault !== null && (!fault.isPassing || pauseMs === undefined)) throw failed(model, fault);
      await wait(pauseMs, undefined, { signal: abortSignal }).catch(() => {});
      signal?.throwIfAborted();
      if (fault === null || deadline.aborted) {
        const last = fault === null ? '' : `; the last try: ${fault.reason}`;
        throw failed(model, {
          reason: `no answer within ${timeoutMs} ms${last}`,
          fix: fault?.fix ?? 'Raise embeddings.timeout_ms, or look at the server.',
        });
      }
    }
  }
}

/** The keys under which providers look for a number of dimensions. */
function optionsFor(dimension: number) {
  return { openai: { dimensions: dimension }, openaiCompatible: { dimensions: dimension } };
}

/** A provider that does not heed the signal must not outlast it. */
function untilAborted<Value>(work: PromiseLike<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).then(() => signal.removeEventListener('abort', stop));
  });
}

function checkVectors(
  vectors: readonly Float32Array[],
  count: number,
  dimension: number,
  model: string,
): void {
  const fix = 'Set embeddings.dimension to what the model gives, or choose another model.';
  if (vectors.length !== count) {
    throw failed(model, { reason: `${vectors.length} vectors for ${count} texts`, fix });
  }
  const odd = vectors.find((vector) => vector.length !== dimension || dimension === 0);
  if (odd !== undefined) {
    const reason = `vectors of ${odd.length} numbers; expected ${dimension}`;
    throw failed(model, { reason, fix });
  }
}

/** The error of a call is not kept as a cause: it holds what was sent and what came back. */
function failed(model: string, { reason, fix }: { readonly reason: string; readonly fix: string }) {
  return new Nl2sqlError('EMBEDDINGS_FAILED', { model, reason, fix });
}
