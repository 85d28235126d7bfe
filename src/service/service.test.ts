import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exposedClass, exposedField } from './classes/decorators.js';
import type { Handler } from './http/api.js';
import { createPlainHost } from './plain/plain-host.js';
import { RemoteControlService } from './service.js';

@exposedClass()
class Dial {
  @exposedField({ type: 'Int32' }) accessor value = 1;
}

class CountHandler implements Handler {
  #count = 0;
  readonly routes = [
    { method: 'GET' as const, path: '/ours/count', handle: () => JSON.stringify({ count: ++this.#count }) },
  ];
}

function start(name: string, options: { handler?: Handler } = {}) {
  const host = createPlainHost({ name });
  const service = new RemoteControlService({ host, http: { port: 0 } });
  if (options.handler) service.addHandler(options.handler);
  const stop = async () => {
    await service.stop();
    host.stop();
  };
  return { host, service, stop };
}

const json = async (url: string, init?: RequestInit) => {
  const response = await fetch(url, init);
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};

test('SVC-5: two services in one process share no route, handler state or object', async () => {
  const first = start('first', { handler: new CountHandler() });
  const second = start('second');
  const third = start('third', { handler: new CountHandler() });
  try {
    first.service.objects.register(new Dial(), { sourceKey: 'dial' });
    const [a, b, c] = await Promise.all([first, second, third].map((each) => each.service.start()));
    assert.deepEqual(await json(`${a!.url}/ours/count`), { status: 200, body: { count: 1 } });
    assert.deepEqual(await json(`${a!.url}/ours/count`), { status: 200, body: { count: 2 } });
    assert.deepEqual(await json(`${c!.url}/ours/count`), { status: 200, body: { count: 1 } });
    assert.equal((await json(`${b!.url}/ours/count`)).status, 404);
    assert.equal((await json(`${a!.url}/exposed/object/dial`)).status, 200);
    assert.equal((await json(`${b!.url}/exposed/object/dial`)).status, 404);
    assert.notEqual(first.service.instanceId, second.service.instanceId);
  } finally {
    await Promise.all([first.stop(), second.stop(), third.stop()]);
  }
});

test('SVC-5: a handler declares its routes in its constructor; a duplicate route is refused', async () => {
  const { service, stop } = start('one', { handler: new CountHandler() });
  assert.throws(() => service.addHandler(new CountHandler()), /\/ours\/count/);
  await stop();
});

test('SVC-7: the route for prompt answers exists by default', async () => {
  const { service, stop } = start('prompts');
  try {
    const { url } = await service.start();
    const { status, body } = await json(`${url}/api/confirm`, {
      method: 'POST',
      body: '{"id":"confirm-1","choice":"yes"}',
    });
    assert.equal(status, 200);
    assert.equal(body.settled, false);
  } finally {
    await stop();
  }
});

test('EVT-2: without a subscriber the old value is not read and no event is built', async () => {
  const { service, stop } = start('quiet');
  try {
    let reads = 0;
    let value = 1;
    const dial = {};
    service.classes.define({
      name: 'Watched',
      kind: 'class',
      constructorFunction: class Watched {},
      functions: [],
      members: [
        {
          name: 'value',
          kind: 'field',
          type: 'Int32',
          observed: true,
          get: () => {
            reads++;
            return value;
          },
          set: (_, next) => (value = next as number),
        },
      ],
    });
    const handle = service.objects.register(dial, { className: 'Watched', sourceKey: 'dial' });
    const built: string[] = [];
    const { events } = service;
    const { propertyChanged } = events;
    events.propertyChanged = (object, path, read) => {
      built.push(path);
      propertyChanged.call(events, object, path, read);
    };
    reads = 0;
    service.property(handle, 'value').set(5, 'remote');
    assert.equal(value, 5);
    assert.equal(reads, 0, 'the old value was read');
    assert.deepEqual(built, [], 'an event was built');
    const { url } = await service.start();
    const abort = new AbortController();
    const stream = await fetch(`${url}/api/stream`, { signal: abort.signal });
    service.property(handle, 'value').set(6, 'remote');
    assert.ok(reads > 0);
    assert.deepEqual(built, ['value']);
    abort.abort();
    await stream.text().catch(() => {});
  } finally {
    await stop();
  }
});
