import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { OpenResponse } from '../api.js';
import { HttpServer } from '../server.js';
import { engineKinds } from './engine.js';
import { searchUws } from './uws-load.js';

const totalBytes = 100_000_000;
/** As large as the largest list that is sent as one. */
const wholeBytes = 16_000_000;

/** Returns a function that yields numbers from 0 to 1, determined by the seed. */
function random(seed: number): () => number {
  let at = seed;
  return () => {
    at = (at * 1_103_515_245 + 12_345) & 0x7fffffff;
    return at / 0x7fffffff;
  };
}

/** Short and long pieces as strings and bytes, up to a total size. */
function* pieces(
  seed: number,
  take = (_: string | Uint8Array) => {},
  total = totalBytes,
): Generator<string | Uint8Array> {
  const draw = random(seed);
  for (let sent = 0; sent < total; ) {
    const length = Math.floor(draw() < 0.3 ? draw() * 300 : draw() * 90_000);
    const kind = draw();
    const piece =
      kind < 0.4 ? 'x'.repeat(length) : kind < 0.6 ? 'ü😀'.repeat(length / 6) : Buffer.alloc(length, 120);
    sent += Buffer.byteLength(piece);
    take(piece);
    yield piece;
  }
}

/** Reads with occasional pauses in its own thread, so that the sender is blocked at any point of a piece. */
const slowReader = `
  const { workerData, parentPort } = require('node:worker_threads');
  const hash = require('node:crypto').createHash('sha256');
  let { seed: at, bytes: left } = workerData;
  const draw = () => (at = (at * 1103515245 + 12345) & 0x7fffffff) / 0x7fffffff;
  require(workerData.module).get({ host: '127.0.0.1', rejectUnauthorized: false, ...workerData }, (answer) => {
    answer.on('data', (all) => {
      // A stream continues with empty lines.
      if (left <= 0) return;
      // Empty lines may separate the pieces of a stream, which contain none.
      const bytes = workerData.path === '/stream' ? Buffer.from(all.toString('latin1').replaceAll('\\n', ''), 'latin1') : all;
      hash.update(bytes);
      left -= bytes.length;
      if (left <= 0) parentPort.postMessage(hash.digest('hex'));
      if (left <= 0 || draw() > 0.3) return;
      answer.pause();
      setTimeout(() => answer.resume(), draw() * 5);
    });
  });
`;

/**
 * Resolves with the hash of the received bytes, as many as `pieces` gives; rejects if the response is broken or too
 * short.
 */
async function readSlowly(
  { url, port }: { url: string; port: number },
  path: string,
  seed: number,
  total = totalBytes,
): Promise<string> {
  let bytes = 0;
  for (const piece of pieces(seed, undefined, total)) bytes += Buffer.byteLength(piece);
  const module = url.startsWith('https') ? 'node:https' : 'node:http';
  const reader = new Worker(slowReader, { eval: true, workerData: { module, port, path, seed, bytes } });
  const [hash] = await once(reader, 'message');
  await reader.terminate();
  return hash;
}

const pem = (name: string) => fileURLToPath(new URL(`../../../../test/tls/${name}.pem`, import.meta.url));
const pair = { cert: pem('cert'), key: pem('key') };

for (const [engine, tls] of engineKinds.flatMap((kind) => [
  [kind, undefined] as const,
  [kind, pair] as const,
])) {
  const isMissing = engine === 'uws' && searchUws().found === undefined;
  const how = tls === undefined ? engine : `${engine}, over HTTPS`;
  test(`a client that reads slowly receives a whole large response: ${how}`, {
    skip: isMissing,
  }, async () => {
    const seed = 7;
    const sent = createHash('sha256');
    const server = new HttpServer(
      [
        {
          method: 'GET',
          path: '/pieces',
          handle: () => ({ body: pieces(seed, (each) => sent.update(each)) }),
        },
      ],
      { port: 0, engine, tls },
      { now: () => performance.now(), onException: assert.fail },
    );
    const address = await server.listen();
    const received = await readSlowly(address, '/pieces', seed);
    assert.equal(received, sent.digest('hex'));
    await server.close();
  });

  test(`a client that reads slowly receives a large response that is sent as one: ${how}`, {
    skip: isMissing,
  }, async () => {
    const seed = 13;
    const sent = createHash('sha256');
    const all = Buffer.concat(
      [...pieces(seed, (each) => sent.update(each), wholeBytes)].map((each) => Buffer.from(each)),
    );
    const server = new HttpServer(
      [{ method: 'GET', path: '/whole', handle: () => ({ body: all }) }],
      { port: 0, engine, tls },
      { now: () => performance.now(), onException: assert.fail },
    );
    const address = await server.listen();
    const received = await readSlowly(address, '/whole', seed, wholeBytes);
    assert.equal(received, sent.digest('hex'));
    await server.close();
  });

  test(`a client that reads slowly receives a whole stream: ${how}`, { skip: isMissing }, async () => {
    const seed = 11;
    const sent = createHash('sha256');
    let open: OpenResponse | undefined;
    const left = pieces(seed, (each) => sent.update(each));
    const resume = () => {
      for (let next = left.next(); !next.done; next = left.next()) if (!open!.write(next.value)) return;
    };
    const server = new HttpServer(
      [
        {
          method: 'GET',
          path: '/stream',
          handle: () => ({
            contentType: 'text/event-stream',
            open: (response) => {
              open = response;
              response.owner = { onWritable: resume, onClosed() {} };
              setImmediate(resume);
            },
          }),
        },
      ],
      { port: 0, engine, tls },
      { now: () => performance.now(), onException: assert.fail },
    );
    const address = await server.listen();
    const received = await readSlowly(address, '/stream', seed);
    assert.equal(received, sent.digest('hex'));
    await server.close();
  });
}
