import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { type SceneDescription, startSimHost } from '../../sim-host/testing/index.js';
import type { ApiRequest, Reply } from './api.js';
import { gzippedFor } from './gzip.js';

const asking = (encoding: string) => ({ header: () => encoding }) as unknown as ApiRequest;
const long = JSON.stringify(Array.from({ length: 40_000 }, (_, i) => `é${i}😀`));

for (const [kind, body] of [
  ['text', long],
  ['bytes', Buffer.from(long)],
  ['pieces', ['[', '', long, ',', Buffer.from(long), ']']],
] as const)
  test(`a long answer of ${kind} is the same after it was compressed`, () => {
    const reply = gzippedFor(asking('br, gzip'), { body, headers: [['A', 'b']] }) as Reply;
    assert.deepEqual(reply.headers, [
      ['A', 'b'],
      ['Content-Encoding', 'gzip'],
      ['Vary', 'Accept-Encoding'],
    ]);
    const bytes = [...(reply.body as Iterable<Uint8Array>)];
    assert.ok(bytes.every(({ length }) => length > 0 && length < 64 * 1024));
    const wanted = kind === 'pieces' ? `[${long},${long}]` : long;
    assert.equal(gunzipSync(Buffer.concat(bytes)).toString(), wanted);
  });

test('what is short, or not asked for compressed, goes out as it is', () => {
  for (const encoding of ['', 'br', 'gzip;q=0, br', 'identity'])
    assert.equal(gzippedFor(asking(encoding), long), long);
  assert.equal(gzippedFor(asking('gzip'), '{}'), '{}');
});

const scene: SceneDescription = {
  application: { name: 'Gzip' },
  classes: { Lamp: { kind: 'component', fields: { level: { type: 'Double' } } } },
  scenes: {
    Main: {
      active: true,
      objects: [{ name: 'Lamp', repeat: 500, components: [{ class: 'Lamp', key: 'lamp-{i}' }] }],
    },
  },
};

for (const http of ['auto', 'node'] as const)
  test(`a list comes compressed over ${http === 'node' ? 'node:http' : 'any engine'}`, async (t) => {
    const host = await startSimHost({ scene, http });
    t.after(() => host.stop());
    const ask = (encoding: string, method = 'GET') =>
      fetch(`${host.url}/exposed/objects`, { method, headers: { 'Accept-Encoding': encoding } });
    const plain = await ask('identity');
    const compressed = await ask('gzip');
    assert.equal(plain.headers.get('content-encoding'), null);
    assert.equal(compressed.headers.get('content-encoding'), 'gzip');
    assert.equal(await compressed.text(), await plain.text());
    assert.equal((await ask('gzip', 'HEAD')).headers.get('content-encoding'), 'gzip');
  });
