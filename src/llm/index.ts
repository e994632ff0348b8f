export type {
  EmbeddingModel,
  EmbeddingPurpose,
  EmbeddingSettings,
  OnnxEmbeddingSettings,
  ProviderEmbeddingSettings,
} from './embedding-model.ts';
export { openEmbeddingModel } from './open-embedding-model.ts';
