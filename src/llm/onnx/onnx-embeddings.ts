import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Nl2sqlError } from '../../errors.ts';
import type { EmbeddingModel, OnnxEmbeddingSettings } from '../embedding-model.ts';
import { normalize } from '../normalize.ts';
import { invalid, type ModelFolder, readModelFolder } from './model-folder.ts';
import {
  createTokenizer,
  type InferenceSession,
  loadOnnxRuntime,
  type OnnxRuntime,
  type Quiet,
  type Tensor,
} from './onnx-runtime.ts';
import { poolTokens } from './pool-tokens.ts';

/** Texts of one run; more gain nothing on a processor. */
const batchSize = 16;

const quiet: Quiet = { logSeverityLevel: 4 };

/** What a graph may ask for, and what we have to give. */
const knownInputs = ['input_ids', 'attention_mask', 'token_type_ids'];

/** An embedding model that runs here, from a folder. */
export async function openOnnxEmbeddings(
  { folder, dimension }: OnnxEmbeddingSettings,
  packagesFrom: string,
): Promise<EmbeddingModel> {
  const model = readModelFolder(folder);
  const runtime = await loadOnnxRuntime(packagesFrom);
  const tokenizer = await createTokenizer(model, packagesFrom).catch((cause: unknown) => {
    if (cause instanceof Nl2sqlError) throw cause;
    throw invalid(
      folder,
      `tokenizer.json cannot be used: ${messageOf(cause)}`,
      "Copy the model's fast tokenizer into it.",
      cause,
    );
  });
  const session = await createSession(runtime, model);
  const unknown = session.inputNames.find((name) => !knownInputs.includes(name));
  if (unknown !== undefined) {
    await session.release();
    throw invalid(
      folder,
      `its graph asks for "${unknown}"; known: ${knownInputs.join(', ')}`,
      'Use a text encoder, such as a sentence-transformers model.',
    );
  }
  const encode = (text: string): readonly number[] => {
    const { ids } = tokenizer.encode(text);
    // The last token ends a text and stays.
    return ids.length <= model.maxTokens
      ? ids
      : [...ids.slice(0, model.maxTokens - 1), ...ids.slice(-1)];
  };
  return {
    identity: await identityOf(model),
    async embed(texts, purpose, { signal } = {}) {
      const encoded = texts.map((text) => encode(model.prefixes[purpose] + text));
      // Texts of about one length share a run: each is filled up to the longest of its batch.
      const order = [...encoded.keys()].sort(
        (a, b) => (encoded[a]?.length ?? 0) - (encoded[b]?.length ?? 0),
      );
      const vectors: Float32Array[] = [];
      for (let start = 0; start < order.length; start += batchSize) {
        signal?.throwIfAborted();
        const places = order.slice(start, start + batchSize);
        const batch = places.map((place) => encoded[place] ?? []);
        const embedded = await runBatch(batch, session, runtime, model);
        for (const [index, place] of places.entries()) {
          const vector = embedded[index] ?? new Float32Array();
          if (dimension !== undefined && vector.length !== dimension) {
            throw new Nl2sqlError('EMBEDDINGS_FAILED', {
              model: folder,
              reason: `vectors of ${vector.length} numbers; expected ${dimension}`,
              fix: 'Set embeddings.dimension to what the model gives, or choose another model.',
            });
          }
          vectors[place] = vector;
        }
      }
      return vectors;
    },
    close: () => session.release(),
  };
}

async function createSession(runtime: OnnxRuntime, { folder, graphPath }: ModelFolder) {
  try {
    return await runtime.InferenceSession.create(graphPath, quiet);
  } catch (cause) {
    throw invalid(
      folder,
      `its graph does not load: ${messageOf(cause)}`,
      'Export the model to ONNX again.',
      cause,
    );
  }
}

async function runBatch(
  batch: readonly (readonly number[])[],
  session: InferenceSession,
  { Tensor }: OnnxRuntime,
  { folder, pooling }: ModelFolder,
): Promise<Float32Array[]> {
  const lengths = batch.map((ids) => ids.length);
  const width = Math.max(...lengths);
  const dims = [batch.length, width];
  const inputs: Record<string, BigInt64Array> = Object.fromEntries(
    knownInputs.map((name) => [name, new BigInt64Array(batch.length * width)]),
  );
  for (const [text, ids] of batch.entries()) {
    for (const [token, id] of ids.entries()) {
      const place = text * width + token;
      if (inputs['input_ids']) inputs['input_ids'][place] = BigInt(id);
      if (inputs['attention_mask']) inputs['attention_mask'][place] = 1n;
    }
  }
  const feeds: Record<string, Tensor> = {};
  for (const name of session.inputNames) {
    feeds[name] = new Tensor('int64', inputs[name] ?? new BigInt64Array(), dims);
  }
  const answer = await session.run(feeds, quiet).catch((cause: unknown) => {
    throw invalid(
      folder,
      `its graph fails: ${messageOf(cause)}`,
      'Check that tokenizer.json and the graph are of one model.',
      cause,
    );
  });
  const output = answer['sentence_embedding'] ?? answer[session.outputNames[0] ?? ''];
  const dimension = output?.dims.at(-1) ?? 0;
  if (!(output?.data instanceof Float32Array) || dimension === 0) {
    throw invalid(folder, 'its graph gives no 32-bit floats', 'Export it with float32 outputs.');
  }
  const { data, dims: shape } = output;
  if (shape.length === 3) return poolTokens(data, lengths, width, dimension, pooling);
  // Some exports pool inside the graph.
  return batch.map((_, text) => normalize(data.slice(text * dimension, (text + 1) * dimension)));
}

function messageOf(cause: unknown): string {
  return (cause instanceof Error ? cause.message : String(cause)).replace(/\s+/g, ' ').trim();
}

/** The graph's content and how it is used: the same model in another folder gives the same vectors. */
async function identityOf(model: ModelFolder): Promise<string> {
  const { tokenizer, tokenizerConfig, pooling, maxTokens, prefixes } = model;
  const hash = createHash('sha256').update(
    JSON.stringify([tokenizer, tokenizerConfig, pooling, maxTokens, prefixes]),
  );
  for await (const chunk of createReadStream(model.graphPath)) hash.update(chunk as Buffer);
  return `onnx ${hash.digest('hex')}`;
}
