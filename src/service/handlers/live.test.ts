import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { ask, createService } from '../../../test/support/service.js';
import { exposedClass, exposedField, type ServiceOptions } from '../index.js';

@exposedClass({ name: 'LiveLamp' })
class Lamp {
  @exposedField({ type: 'Single' }) accessor level = 1;
  @exposedField({ type: 'Single' }) accessor secret = 1;
}

async function start(options: Partial<ServiceOptions>, t: TestContext) {
  const { service } = createService(t, options);
  service.objects.register(new Lamp(), { sourceKey: 'lamp' });
  service.objects.register(new Lamp(), { sourceKey: 'hidden' });
  const { url } = await service.start();
  return async (method: string, path: string, body?: unknown) => {
    const { status, json } = await ask(url, method, path, body);
    return [status, json] as [number, Record<string, unknown>];
  };
}

test('an application without a project has no open file, nothing unsaved, and cannot save', async (t) => {
  const send = await start({}, t);
  await send('PUT', '/exposed/object/lamp/level', { value: 2 });
  assert.deepEqual(await send('GET', '/api/live'), [
    200,
    { path: null, unsaved: false, objects: [], files: [] },
  ]);
  assert.deepEqual(await send('GET', '/api/presets'), [200, { presets: [] }]);
  for (const path of ['/api/live/save', '/api/live/load', '/api/live/reset', '/api/live/revert'])
    assert.match(String((await send('POST', path))[1].error), /has no project folder/, path);
  const preset = { id: 'lamp', name: 'warm' };
  assert.match(String((await send('POST', '/api/presets/save', preset))[1].error), /has no project folder/);
});

test('a caller receives only what it may read, and without the right to call it changes nothing', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'live-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const read = (path: string) => !path.startsWith('hidden') && !path.endsWith('secret');
  const authorize = () => ({ read, write: true, call: (path: string) => !path.startsWith('/api/') });
  const send = await start({ project: { folder }, http: { port: 0, authorize } }, t);
  await send('PUT', '/exposed/object/lamp', { value: { level: 2 } });
  const [, { objects, unsaved }] = await send('GET', '/api/live');
  assert.deepEqual(
    [unsaved, (objects as { properties: string[] }[]).map(({ properties }) => properties)],
    [true, [['level']]],
  );
  assert.equal((await send('POST', '/api/live/revert'))[0], 403);
  assert.equal((await send('POST', '/api/presets/save', { id: 'lamp', name: 'a' }))[0], 403);
  assert.equal((await send('GET', '/exposed/object/lamp/level'))[1].value, 2);
});
