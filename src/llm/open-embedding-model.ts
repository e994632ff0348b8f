import { assertNever } from '../errors.ts';
import type { EmbeddingModel, EmbeddingSettings } from './embedding-model.ts';

/**
 * Opens an embedding model. Throws `EMBEDDINGS_PACKAGE_MISSING` when its package is not installed and
 * `EMBEDDINGS_MODEL_INVALID` when a model folder is not one. A provider is first asked by `embed`.
 *
 * @param packagesFrom a folder whose installed packages are looked through beside our own
 * @example
 * const model = await openEmbeddingModel({ kind: 'onnx', folder: '/models/minilm' }, process.cwd());
 * const [vector] = await model.embed(['orders per customer'], 'question');
 * await model.close();
 */
export async function openEmbeddingModel(
  settings: EmbeddingSettings,
  packagesFrom: string,
): Promise<EmbeddingModel> {
  switch (settings.kind) {
    case 'provider': {
      const { openProviderEmbeddings } = await import('./provider/provider-embeddings.ts');
      return openProviderEmbeddings(settings, packagesFrom);
    }
    case 'onnx': {
      const { openOnnxEmbeddings } = await import('./onnx/onnx-embeddings.ts');
      return openOnnxEmbeddings(settings, packagesFrom);
    }
    default:
      return assertNever(settings);
  }
}
