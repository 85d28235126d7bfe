import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deferred } from '../../../test/support/deferred.js';
import { exposedClass, exposedField } from '../classes/decorators.js';
import type { LogEntry } from '../host.js';
import { RemoteControlService } from '../service.js';
import { createPlainHost, type PlainHostOptions } from './plain-host.js';

@exposedClass()
class PlainDial {
  @exposedField({ type: 'Int32' }) accessor value = 1;
}

/** A started service on a host with these options, and its log. */
async function start(options: Partial<PlainHostOptions> = {}) {
  const entries: LogEntry[] = [];
  const host = createPlainHost({ name: 'Test', log: (entry) => void entries.push(entry), ...options });
  const service = new RemoteControlService({ host, http: { port: 0 } });
  const dial = new PlainDial();
  service.objects.register(dial, { sourceKey: 'dial' });
  const { url } = await service.start();
  const post = async (path: string) =>
    (await (await fetch(url + path, { method: 'POST' })).json()) as Record<string, unknown>;
  return { host, service, dial, url, post, entries, [Symbol.asyncDispose]: () => service.stop() };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

test("loop: 'own' sends changes and counts frames with host.tick()", async () => {
  await using app = await start({ loop: 'own' });
  const response = await fetch(`${app.url}/api/stream`);
  const chunks = response.body!.pipeThrough(new TextDecoderStream())[Symbol.asyncIterator]();
  assert.match((await chunks.next()).value!, /"connected"/);
  app.dial.value = 2;
  app.dial.value = 3;
  app.host.tick();
  app.dial.value = 4;
  const first = (await chunks.next()).value!;
  assert.match(first, /"value":3/);
  assert.doesNotMatch(first, /"value":[24]/);
  app.host.tick();
  assert.match((await chunks.next()).value!, /"value":4/);
  assert.equal(app.host.frames.count, 2);
  await chunks.return?.();
});

test('a loop of the application is subscribed to while a service runs', async () => {
  const listeners = new Set<() => void>();
  const loop = {
    onFrame(frame: () => void) {
      listeners.add(frame);
      return () => void listeners.delete(frame);
    },
  };
  const host = createPlainHost({ name: 'Test', loop });
  const services = [1, 2].map(() => new RemoteControlService({ host, http: { port: 0 } }));
  assert.equal(listeners.size, 0, 'before the start');
  for (const service of services) await service.start();
  assert.equal(listeners.size, 1, 'one subscription is enough');
  for (const frame of listeners) frame();
  assert.equal(host.frames.count, 1);
  await services[0]!.stop();
  assert.equal(listeners.size, 1);
  await services[1]!.stop();
  assert.equal(listeners.size, 0, 'after the last stop');
});

test('invalid loops, rates and ticks are refused with the fix', async () => {
  assert.throws(() => createPlainHost({ name: 'x', rate: 0 }), /rate.*not 0/);
  assert.throws(() => createPlainHost({ name: 'x', rate: Number.NaN }), /rate.*not NaN/);
  assert.throws(() => createPlainHost({ name: 'x', loop: {} as never }), /'own'.*onFrame/);
  assert.throws(() => createPlainHost({ name: 'x' }).tick(), /loop: 'own'/);
  const host = createPlainHost({ name: 'x', loop: { onFrame: () => undefined } as never });
  const service = new RemoteControlService({ host, http: { port: 0 } });
  await assert.rejects(service.start(), /must return a function/);
});

test('a loop whose unsubscribing fails is subscribed to again by the next start', async () => {
  let asked = 0;
  const loop = {
    onFrame() {
      asked++;
      return () => {
        throw new Error('cannot leave');
      };
    },
  };
  const service = new RemoteControlService({
    host: createPlainHost({ name: 'Test', loop }),
    http: { port: 0 },
  });
  const { instanceId } = service;
  for (let i = 1; i <= 2; i++) {
    await service.start();
    assert.equal(asked, i);
    await assert.rejects(service.stop(), /cannot leave/);
    assert.notEqual(service.instanceId, instanceId);
  }
});

test('a frame ends even if its log throws', () => {
  const host = createPlainHost({ name: 'Test', loop: 'own', log: () => {} });
  host.frames.onFrameEnd(() => {
    throw new Error('end');
  });
  host.log.onEntry(() => {
    throw new Error('no log');
  });
  for (let i = 1; i <= 2; i++) {
    host.tick();
    assert.equal(host.frames.count, i);
  }
});

test('exceptions of frame listeners and of the log do not stop the host', () => {
  const host = createPlainHost({
    name: 'Test',
    loop: 'own',
    log: () => {
      throw new Error('no log');
    },
  });
  const observed: string[] = [];
  host.frames.post(() => {
    throw new Error('posted');
  });
  host.frames.onFrameEnd(() => {
    observed.push('end');
    throw new Error('end');
  });
  host.frames.onFrameEnd(() => void observed.push('second'));
  host.tick();
  host.tick();
  assert.deepEqual(observed, ['end', 'second', 'end', 'second']);
});

test('an exception of the log is printed without control characters', (t) => {
  const { mock } = t.mock.method(console, 'error', () => {});
  const host = createPlainHost({
    name: 'Test',
    loop: 'own',
    log: () => {
      throw '\u001b[2J\nsim-host: all is well';
    },
  });
  host.log.write('Log', 'x');
  assert.deepEqual(
    mock.calls.map((call) => call.arguments),
    [['The log of the application failed: \\e[2J\\nsim-host: all is well']],
  );
});

test('without onQuit, quitting is refused and no data is deleted', async () => {
  await using app = await start();
  for (const path of ['/api/commands/quit', '/api/commands/reset']) {
    const { success, declined, message } = await app.post(path);
    assert.deepEqual({ success, declined }, { success: false, declined: true });
    assert.match(message as string, /cannot be ended remotely/);
  }
  assert.deepEqual(await app.service.quit.request(), { accepted: false, isUnsupported: true });
});

test('onQuit is called after an accepted quit, and not after a veto', async () => {
  const quit = deferred<string>();
  let count = 0;
  const onQuit = () => {
    count++;
    quit.resolve('ended');
  };
  await using app = await start({ onQuit });
  const end = app.service.quit.onQuitRequesting(() => false);
  assert.equal((await app.post('/api/commands/quit')).success, false);
  await turn();
  assert.equal(count, 0);
  end();
  assert.equal((await app.post('/api/commands/quit')).success, true);
  assert.equal(await quit.promise, 'ended');
  assert.equal((await app.post('/api/commands/quit')).success, true);
  await turn();
  assert.equal(count, 1, 'once is enough');
});

test('an onQuit that stops the service answers its caller first; the next start may quit again', async () => {
  await using app = await start({ onQuit: () => service.stop() });
  const { host, service, post, url } = app;
  assert.equal((await post('/api/commands/quit')).success, true);
  await service.stop();
  await assert.rejects(fetch(`${url}/api/status`));
  const again = await service.start();
  assert.equal(service.quit.isQuitting, false);
  const answer = await fetch(`${again.url}/api/commands/quit`, { method: 'POST' });
  assert.equal(((await answer.json()) as { success: boolean }).success, true);
  await turn();
  await service.stop();
  host.stop();
});

for (const [what, fail] of [
  ['throws', () => assert.fail('it hangs')],
  ['rejects', async () => assert.fail('it hangs')],
] as const) {
  test(`an onQuit that ${what} is logged, and quitting may be repeated`, async () => {
    let attempts = 0;
    const logged = deferred<LogEntry>();
    const second = deferred();
    await using app = await start({
      onQuit: () => {
        if (++attempts === 1) return fail();
        second.resolve();
        return undefined;
      },
      log: (entry) => logged.resolve(entry),
    });
    assert.equal((await app.post('/api/commands/quit')).success, true);
    const { level, message } = await logged.promise;
    assert.equal(level, 'Exception');
    assert.match(message, /Quitting failed.*it hangs/s);
    assert.equal((await app.post('/api/commands/quit')).success, true);
    await second.promise;
  });
}

test('a frame cannot begin inside another one', () => {
  const messages: string[] = [];
  const host = createPlainHost({
    name: 'Test',
    loop: 'own',
    log: ({ message }) => void messages.push(message),
  });
  host.frames.post(() => host.tick());
  host.tick();
  assert.equal(host.frames.count, 1);
  assert.match(messages.join(), /cannot begin inside/);
});

test('without a loop the host has its own frames, a clock, and only the given assets', async () => {
  const before = Date.now();
  const asset = { guid: '00000000000000000000000000000001', name: 'Wood', type: 'Material', loaded: true };
  const host = createPlainHost({ name: 'Test', rate: 1000, assets: [asset] });
  const leave = host.frames.run!();
  await new Promise<void>((resolve) => host.frames.post(resolve));
  leave();
  assert.ok(host.clock.wallTime() >= before && host.clock.wallTime() <= Date.now());
  assert.deepEqual([...host.assets.all()], [asset]);
  assert.deepEqual([...createPlainHost({ name: 'Test', loop: 'own' }).assets.all()], []);
});

test('a posted task runs once in the next frame and is not logged', () => {
  const logged: string[] = [];
  const host = createPlainHost({
    name: 'Test',
    loop: 'own',
    log: ({ message }) => void logged.push(message),
  });
  const frames: number[] = [];
  host.frames.post(() => frames.push(host.frames.count));
  for (let i = 0; i < 3; i++) host.tick();
  assert.deepEqual(frames, [1]);
  assert.deepEqual(logged, []);
});
