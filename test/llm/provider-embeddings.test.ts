import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { openEmbeddingModel, type ProviderEmbeddingSettings } from '../../src/llm/index.ts';

interface Call {
  readonly authorization: string | undefined;
  readonly body: { readonly model: string; readonly input: string[]; readonly dimensions?: number };
}

let server: Server | undefined;
const calls: Call[] = [];
afterEach(() => {
  calls.length = 0;
  server?.closeAllConnections();
  server?.close();
  server = undefined;
});

type Answer = (call: Call, response: ServerResponse, count: number) => void;

/** A server that speaks as OpenAI's does; by default the vector of a text is its length and 1. */
async function serve(answer: Answer = lengths): Promise<string> {
  server = createServer(async (request: IncomingMessage, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = JSON.parse(Buffer.concat(chunks).toString('utf8')) as Call['body'];
    const call = { authorization: request.headers.authorization, body };
    calls.push(call);
    answer(call, response, calls.length);
  });
  const listening = server;
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(listening.address() as AddressInfo).port}/v1`;
}

const lengths: Answer = ({ body }, response) => send(response, 200, vectorsOf(body.input));
const vectorsOf = (input: readonly string[]) => ({
  data: input.map((text, index) => ({ index, embedding: [text.length, 1] })),
});

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

const open = (baseUrl: string, settings: Partial<ProviderEmbeddingSettings> = {}) =>
  openEmbeddingModel(
    {
      kind: 'provider',
      packageName: '@ai-sdk/openai-compatible',
      model: 'small',
      baseUrl,
      apiKey: 'sk-secret',
      timeoutMs: 10_000,
      ...settings,
    },
    process.cwd(),
  );

async function problemOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
  } catch (error) {
    const { code, message, remedy } = error as { code: string; message: string; remedy: string };
    return `${code} ${message}. ${remedy}`;
  }
  return 'no problem';
}

async function faultOf(answer: Answer, settings: Partial<ProviderEmbeddingSettings> = {}) {
  const model = await open(await serve(answer), settings);
  return problemOf(model.embed(['orders'], 'question'));
}

describe('embeddings of an AI SDK provider', () => {
  it('asks for the model with the key and scales the vectors to length 1', async () => {
    const model = await open(await serve());
    const vectors = await model.embed(['abc', ''], 'table');
    // (3, 1) is 3.1623 long.
    expect(vectors.map((vector) => [...vector].map((value) => Number(value.toFixed(4))))).toEqual([
      [0.9487, 0.3162],
      [0, 1],
    ]);
    expect(calls).toEqual([
      {
        authorization: 'Bearer sk-secret',
        body: expect.objectContaining({ model: 'small', input: ['abc', ''] }),
      },
    ]);
  });

  it('sends many texts in several calls and keeps their order', async () => {
    const model = await open(await serve());
    const texts = Array.from({ length: 300 }, (_, index) => 'x'.repeat(index));
    const vectors = await model.embed(texts, 'table');
    expect(calls.map(({ body }) => body.input.length)).toEqual([128, 128, 44]);
    expect(vectors.map((vector) => Math.round((vector[0] ?? 0) / (vector[1] ?? 1)))).toEqual(
      texts.map((text) => text.length),
    );
  });

  it('asks for the configured dimension and refuses another', async () => {
    const fault = await faultOf(lengths, { dimension: 3 });
    expect(calls[0]?.body.dimensions).toBe(3);
    expect(fault).toBe(
      'EMBEDDINGS_FAILED Embeddings of "small": vectors of 2 numbers; expected 3. Set embeddings.dimension to what the model gives, or choose another model.',
    );
  });

  it('tries again when the server is busy', async () => {
    const model = await open(
      await serve((call, response, count) =>
        count === 1
          ? send(response, 429, { error: { message: 'slow down' } })
          : lengths(call, response, count),
      ),
    );
    expect(await model.embed(['orders'], 'question')).toHaveLength(1);
    expect(calls).toHaveLength(2);
  });

  it('tells a refused key without the key or what the server wrote of it', async () => {
    expect(
      await faultOf((_, response) =>
        send(response, 401, { error: { message: 'Incorrect API key: sk-se***et' } }),
      ),
    ).toBe(
      'EMBEDDINGS_FAILED Embeddings of "small": the server refuses the key (HTTP 401). Check embeddings.api_key and the variable it names.',
    );
    expect(calls).toHaveLength(1);
  });

  it('strikes the key out of what a server says', async () => {
    expect(
      await faultOf((_, response) =>
        send(response, 400, { error: { message: 'no model small for sk-secret' } }),
      ),
    ).toBe(
      'EMBEDDINGS_FAILED Embeddings of "small": the server answers HTTP 400: no model small for …. Try again later, or check embeddings.model with the provider.',
    );
  });

  it('names an answer that is none', async () => {
    expect(await faultOf((_, response) => send(response, 200, { ok: true }))).toMatch(
      /^EMBEDDINGS_FAILED .*the answer is not one of embeddings/,
    );
    expect(
      await faultOf(({ body }, response) =>
        send(response, 200, vectorsOf([...body.input, 'one more'])),
      ),
    ).toMatch(/2 vectors for 1 texts/);
  });

  it('says that no server is there, after its tries', async () => {
    const model = await open(await serve(), { timeoutMs: 700 });
    await new Promise((resolve) => server?.close(resolve));
    expect(await problemOf(model.embed(['orders'], 'question'))).toBe(
      'EMBEDDINGS_FAILED Embeddings of "small": no answer within 700 ms; the last try: the server cannot be reached (ECONNREFUSED). Check embeddings.base_url and the network.',
    );
  });

  it('gives up at the deadline', async () => {
    expect(await faultOf(() => {}, { timeoutMs: 150 })).toBe(
      'EMBEDDINGS_FAILED Embeddings of "small": no answer within 150 ms. Raise embeddings.timeout_ms, or look at the server.',
    );
  });

  it('stops when it is told to', async () => {
    const model = await open(await serve(() => {}));
    const controller = new AbortController();
    const work = model.embed(['orders'], 'question', { signal: controller.signal });
    setTimeout(() => controller.abort(), 50);
    await expect(work).rejects.toThrow(/abort/i);
  });

  it('names a package that is not installed, and one that is no provider', async () => {
    const model = (packageName: string) => open('http://127.0.0.1:1/v1', { packageName });
    expect(await problemOf(model('@ai-sdk/not-there'))).toBe(
      'EMBEDDINGS_PACKAGE_MISSING Embeddings: the package @ai-sdk/not-there is not installed. Install it: npm i @ai-sdk/not-there; or set embeddings.enabled to false.',
    );
    expect(await problemOf(model('picocolors'))).toMatch(
      /picocolors is no AI SDK provider with embeddings/,
    );
  });
});
