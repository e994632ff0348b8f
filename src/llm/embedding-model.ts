/** What a text is to be compared as; some models want the two marked differently. */
export type EmbeddingPurpose = 'question' | 'table';

/** Turns texts into vectors whose products say how near two meanings are. */
export interface EmbeddingModel {
  /** Whatever makes its vectors what they are, for keys of caches; holds no secret. */
  readonly identity: string;
  /**
   * One vector per text, in their order, all of one dimension and of length 1. Throws
   * `EMBEDDINGS_FAILED`; an aborted `signal` throws its reason.
   */
  embed(
    texts: readonly string[],
    purpose: EmbeddingPurpose,
    options?: { readonly signal?: AbortSignal },
  ): Promise<readonly Float32Array[]>;
  close(): Promise<void>;
}

/** A model behind an AI SDK provider, whose package the user installs. */
export interface ProviderEmbeddingSettings {
  readonly kind: 'provider';
  /** For example `@ai-sdk/openai`. */
  readonly packageName: string;
  readonly model: string;
  /** Without it the package looks where it always does, for example in OPENAI_API_KEY. */
  readonly apiKey?: string;
  readonly baseUrl?: string;
  /** How many numbers a vector must have; asked of providers that let one choose. */
  readonly dimension?: number;
  /** Of one call, tries again included. */
  readonly timeoutMs: number;
}

/** A folder as sentence-transformers models have it, with an ONNX graph; nothing leaves the machine. */
export interface OnnxEmbeddingSettings {
  readonly kind: 'onnx';
  /** Absolute path. */
  readonly folder: string;
  readonly dimension?: number;
}

export type EmbeddingSettings = ProviderEmbeddingSettings | OnnxEmbeddingSettings;
