import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startMixer } from '../../docs/examples/mixer.js';

test('the example of docs/embedding.md serves its classes (VER-3)', async () => {
  const { url, vocals, stop } = await startMixer(0);
  try {
    const read = async (path: string, init?: RequestInit) =>
      (await fetch(url + path, init)).json() as Promise<Record<string, unknown>>;
    const written = await read('/exposed/object/vocals/level', {
      method: 'PUT',
      body: '{"value":0.25}',
    });
    assert.deepEqual([written.value, written.changed, vocals.level], [0.25, true, 0.25]);
    const faded = await read('/exposed/function/vocals/fadeTo', { method: 'POST' });
    assert.deepEqual(faded, { result: 0 });
    const { objects } = await read('/exposed/objects?type=Channel');
    assert.equal((objects as unknown[]).length, 2);
  } finally {
    await stop();
  }
});
