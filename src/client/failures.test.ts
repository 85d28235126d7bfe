/** Failed calls of the client: who receives the error, and what it says. */
import assert from 'node:assert/strict';
import { demo } from '../../test/support/demo.js';
import { oddHost } from '../../test/support/odd-host.js';
import { setUpRemote, remoteTest as test } from '../../test/support/remote.js';
import { startSimHost } from '../sim-host/testing/index.js';
import { connect, pair, type RemoteError, type RemoteHost } from './index.js';

/** Resolves with the next error that `onError` reports. */
function failure(remote: RemoteHost): Promise<RemoteError> {
  return new Promise((resolve) => {
    const end = remote.onError((error) => {
      end();
      resolve(error);
    });
  });
}

// An unhandled rejection fails the test.
test('a call that is never awaited reports its error to onError', async (t) => {
  const { remote, relay } = await setUpRemote(t);
  const light = remote.object('key-light');
  for (const act of [
    () => light.set('intensity', 'bad'),
    () => light.call('Flahs'),
    () => light.append('intensity'),
    () => remote.setLanguage('xx'),
    () => light.get('intensty'),
    () => remote.object('nobody').read(),
    () => remote.asset('nothing'),
    () => remote.request('POST', '/api/nothing'),
    () => remote.batch(() => light.set('intensity', 'bad')),
  ]) {
    const failed = failure(remote);
    void act();
    assert.equal(await failed, remote.lastError);
  }
  relay.stop();
  const gone = failure(remote);
  for (let i = 0; i < 20_000; i++) void light.set('intensity', i);
  assert.equal((await gone).code, 'unreachable');
  const closed = failure(remote);
  void light.set('intensity', 1);
  remote.close();
  assert.equal((await closed).code, 'closed');
});

test('an awaited error is not reported to onError', async (t) => {
  const { remote } = await setUpRemote(t);
  const light = remote.object('key-light');
  const messages: string[] = [];
  remote.onError(({ message }) => messages.push(message));
  await assert.rejects(light.set('intensity', 'bad'), { code: 'bad-request' });
  await light.set('intensity', 'worse').catch(() => {});
  await Promise.allSettled([light.set('intensity', 'worst')]);
  assert.equal(remote.lastError?.code, 'bad-request');
  // Its report follows those of earlier errors.
  const failed = failure(remote);
  void light.set('angle', 'bad');
  await failed;
  assert.equal(messages.length, 1);
  assert.match(messages[0]!, /angle/);
});

test('without listeners the console shows a repeated error once', async (t) => {
  const { remote } = await setUpRemote(t);
  const shown: string[] = [];
  const error = t.mock.method(console, 'error', ({ message }: Error) => shown.push(message));
  const light = remote.object('key-light');
  await Promise.allSettled([light.set('intensity', 'bad')]);
  for (let i = 0; i < 3; i++) void light.set('intensity', 'bad');
  void light.set('angle', 'bad');
  while (shown.length < 2) await remote.status();
  error.mock.restore();
  assert.deepEqual(
    shown.map((each) => /\b(intensity|angle)\b/.exec(each)![0]),
    ['intensity', 'angle'],
  );
});

