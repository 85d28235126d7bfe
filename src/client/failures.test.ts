/** Failed calls of the client: who receives the error, and what it says. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { demo } from '../../test/support/demo.js';
import { Relay } from '../../test/support/relay.js';
import { startSimHost } from '../sim-host/testing/index.js';
import { type ConnectOptions, connect, type RemoteError, type Studio } from './index.js';

async function setUp(t: TestContext, options: ConnectOptions = {}) {
  const host = await startSimHost({ scene: demo() });
  t.after(() => host.stop());
  const relay = new Relay(host.url);
  t.after(() => relay.stop());
  const studio = await connect(await relay.start(), options);
  t.after(() => studio.close());
  return { host, relay, studio };
}

/** Resolves with the next error that `onError` reports. */
function failure(studio: Studio): Promise<RemoteError> {
  return new Promise((resolve) => {
    const end = studio.onError((error) => {
      end();
      resolve(error);
    });
  });
}

// An unhandled rejection fails a test by itself.
test('a call that nobody awaits reports its error to onError', { timeout: 60_000 }, async (t) => {
  const { studio, relay } = await setUp(t);
  const light = studio.object('key-light');
  for (const act of [
    () => light.set('intensity', 'bad'),
    () => light.call('Flahs'),
    () => light.append('intensity'),
    () => studio.setLanguage('xx'),
    () => light.get('intensty'),
    () => studio.object('nobody').read(),
    () => studio.asset('nothing'),
    () => studio.request('POST', '/api/nothing'),
    () => studio.batch(() => light.set('intensity', 'bad')),
  ]) {
    const failed = failure(studio);
    void act();
    assert.equal(await failed, studio.lastError);
  }
  relay.stop();
  const gone = failure(studio);
  for (let i = 0; i < 20_000; i++) void light.set('intensity', i);
  assert.equal((await gone).code, 'unreachable');
  const closed = failure(studio);
  void light.set('intensity', 1);
  studio.close();
  assert.equal((await closed).code, 'closed');
});

test('an error that somebody awaits is not reported to onError', { timeout: 60_000 }, async (t) => {
  const { studio } = await setUp(t);
  const light = studio.object('key-light');
  const messages: string[] = [];
  studio.onError(({ message }) => messages.push(message));
  await assert.rejects(light.set('intensity', 'bad'), { code: 'bad-request' });
  await light.set('intensity', 'worse').catch(() => {});
  await Promise.allSettled([light.set('intensity', 'worst')]);
  assert.equal(studio.lastError?.code, 'bad-request');
  // Its report comes after those of the errors before it.
  const failed = failure(studio);
  void light.set('angle', 'bad');
  await failed;
  assert.equal(messages.length, 1);
  assert.match(messages[0]!, /angle/);
});

test('the console shows an error once while it repeats, if nobody listens', {
  timeout: 60_000,
}, async (t) => {
  const { studio } = await setUp(t);
  const shown: string[] = [];
  const error = t.mock.method(console, 'error', ({ message }: Error) => shown.push(message));
  const light = studio.object('key-light');
  await Promise.allSettled([light.set('intensity', 'bad')]);
  for (let i = 0; i < 3; i++) void light.set('intensity', 'bad');
  void light.set('angle', 'bad');
  while (shown.length < 2) await studio.status();
  error.mock.restore();
  assert.deepEqual(
    shown.map((each) => /\b(intensity|angle)\b/.exec(each)![0]),
    ['intensity', 'angle'],
  );
});

test('an item that is aborted while its batch fails rejects with "aborted" alone', {
  timeout: 60_000,
}, async (t) => {
  const { studio, relay } = await setUp(t);
  const light = studio.object('key-light');
  const aborting = new AbortController();
  relay.answer = async ({ path }, ask) => {
    if (path !== '/exposed/batch') return ask();
    aborting.abort();
    return { status: 500, body: '{"error":"broken"}' };
  };
  const outcomes = await Promise.allSettled([
    light.set('angle', 1),
    light.set('intensity', 2, { signal: aborting.signal }),
  ]);
  assert.deepEqual(
    outcomes.map((each) => (each as PromiseRejectedResult).reason.code),
    ['host-failed', 'aborted'],
  );
});

test('the stack of an error begins at the call', { timeout: 60_000 }, async (t) => {
  const { studio } = await setUp(t);
  const light = studio.object('key-light');
  const calls: (() => Promise<unknown>)[] = [
    () => light.set('intensity', 'bad'),
    () => light.get('intensty'),
    () => light.call('Flahs'),
    () => studio.request('GET', '/api/nothing'),
    () => studio.asset('nothing'),
    () => connect('http://127.0.0.1:1'),
  ];
  for (const call of calls)
    await assert.rejects(call, ({ stack }: Error) => {
      assert.match(stack!.split('\n    at ')[1]!, /failures\.test\./, stack);
      return true;
    });
});
