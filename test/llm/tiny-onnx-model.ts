import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Writes a model folder of our own making: a graph that looks each token's vector up in a table, and a
 * tokenizer that splits at spaces. The graph is an ONNX ModelProto written field by field, as
 * onnx.proto3 numbers them; about half a kilobyte.
 *
 * @param words each word with its vector, all of one length; [CLS] and [SEP] have a vector of zeros
 * @param files content instead of the folder's own; null for none
 */
export function writeTinyModel(
  folder: string,
  words: Readonly<Record<string, readonly number[]>>,
  files: Readonly<Record<string, unknown>> = {},
): void {
  for (const [file, content] of Object.entries({ ...tinyModelFiles(words), ...files })) {
    if (content === null) continue;
    const path = join(folder, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content instanceof Uint8Array ? content : JSON.stringify(content));
  }
}

/** The files of such a folder: bytes, or what is written as JSON. */
export function tinyModelFiles(words: Readonly<Record<string, readonly number[]>>) {
  const dimension = Object.values(words)[0]?.length ?? 0;
  const zeros = Array<number>(dimension).fill(0);
  const entries: [string, readonly number[]][] = [
    ['[UNK]', zeros],
    ['[CLS]', zeros],
    ['[SEP]', zeros],
    ...Object.entries(words),
  ];
  const vocab = Object.fromEntries(entries.map(([word], id) => [word, id]));
  return {
    'onnx/model.onnx': lookUpGraph(entries.map(([, vector]) => vector)),
    'tokenizer.json': tokenizer(vocab),
    'tokenizer_config.json': { tokenizer_class: 'BertTokenizer', model_max_length: 512 },
    '1_Pooling/config.json': { pooling_mode_mean_tokens: true },
  };
}

function tokenizer(vocab: Readonly<Record<string, number>>) {
  const special = (id: string) => ({ SpecialToken: { id, type_id: 0 } });
  const text = { Sequence: { id: 'A', type_id: 0 } };
  return {
    version: '1.0',
    truncation: null,
    padding: null,
    added_tokens: [],
    normalizer: { type: 'Lowercase' },
    pre_tokenizer: { type: 'Whitespace' },
    post_processor: {
      type: 'TemplateProcessing',
      single: [special('[CLS]'), text, special('[SEP]')],
      pair: [special('[CLS]'), text, special('[SEP]')],
      special_tokens: {
        '[CLS]': { id: '[CLS]', ids: [1], tokens: ['[CLS]'] },
        '[SEP]': { id: '[SEP]', ids: [2], tokens: ['[SEP]'] },
      },
    },
    decoder: null,
    model: {
      type: 'WordPiece',
      unk_token: '[UNK]',
      continuing_subword_prefix: '##',
      max_input_chars_per_word: 100,
      vocab,
    },
  };
}

/** One node: Gather(table, input_ids) → last_hidden_state. */
function lookUpGraph(vectors: readonly (readonly number[])[]): Uint8Array {
  const dimension = vectors[0]?.length ?? 0;
  const [float, int64] = [1, 7];
  const table = [
    number(1, vectors.length),
    number(1, dimension),
    number(2, float),
    text(8, 'table'),
    bytes(9, new Uint8Array(Float32Array.from(vectors.flat()).buffer)),
  ];
  const node = [
    text(1, 'table'),
    text(1, 'input_ids'),
    text(2, 'last_hidden_state'),
    text(4, 'Gather'),
  ];
  const graph = [
    part(1, node),
    text(2, 'look up'),
    part(5, table),
    part(11, valueInfo('input_ids', int64, ['batch', 'sequence'])),
    part(11, valueInfo('attention_mask', int64, ['batch', 'sequence'])),
    part(12, valueInfo('last_hidden_state', float, ['batch', 'sequence', dimension])),
  ];
  const opset = [text(1, ''), number(2, 13)];
  return Uint8Array.from([number(1, 8), part(7, graph), part(8, opset)].flat());
}

function valueInfo(name: string, type: number, dims: readonly (string | number)[]): number[][] {
  const shape = dims.map((dim) =>
    part(1, [typeof dim === 'string' ? text(2, dim) : number(1, dim)]),
  );
  return [text(1, name), part(2, [part(1, [number(1, type), part(2, shape)])])];
}

/** The wire format of protocol buffers: a field's number and kind, then a varint or counted bytes. */
function varint(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) | 128, ...varint(Math.floor(value / 128))];
}
const number = (field: number, value: number) => [...varint(field * 8), ...varint(value)];
const bytes = (field: number, value: Uint8Array) => [
  ...varint(field * 8 + 2),
  ...varint(value.length),
  ...value,
];
const text = (field: number, value: string) => bytes(field, new TextEncoder().encode(value));
const part = (field: number, fields: readonly number[][]) =>
  bytes(field, Uint8Array.from(fields.flat()));
