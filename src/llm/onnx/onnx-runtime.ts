import { InternalError, Nl2sqlError } from '../../errors.ts';
import { exportOf, loadOptionalPackage } from '../optional-package.ts';

/** A tensor as the ONNX runtimes have it. */
export interface Tensor {
  readonly dims: readonly number[];
  readonly data: unknown;
}

/** Nothing is printed but what is fatal: faults are told by what we throw. */
export interface Quiet {
  readonly logSeverityLevel: 4;
}

/** What we use of a session. */
export interface InferenceSession {
  readonly inputNames: readonly string[];
  readonly outputNames: readonly string[];
  run(
    feeds: Readonly<Record<string, Tensor>>,
    options: Quiet,
  ): Promise<Readonly<Record<string, Tensor>>>;
  release(): Promise<void>;
}

/** The part of an ONNX runtime package that we use; `onnxruntime-node` and `onnxruntime-web` share it. */
export interface OnnxRuntime {
  readonly InferenceSession: {
    create(path: string, options: Quiet): Promise<InferenceSession>;
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

const tokenizerPackage = '@huggingface/tokenizers';

function missing(packageName: string) {
  const install = `${runtimePackages[0]} ${tokenizerPackage}`;
  return new Nl2sqlError('EMBEDDINGS_PACKAGE_MISSING', { packageName, install });
}

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
  throw missing(runtimePackages[0]);
}

/** Makes a tokenizer from its files; throws `EMBEDDINGS_PACKAGE_MISSING` where the package is not installed. */
export async function createTokenizer(
  files: { readonly tokenizer: object; readonly tokenizerConfig: object },
  packagesFrom: string,
): Promise<Tokenizer> {
  const module = await loadOptionalPackage(tokenizerPackage, packagesFrom);
  if (module === null) throw missing(tokenizerPackage);
  const FastTokenizer = required(module, 'Tokenizer', tokenizerPackage) as TokenizerConstructor;
  return new FastTokenizer(files.tokenizer, files.tokenizerConfig);
}

function required(module: Readonly<Record<string, unknown>>, name: string, packageName: string) {
  const value = exportOf(module, name);
  if (value === undefined) throw new InternalError(`${packageName} exports no ${name}`);
  return value;
}