test('an item that is aborted while its batch fails rejects with "aborted" alone', async (t) => {
  const { remote, relay } = await setUpRemote(t);
  const light = remote.object('key-light');
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

test('the stack of an error has the call', async (t) => {
  const { remote } = await setUpRemote(t);
  const light = remote.object('key-light');
  const calls: (() => Promise<unknown>)[] = [
    () => light.set('intensity', 'bad'),
    () => light.get('intensty'),
    () => light.call('Flahs'),
    () => remote.request('GET', '/api/nothing'),
    () => remote.asset('nothing'),
    () => connect('http://127.0.0.1:1'),
  ];
  for (const call of calls)
    await assert.rejects(call, ({ stack }: Error) => {
      assert.match(stack!, /\n {4}at .*failures\.test\./);
      return true;
    });
});

test('a value that no host accepts is refused with object, path and fix, and is not sent', async (t) => {
  const { remote, relay } = await setUpRemote(t);
  const light = remote.object('key-light');
  const circular: Record<string, unknown> = { r: 1 };
  circular.self = [circular];
  const before = relay.asked(/exposed/).length;
  const cases: [asked: () => Promise<unknown>, message: string][] = [
    [
      () => light.set('intensity', undefined),
      'cannot send undefined; write null for none, or reset the member',
    ],
    [
      () => light.set('color', circular),
      'cannot send a value that refers to itself at self[0]; write a copy',
    ],
    [() => light.set('color', { r: () => 1 }), 'cannot send a function at r; write a value'],
    [() => light.set('color', new Map()), 'cannot send a Map; write an object or an array'],
    [() => light.append('color', [undefined]), 'cannot send undefined at [0]; write null for none'],
    [() => light.get(''), 'the path must be a non-empty string, such as "lens/focalLength"; read()'],
    [() => light.set(undefined as never, 1), 'the path must be a non-empty string'],
    [() => light.call('Flash', circular), 'cannot send a value that refers to itself at argument 1.self[0]'],
    [() => light.call(''), 'the name of a function must be a non-empty string'],
    [
      () => remote.request('GET', 'api/status'),
      'the path of a request must begin with "/"; write "/api/status"',
    ],
    [() => remote.request('POST', '/api/confirm', circular), 'cannot send a value that refers to itself'],
  ];
  for (const [asked, message] of cases)
    await assert.rejects(asked, (error: RemoteError) => {
      assert.deepEqual([error.code, error.status], ['bad-request', 0]);
      assert.ok(error.message.startsWith(message), error.message);
      return true;
    });
  await assert.rejects(light.set('color', circular), /\(key-light\/color\)$/);
  assert.equal(relay.asked(/exposed/).length, before);
  assert.throws(() => remote.object(''), { message: /^the key of an object must be/ });
  assert.throws(() => light.subscribe(undefined as never, () => {}), {
    message: /\(key-light\/undefined\)$/,
  });
});

test('a value is sent as it was at the call', async (t) => {
  const { remote } = await setUpRemote(t);
  const color = { r: 0.5, when: undefined };
  const written = remote.object('key-light').set('color', color);
  color.r = 0;
  assert.deepEqual(await written, { r: 0.5, g: 1, b: 1, a: 1 });
});

test('a subscription to a misspelt path or key is reported once', async (t) => {
  const { remote } = await setUpRemote(t);
  const camera = remote.object('main-camera');
  const messages: string[] = [];
  const ends = [
    camera.subscribe('lens/focalLenght', () => {}),
    camera.subscribe('target/intensity', () => {}),
    // An element may be added later.
    camera.subscribe('lenses[9].aperture', () => {}),
    remote.object('late-light').subscribe('intensity', () => {}),
  ];
  await new Promise<void>((resolve) =>
    remote.onError(({ message, stack }) => {
      assert.match(stack!, /\n {4}at .*failures\.test\./);
      if (messages.push(message) === 3) resolve();
    }),
  );
  const sorted = messages.toSorted();
  assert.match(sorted[0]!, /^Object not found: late-light/);
  assert.match(sorted[1]!, /^Property not found: .*focalLenght.*\(main-camera\/lens\/focalLenght\)$/);
  assert.match(sorted[2]!, /^it belongs to another object; subscribe to host\.object\("\d+"\), "intensity"/);
  const failed = failure(remote);
  ends.push(camera.subscribe('fovv', () => {}));
  assert.match((await failed).message, /fovv/);
  assert.equal(messages.length, 4);
  for (const end of ends) end();
});

test('an error distinguishes a wrong token from a missing one', async (t) => {
  const host = await startSimHost({ scene: demo(), token: 'a-token-of-sixteen' });
  t.after(() => host.stop());
  await assert.rejects(connect(host.url), { code: 'unauthorized', message: /send the token/ });
  await assert.rejects(connect(host.url, { token: 'another' }), {
    code: 'unauthorized',
    message: /the token is wrong/,
  });
  await assert.rejects(connect(host.url, { token: '' }), { message: /^the token must not be empty/ });
});

test('a redirect is an error, and nothing is sent to its target', async (t) => {
  const { remote, relay } = await setUpRemote(t);
  const other = await oddHost({});
  t.after(() => other.end());
  const location = `${other.url}/`;
  relay.answer = async () => ({ status: 307, body: '', headers: { location } });
  const light = remote.object('key-light');
  for (const ask of [
    () => light.set('intensity', 1),
    () => light.get('intensity'),
    () => connect(remote.url),
  ])
    await assert.rejects(ask, (error: RemoteError) => {
      assert.deepEqual([error.code, error.status], ['host-failed', 307]);
      assert.ok(
        error.message.includes(`cannot follow a redirect of ${remote.url} to ${location}`),
        error.message,
      );
      return true;
    });
  assert.deepEqual(other.requests, []);
});

test('a call with wrong arguments shows the right usage, and its stack has the call', async (t) => {
  const { remote } = await setUpRemote(t);
  const light = remote.object('key-light');
  // Calls as plain JavaScript may make them.
  const loose = remote as unknown as Record<string, (...args: unknown[]) => unknown>;
  const looseLight = light as unknown as Record<string, (...args: unknown[]) => unknown>;
  const looseConnect = connect as (...args: unknown[]) => Promise<unknown>;
  for (const [call, message] of [
    [() => loose.onError!(), 'onError: expected a function, got undefined; write onError((error) => …)'],
    [() => loose.onEvent!({}), /^onEvent: expected a function, got a value of type object; write onEvent/],
    [() => loose.onEvent!(() => {}, 'client_connected'), /^onEvent: kinds must be an array/],
    [
      () => loose.onEvent!(() => {}, ['client_conected']),
      /^onEvent: unknown kind "client_conected"; available: /,
    ],
    [() => loose.batch!(), /^batch: expected a function/],
    [() => loose.imageUrl!(), /^imageUrl: expected/],
    [() => looseLight.peek!(), /^peek: expected a path.*\(key-light\)$/],
    [() => loose.request!(), 'the method of a request must be a non-empty string, got undefined'],
    [() => loose.status!({ timeout: 5 }), /unknown option "timeout"; available: signal, timeoutMs$/],
    [() => loose.setLanguage!('en', 5), /^options of a request: expected an object of options, got 5/],
    [
      () => loose.request!('GET', '/api/status', undefined, { timeoutMs: '5' }),
      /^timeoutMs must be a number/,
    ],
    [() => looseLight.get!('intensity', { signal: new AbortController() }), /signal must be an AbortSignal/],
    [() => looseLight.set!('intensity', 1, { timeoutMS: 5 }), /unknown option "timeoutMS".*key-light/],
    [() => looseLight.callWith!({ timeoutMS: 5 }, 'Flash'), /unknown option "timeoutMS"/],
    [
      () => looseLight.read!({ nestd: false }),
      /unknown option "nestd"; available: signal, timeoutMs, nested/,
    ],
    [
      () => looseConnect(remote.url, { tokn: 'x' }),
      'connect: unknown option "tokn"; available: token, clientId, signal',
    ],
    [() => looseConnect(remote.url, { token: 5 }), /^the token must be a string/],
    [() => (pair as (...args: unknown[]) => Promise<unknown>)(remote.url), /^the code of a pairing must be/],
  ] as const)
    await assert.rejects(
      async () => call(),
      ({ code, message: told, stack }: RemoteError) => {
        assert.equal(code, 'bad-request');
        if (typeof message === 'string') assert.equal(told, message);
        else assert.match(told, message);
        assert.match(stack!, /\n {4}at .*failures\.test\./);
        return true;
      },
    );
});

test('a choice that no prompt has is refused and not sent', async (t) => {
  const { remote, relay } = await setUpRemote(t);
  await assert.rejects(remote.answer('1', 'maybe' as never), {
    code: 'bad-request',
    message: 'answer: the choice must be "yes", "no" or "cancel", got "maybe"',
  });
  assert.deepEqual(relay.asked(/confirm/), []);
});

test('an address that is not that of a host is refused with "host-failed"', async (t) => {
  const host = await oddHost({ '/api/status': undefined });
  t.after(() => host.end());
  const { url } = host;
  await assert.rejects(connect(url), {
    code: 'host-failed',
    status: 404,
    message: `${url} answered 404 to GET /api/status: this is not the address of a host (the control API has another port)`,
  });
});
