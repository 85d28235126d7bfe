import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { MemoryFiles } from '../../test/model-based/files/memory-files.js';
import { ask } from '../../test/support/service.js';
import { createPlainHost, exposedClass, exposedField, type Host, RemoteControlService } from './index.js';

@exposedClass({ name: 'Life.Dial' })
class Dial {
  @exposedField({ type: 'Int32' }) accessor value = 1;
}

/** A host that counts the listeners of its ports. */
function countingHost() {
  const plain = createPlainHost({ name: 'Test', log: () => {} });
  const counts = new Map<string, number>();
  const counted =
    <L>(port: string, subscribe: (listener: L) => () => void) =>
    (listener: L) => {
      counts.set(port, (counts.get(port) ?? 0) + 1);
      const end = subscribe(listener);
      let isEnded = false;
      return () => {
        if (!isEnded) counts.set(port, counts.get(port)! - 1);
        isEnded = true;
        end();
      };
    };
  const { objects, assets, frames, log } = plain;
  const host: Host = {
    ...plain,
    objects: {
      ...objects,
      onDestroyed: counted('objects.onDestroyed', objects.onDestroyed),
      onChanged: counted('objects.onChanged', objects.onChanged),
    },
    assets: { ...assets, onLoaded: counted('assets.onLoaded', assets.onLoaded) },
    frames: {
      get count() {
        return frames.count;
      },
      fps: () => frames.fps(),
      post: (task) => frames.post(task),
      onFrameEnd: counted('frames.onFrameEnd', (listener) => frames.onFrameEnd(listener)),
      run: counted('frames.run', () => frames.run!()) as unknown as NonNullable<Host['frames']['run']>,
    },
    log: { ...log, onEntry: counted('log.onEntry', log.onEntry) },
    scenes: {
      active: undefined,
      loaded: [],
      has: () => false,
      load: () => {},
      onLoaded: counted('scenes.onLoaded', () => () => {}),
    },
  };
  return { host, listeners: () => Object.fromEntries([...counts].filter(([, count]) => count !== 0)) };
}

test('a stopped service has no listeners, and a restart adds the same ones again', async (t) => {
  const { host, listeners } = countingHost();
  const service = new RemoteControlService({
    host,
    http: { port: 0 },
    project: { folder: '/project', files: new MemoryFiles() },
  });
  t.after(() => service.stop());
  service.objects.register(new Dial(), { sourceKey: 'dial' });
  const created = listeners();
  await service.start();
  const running = listeners();
  assert.equal(Object.keys(running).length, 7, JSON.stringify(running));
  await service.stop();
  assert.deepEqual(listeners(), {});
  await service.start();
  assert.deepEqual(listeners(), running);
  await service.stop();
  await service.stop();
  assert.deepEqual(listeners(), {});
  const unused = new RemoteControlService({ host, http: { port: 0 } });
  t.after(() => unused.stop());
  assert.notDeepEqual(created, {});
  assert.notDeepEqual(listeners(), {});
  await unused.stop();
  assert.deepEqual(listeners(), {});
});

test('a value set through an accessor while the service is stopped is kept and saved after a restart', async (t) => {
  const { host } = countingHost();
  const service = new RemoteControlService({ host, http: { port: 0 } });
  t.after(() => service.stop());
  const dial = new Dial();
  const handle = service.objects.register(dial, { sourceKey: 'dial' });
  const { url } = await service.start();
  const read = async (at: string) => (await fetch(`${at}/exposed/object/dial/value`)).json();
  assert.deepEqual(await read(url), { value: 1, id: handle.id, path: 'value', changed: false });
  await service.stop();
  dial.value = 5;
  assert.equal(service.property(handle, 'value').get(), 5);
  const again = await service.start();
  assert.deepEqual(await read(again.url), { value: 5, id: handle.id, path: 'value', changed: true });
  assert.equal(service.hasUnsavedChanges, false);
  await service.stop();
});

test('two services expose the same objects, and each sends changes made by the other', async (t) => {
  const host = createPlainHost({ name: 'Test', log: () => {} });
  const services = [0, 1].map(() => new RemoteControlService({ host, http: { port: 0 } }));
  t.after(() => Promise.all(services.map((service) => service.stop())));
  const dial = new Dial();
  for (const service of services) service.objects.register(dial, { sourceKey: 'dial' });
  const urls = [];
  for (const service of services) urls.push((await service.start()).url);
  const path = '/exposed/object/dial/value';
  assert.equal((await ask(urls[0]!, 'PUT', path, { value: 9 })).status, 200);
  for (const url of urls) assert.equal((await ask(url, 'GET', path)).json.value, 9);
  assert.deepEqual(
    services.map((service) => service.hasUnsavedChanges),
    [true, false],
  );
  await services[0]!.stop();
  dial.value = 10;
  assert.equal((await ask(urls[1]!, 'GET', path)).json.value, 10);
  await services[1]!.stop();
});

for (const engine of ['uws', 'node'] as const) {
  test(`a stopped service is released while its host and objects remain (${engine})`, async (t) => {
    const script = `
      import { createPlainHost, exposeClass, RemoteControlService } from ${JSON.stringify(new URL('../../dist/service/index.js', import.meta.url).href)};
      class Dial { value = 1; }
      class Board { static title = 'a'; }
      exposeClass(Dial, { fields: { value: { type: 'Int32' } } });
      exposeClass(Board, { kind: 'static', fields: { title: {} } });
      const host = createPlainHost({ name: 'Test', log: () => {}, loop: 'own' });
      const dial = new Dial();
      async function live() {
        const service = new RemoteControlService({ host, http: { port: 0, engine: '${engine}' } });
        service.objects.register(dial, { sourceKey: 'dial' });
        for (let i = 0; i < 2; i++) {
          const { url } = await service.start();
          const stream = await fetch(url + '/api/stream');
          const reader = stream.body.getReader();
          host.tick();
          await reader.read();
          await fetch(url + '/exposed/object/dial/value', { method: 'PUT', body: '{"value":' + i + '}', headers: { 'Content-Type': 'application/json' } });
          host.tick();
          host.log.write('Error', 'so that something is posted to a frame that never comes');
          await service.stop();
          await reader.cancel().catch(() => {});
        }
        return [new WeakRef(service), new WeakRef(service.model)];
      }
      let refs;
      try { refs = await live(); } catch (error) { if (error.name === 'EngineError') { console.log('no engine'); process.exit(0); } throw error; }
      for (let i = 0; i < 50 && refs.some((ref) => ref.deref() !== undefined); i++) {
        await new Promise((resolve) => setTimeout(resolve, 10));
        globalThis.gc();
      }
      console.log(refs.map((ref) => (ref.deref() === undefined ? 'gone' : 'there')).join(), dial.value, host.application.name);
      process.exit(0);`;
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--expose-gc', '--input-type=module', '--eval', script],
      { timeout: 60_000 },
    );
    if (stdout.trim() === 'no engine') return t.skip(`${engine} does not load here`);
    assert.equal(stdout.trim(), 'gone,gone 1 Test');
  });
}
