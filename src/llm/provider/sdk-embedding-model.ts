import { z } from 'zod';
import { exportOf } from '../optional-package.ts';

/** What we use of an AI SDK embedding model, the same in its interface versions 2 and 3. */
export interface SdkEmbeddingModel {
  readonly maxEmbeddingsPerCall: PromiseLike<number | undefined> | number | undefined;
  doEmbed(options: {
    readonly values: string[];
    readonly abortSignal: AbortSignal;
    readonly providerOptions?: Readonly<Record<string, Readonly<Record<string, number>>>>;
  }): PromiseLike<unknown>;
}

/** What a call answers, as far as we read it. */
export const sdkAnswer = z.object({ embeddings: z.array(z.array(z.number())) });

interface ProviderOptions {
  readonly name: string;
  readonly apiKey?: string;
  readonly baseURL?: string;
}

type CreateProvider = (options: ProviderOptions) => Readonly<Record<string, unknown>>;
type ModelOf = (id: string) => SdkEmbeddingModel;

/**
 * The embedding model of a provider package: by the package's one `create…` function and the provider's
 * `embeddingModel` (`textEmbeddingModel` before version 6 of the SDK).
 *
 * @returns null when the package is no AI SDK provider with embeddings
 */
export function createSdkEmbeddingModel(
  module: Readonly<Record<string, unknown>>,
  model: string,
  options: ProviderOptions,
): SdkEmbeddingModel | null {
  const creator = Object.keys(module).find((name) => /^create[A-Z]/.test(name));
  const create = creator === undefined ? undefined : exportOf(module, creator);
  if (typeof create !== 'function') return null;
  const provider = (create as CreateProvider)(options);
  const modelOf = provider['embeddingModel'] ?? provider['textEmbeddingModel'];
  return typeof modelOf === 'function' ? (modelOf as ModelOf)(model) : null;
}
