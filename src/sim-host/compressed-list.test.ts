import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type SceneDescription, startSimHost } from './testing/index.js';

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
