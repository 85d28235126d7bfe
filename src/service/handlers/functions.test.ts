import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { deferred } from '../../../test/support/deferred.js';
import { foreignPromise, hostileThings } from '../../../test/support/hostile.js';
import { ask } from '../../../test/support/service.js';
import { defineStored } from '../../../test/support/stored-model.js';
import type { Host } from '../host.js';
import { createPlainHost, RemoteControlService } from '../index.js';

/** A service with a stopped clock and one object `desk` with these functions. */
async function served(
  t: TestContext,
  functions: Readonly<Record<string, { returns?: string; run: () => unknown }>>,
) {
  const log: string[] = [];
  const plain = createPlainHost({ name: 'Test', loop: 'own', log: ({ message }) => log.push(message) });
  let now = 0;
  const host: Host = { ...plain, clock: { ...plain.clock, mode: 'manual', now: () => now } };
  class Desk {
    level = 1;
  }
  for (const [name, { run }] of Object.entries(functions)) Object.assign(Desk.prototype, { [name]: run });
  const service = new RemoteControlService({ host, http: { port: 0 } });
  defineStored(
    service,
    Desk,
    { level: { type: 'Int32', observed: false } },
    {
      functions: Object.entries(functions).map(([name, { returns = 'Void', run }]) => ({
        name,
        returnType: returns,
        parameters: [],
        invoke: (target) => run.call(target),
      })),
    },
  );
  const desk = new Desk();
  service.objects.register(desk, { sourceKey: 'desk' });
  const { url } = await service.start();
  t.after(() => service.stop());
  const post = (path: string, body: unknown = {}) => ask(url, 'POST', path, body);
  return {
    log,
    desk,
    post,
    call: (name: string) => post(`/exposed/function/desk/${name}`),
    pass(ms: number) {
      now += ms;
      plain.tick();
    },
  };
}

test('an error or rejection of a function is one 500 and one log entry', async (t) => {
  const functions = Object.fromEntries(
    Object.entries(hostileThings).flatMap(([name, thing]) => {
      const raise = () => {
        throw thing;
      };
      return [
        [`throws_${name}`, { run: raise }],
        [`rejects_${name}`, { run: async () => raise() }],
        [`foreign_${name}`, { run: () => foreignPromise(raise) }],
      ];
    }),
  );
  const { call, log } = await served(t, functions);
  for (const name of Object.keys(functions)) {
    log.length = 0;
    const { status, json } = await call(name);
    assert.equal(status, 500, name);
    assert.ok(json.error.startsWith(`Internal error: ${name}: `), json.error);
    assert.equal(log.length, 1, `${name}: ${log}`);
    assert.ok(log[0]!.startsWith(`Desk.${name}: `), log[0]);
  }
  await call('throws_error');
  assert.match(log.at(-1)!, /^Desk\.throws_error: Error: plain\n\s+at /, 'the log has the stack');
});

test('a thenable of another library is awaited', async (t) => {
  const { call } = await served(t, {
    foreign: {
      returns: 'Int32',
      run: () => foreignPromise((resolve) => resolve(foreignPromise((done) => done(5)))),
    },
  });
  assert.deepEqual((await call('foreign')).json, { result: 5 });
});

test('a function without an answer in 30 s of host time gets 504 and continues', async (t) => {
  const promises = [deferred<number>(), deferred<number>()];
  let calls = 0;
  const begun = deferred();
  const { call, pass, log, desk } = await served(t, {
    slow: {
      returns: 'Int32',
      async run(this: { level: number }) {
        const wait = promises[calls++]!;
        if (calls === 2) begun.resolve();
        const value = await wait.promise;
        this.level = value;
        return value;
      },
    },
  });
  const first = call('slow');
  const second = call('slow');
  await begun.promise;
  pass(29_999);
  pass(1);
  for (const answer of [await first, await second]) {
    assert.equal(answer.status, 504);
    assert.equal(answer.json.error, 'Timed out: slow has not answered in 30 s; it goes on');
  }
  assert.deepEqual(log, []);
  promises[0]!.resolve(7);
  promises[1]!.reject(new Error('too late'));
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(desk.level, 7);
  assert.equal(log.length, 1);
  assert.match(log[0]!, /^Desk\.slow: Error: too late/);
});

test('all items of a batch run before asynchronous results are awaited', async (t) => {
  const order: string[] = [];
  const wait = deferred<string>();
  const { post } = await served(t, {
    later: {
      returns: 'String',
      async run() {
        order.push('later begins');
        const value = await wait.promise;
        order.push('later ends');
        return value;
      },
    },
    now: {
      returns: 'String',
      run() {
        order.push('now');
        // The request would never be answered if this item ran only after the other one.
        wait.resolve('at last');
        return 'at once';
      },
    },
    rejects: { run: () => Promise.reject(new Error('no')) },
  });
  const item = (id: number, name: string) => ({ id, method: 'POST', path: `/exposed/function/desk/${name}` });
  const { json } = await post('/exposed/batch', {
    requests: [item(1, 'later'), item(2, 'rejects'), item(3, 'now')],
  });
  assert.deepEqual(order, ['later begins', 'now', 'later ends']);
  assert.deepEqual(json.responses, [
    { id: 1, status: 200, body: { result: 'at last' } },
    { id: 2, status: 500, body: { error: 'Internal error: rejects: no' } },
    { id: 3, status: 200, body: { result: 'at once' } },
  ]);
});

test('a batch of more than 10,000 items applies nothing', async (t) => {
  const { post, desk, log } = await served(t, {});
  const item = { method: 'PUT', path: '/exposed/object/desk/level', body: { value: 2 } };
  const { status, json } = await post('/exposed/batch', { requests: Array(10_001).fill(item) });
  assert.equal(status, 413);
  assert.match(json.error, /a batch may contain at most 10000 items, got 10001/);
  assert.deepEqual(json.responses, []);
  assert.equal(desk.level, 1);
  assert.equal(log.length, 1);
  assert.equal(
    (await post('/exposed/batch', { requests: Array(10_000).fill(item) })).json.responses.length,
    10_000,
  );
});
