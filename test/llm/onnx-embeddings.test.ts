import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openEmbeddingModel } from '../../src/llm/index.ts';
import { tinyModelFiles, writeTinyModel } from './tiny-onnx-model.ts';

const words = { order: [6, 0], customer: [0, 3], query: [0, 0], far: [-9, 0] };
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nl2sql-onnx-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const open = (dimension?: number) =>
  openEmbeddingModel(
    { kind: 'onnx', folder, ...(dimension === undefined ? {} : { dimension }) },
    process.cwd(),
  );

async function embed(...texts: string[]): Promise<number[][]> {
  const model = await open();
  try {
    const vectors = await model.embed(texts, 'question');
    return vectors.map((vector) => [...vector].map((value) => Number(value.toFixed(4))));
  } finally {
    await model.close();
  }
}

async function problemOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
  } catch (error) {
    const { code, message } = error as { code: string; message: string };
    return `${code} ${message.replaceAll(folder, 'FOLDER')}`;
  }
  return 'no problem';
}

describe('a local ONNX model folder', () => {
  it('gives the mean of the token vectors at length 1, in the order of the texts', async () => {
    writeTinyModel(folder, words);
    // (0,0) (6,0) (0,3) (0,0): the mean is (1.5, .75), of length 1.6771.
    expect(await embed('order customer', 'Customer', 'order')).toEqual([
      [0.8944, 0.4472],
      [0, 1],
      [1, 0],
    ]);
  });

  it('keeps a text the same whatever longer text is embedded beside it', async () => {
    writeTinyModel(folder, words);
    const [alone] = await embed('order customer');
    const [beside] = await embed('order customer', 'far far far far far far far');
    expect(beside).toEqual(alone);
  });

  it('takes the first token where the folder says so', async () => {
    writeTinyModel(
      folder,
      { order: [6, 0] },
      { '1_Pooling/config.json': { pooling_mode_cls_token: true } },
    );
    expect(await embed('order')).toEqual([[0, 0]]);
  });

  it('cuts a text off at the length the folder states', async () => {
    writeTinyModel(folder, words, { 'sentence_bert_config.json': { max_seq_length: 3 } });
    expect(await embed('order customer customer')).toEqual([[1, 0]]);
  });

  it('puts the prompt of the folder before a question and none before a table', async () => {
    writeTinyModel(folder, words, {
      'config_sentence_transformers.json': { prompts: { query: 'far ' } },
    });
    const model = await open();
    const [question] = await model.embed(['order'], 'question');
    const [table] = await model.embed(['order'], 'table');
    await model.close();
    expect([...(question ?? [])]).toEqual([-1, 0]);
    expect([...(table ?? [])]).toEqual([1, 0]);
  });

  it('is the same model in another folder and another one with another graph', async () => {
    writeTinyModel(folder, words);
    writeTinyModel(join(folder, 'copy'), words);
    writeTinyModel(join(folder, 'other'), { ...words, order: [5, 0] });
    const identities: string[] = [];
    for (const place of [folder, join(folder, 'copy'), join(folder, 'other')]) {
      const model = await openEmbeddingModel({ kind: 'onnx', folder: place }, process.cwd());
      identities.push(model.identity);
      await model.close();
    }
    expect(identities[1]).toBe(identities[0]);
    expect(identities[2]).not.toBe(identities[0]);
  });

  it('says what a folder lacks', async () => {
    const missing = openEmbeddingModel({ kind: 'onnx', folder: join(folder, 'no') }, folder);
    expect(await problemOf(missing)).toBe(
      'EMBEDDINGS_MODEL_INVALID Embedding model FOLDER/no: there is no such folder',
    );
    expect(await problemOf(open())).toBe(
      'EMBEDDINGS_MODEL_INVALID Embedding model FOLDER: it has neither model.onnx nor onnx/model.onnx',
    );
    writeTinyModel(folder, words, { 'tokenizer.json': null });
    expect(await problemOf(open())).toBe(
      'EMBEDDINGS_MODEL_INVALID Embedding model FOLDER: it has no tokenizer.json',
    );
    writeTinyModel(folder, words, { '1_Pooling/config.json': { pooling_mode_max_tokens: true } });
    expect(await problemOf(open())).toBe(
      'EMBEDDINGS_MODEL_INVALID Embedding model FOLDER: 1_Pooling/config.json asks for another pooling than mean or cls',
    );
  });

  it('says that a graph does not load', async () => {
    writeTinyModel(folder, words, { 'onnx/model.onnx': new Uint8Array([1, 2, 3]) });
    expect(await problemOf(open())).toMatch(/^EMBEDDINGS_MODEL_INVALID .*its graph does not load/);
  });

  it('says that a tokenizer cannot be used, and that it does not fit the graph', async () => {
    writeTinyModel(folder, words, { 'tokenizer.json': { model: { type: 'Nonsense' } } });
    expect(await problemOf(open())).toMatch(
      /^EMBEDDINGS_MODEL_INVALID .*tokenizer.json cannot be used/,
    );
    writeTinyModel(folder, words);
    const { 'tokenizer.json': larger } = tinyModelFiles({ ...words, more: [1, 1] });
    writeTinyModel(folder, words, { 'tokenizer.json': larger });
    const model = await open();
    expect(await problemOf(model.embed(['more'], 'table'))).toMatch(
      /^EMBEDDINGS_MODEL_INVALID .*its graph fails/,
    );
    await model.close();
  });

  it('refuses vectors of another dimension than the configured one', async () => {
    writeTinyModel(folder, words);
    const model = await open(384);
    expect(await problemOf(model.embed(['order'], 'question'))).toBe(
      'EMBEDDINGS_FAILED Embeddings of "FOLDER": vectors of 2 numbers; expected 384',
    );
    await model.close();
  });

  it('stops between two batches', async () => {
    writeTinyModel(folder, words);
    const model = await open();
    const signal = AbortSignal.abort();
    expect(await problemOf(model.embed(['order'], 'table', { signal }))).toMatch(/abort/i);
    await model.close();
  });
});
