import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { Nl2sqlError } from '../../errors.ts';

/** How the vectors of a text's tokens become one. */
export type Pooling = 'mean' | 'first';

/** What a model folder says about itself. */
export interface ModelFolder {
  readonly folder: string;
  readonly graphPath: string;
  readonly tokenizer: object;
  readonly tokenizerConfig: object;
  readonly pooling: Pooling;
  /** Tokens of a text, those around it included; the rest is cut off. */
  readonly maxTokens: number;
  /** Put before a text, as some models were trained. */
  readonly prefixes: { readonly question: string; readonly table: string };
}

const graphFiles = ['model.onnx', 'onnx/model.onnx'];
const longestText = 512;

const poolingConfig = z.looseObject({
  pooling_mode_cls_token: z.boolean().optional(),
  pooling_mode_mean_tokens: z.boolean().optional(),
});
const lengthConfig = z.looseObject({ max_seq_length: z.int().positive().nullish() });
const tokenizerConfig = z.looseObject({ model_max_length: z.number().positive().nullish() });
const promptConfig = z.looseObject({
  prompts: z.record(z.string(), z.string().nullable()).nullish(),
});

/**
 * Reads the folder of a sentence-transformers model: `model.onnx` or `onnx/model.onnx`, `tokenizer.json`,
 * and where they are there `tokenizer_config.json`, `1_Pooling/config.json`, `sentence_bert_config.json`
 * and `config_sentence_transformers.json`. Without them: the mean of the tokens, at most 512 of them.
 * Throws `EMBEDDINGS_MODEL_INVALID`.
 */
export function readModelFolder(folder: string): ModelFolder {
  if (!existsSync(folder)) {
    throw invalid(
      folder,
      'there is no such folder',
      'Set embeddings.model to the folder of a model.',
    );
  }
  const graph = graphFiles.find((file) => existsSync(join(folder, file)));
  if (graph === undefined) {
    throw invalid(
      folder,
      `it has neither ${graphFiles.join(' nor ')}`,
      'Export the model to ONNX into it.',
    );
  }
  const pooling = read(folder, '1_Pooling/config.json', poolingConfig);
  const isFirst = pooling?.pooling_mode_cls_token === true;
  if (pooling !== null && !isFirst && pooling.pooling_mode_mean_tokens !== true) {
    throw invalid(
      folder,
      '1_Pooling/config.json asks for another pooling than mean or cls',
      'Use a model that pools one of these ways.',
    );
  }
  const tokenizer = read(folder, 'tokenizer.json', z.looseObject({}));
  if (tokenizer === null) {
    throw invalid(folder, 'it has no tokenizer.json', "Copy the model's fast tokenizer into it.");
  }
  const settings = read(folder, 'tokenizer_config.json', tokenizerConfig) ?? {};
  const length = read(folder, 'sentence_bert_config.json', lengthConfig)?.max_seq_length;
  const prompts = read(folder, 'config_sentence_transformers.json', promptConfig)?.prompts ?? {};
  return {
    folder,
    graphPath: join(folder, graph),
    tokenizer,
    tokenizerConfig: settings,
    pooling: isFirst ? 'first' : 'mean',
    maxTokens: Math.min(
      length ?? longestText,
      settings.model_max_length ?? longestText,
      longestText,
    ),
    prefixes: {
      question: prompts['query'] ?? '',
      table: prompts['document'] ?? prompts['passage'] ?? '',
    },
  };
}

/** A JSON file of the folder; null when it is not there. */
function read<Shape>(folder: string, file: string, shape: z.ZodType<Shape>): Shape | null {
  const path = join(folder, file);
  if (!existsSync(path)) return null;
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(path, 'utf8'));
  } catch (cause) {
    throw invalid(folder, `${file} is not JSON that can be read`, 'Copy it anew.', cause);
  }
  const checked = shape.safeParse(value);
  if (checked.success) return checked.data;
  const place = checked.error.issues[0]?.path.join('.') ?? '';
  throw invalid(folder, `${file}: ${place}: not what is expected there`, 'Copy it anew.');
}

export function invalid(folder: string, problem: string, fix: string, cause?: unknown) {
  return new Nl2sqlError('EMBEDDINGS_MODEL_INVALID', { folder, problem, fix }, { cause });
}
