import { InternalError, Nl2sqlError } from '../../errors.ts';
import { exportOf, loadOptionalPackage } from '../optional-package.ts';

/** A tensor as the ONNX runtimes have it. */
export interface Tensor {
  readonly dims: readonly number[];
  readonly data: unknown;
}

/** What we use of a session. */
export interface InferenceSession {
  readonly inputNames: readonly string[];
  readonly outputNames: readonly string[];
  run(feeds: Readonly<Record<string, Tensor>>): Promise<Readonly<Record<string, Tensor>>>;
  release(): Promise<void>;
}

/** The part of an ONNX runtime package that we use; `onnxruntime-node` and `onnxruntime-web` share it. */
export interface OnnxRuntime {
  readonly InferenceSession: {
    create(path: string, options: { readonly logSeverityLevel: 4 }): Promise<InferenceSession>;
  };
  readonly Tensor: new (type: 'int64', data: BigInt64Array, dims: readonly number[]) => Tensor;
}

/** What we use of a tokenizer: the ids of a text with those that stand around it. */
export interface Tokenizer {
  encode(text: string): { readonly ids: readonly number[] };
}

type TokenizerConstructor = new (tokenizer: object, config: object) => Tokenizer;

/** The faster one first: it runs native code, the other WebAssembly. */
const runtimePackages = ['onnxruntime-node', 'onnxruntime-web'] as const;

/** Loads an ONNX runtime; throws `EMBEDDINGS_PACKAGE_MISSING` where none is installed. */
export async function loadOnnxRuntime(packagesFrom: string): Promise<OnnxRuntime> {
  for (const name of runtimePackages) {
    const module = await loadOptionalPackage(name, packagesFrom);
    if (module === null) continue;
    return {
      InferenceSession: required(module, 'InferenceSession', name),
      Tensor: required(module, 'Tensor', name),
    } as OnnxRuntime;
  }
  throw new Nl2sqlError('EMBEDDINGS_PACKAGE_MISSING', { packageName: runtimePackages[0] });
}

/** Makes a tokenizer from its files; throws `EMBEDDINGS_PACKAGE_MISSING` where the package is not installed. */
export async function createTokenizer(
  files: { readonly tokenizer: object; readonly tokenizerConfig: object },
  packagesFrom: string,
): Promise<Tokenizer> {
  const packageName = '@huggingface/tokenizers';
  const module = await loadOptionalPackage(packageName, packagesFrom);
  if (module === null) throw new Nl2sqlError('EMBEDDINGS_PACKAGE_MISSING', { packageName });
  const FastTokenizer = required(module, 'Tokenizer', packageName) as TokenizerConstructor;
  return new FastTokenizer(files.tokenizer, files.tokenizerConfig);
}

function required(module: Readonly<Record<string, unknown>>, name: string, packageName: string) {
  const value = exportOf(module, name);
  if (value === undefined) throw new InternalError(`${packageName} exports no ${name}`);
  return value;
}
