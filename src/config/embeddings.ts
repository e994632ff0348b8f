import { resolve } from 'node:path';
import type { EmbeddingSettings } from '../llm/index.ts';
import type { SectionPlace } from './connection.ts';
import type { EmbeddingsSection } from './schema.ts';
import { resolveSecret } from './secrets.ts';

/** How long one call may take where the project says nothing. */
const defaultTimeoutMs = 30_000;

/** The provider packages that a provider stands for. */
const packages = {
  openai: '@ai-sdk/openai',
  openai_compatible: '@ai-sdk/openai-compatible',
  ai_sdk: undefined,
} as const;

/** The embeddings of a project; null where they are not enabled, or something is wrong with the section. */
export function readEmbeddings(
  section: EmbeddingsSection,
  place: SectionPlace,
): EmbeddingSettings | null {
  if (!section.enabled) return null;
  const { provider, model, dimension } = section;
  let isComplete = true;
  const fail = (key: keyof EmbeddingsSection, message: string): undefined => {
    isComplete = false;
    place.report({ key, message });
  };
  const secret = (key: 'api_key' | 'base_url') => {
    const text = section[key];
    if (text === undefined) return undefined;
    const reading = resolveSecret(text, place.env);
    return reading.ok ? reading.value : fail(key, reading.message);
  };
  if (provider === undefined) {
    fail('provider', 'missing; expected local, openai, openai_compatible or ai_sdk');
    return null;
  }
  const shared = dimension === undefined ? {} : { dimension };
  if (provider === 'local') {
    if (model === undefined) fail('model', 'missing; expected the folder of an ONNX model');
    for (const key of ['api_key', 'base_url', 'package', 'timeout_ms'] as const) {
      if (section[key] !== undefined) fail(key, 'does not apply to local, which runs here');
    }
    const folder = resolve(place.projectDir, model ?? '');
    return isComplete ? { kind: 'onnx', folder, ...shared } : null;
  }
  const packageName = section.package ?? packages[provider];
  if (packageName === undefined) {
    fail('package', 'missing; expected an AI SDK provider package, such as @ai-sdk/mistral');
  } else if (!/^(?:@[\w.~-]+\/)?[\w~][\w.~-]*$/.test(packageName)) {
    fail('package', 'expected the name of a package');
  }
  if (model === undefined) fail('model', 'missing; expected the name of an embedding model');
  if (provider === 'openai_compatible' && section.base_url === undefined) {
    fail(
      'base_url',
      'missing; expected the address of the server, such as http://localhost:1234/v1',
    );
  }
  const [apiKey, baseUrl] = [secret('api_key'), secret('base_url')];
  if (!isComplete || model === undefined || packageName === undefined) return null;
  return {
    kind: 'provider',
    packageName,
    model,
    ...(apiKey === undefined ? {} : { apiKey }),
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...shared,
    timeoutMs: section.timeout_ms ?? defaultTimeoutMs,
  };
}
