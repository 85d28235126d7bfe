import assert from 'node:assert/strict';
import { deferred } from '../../test/support/deferred.js';
import { demo } from '../../test/support/demo.js';
import { setUpRemote, remoteTest as test } from '../../test/support/remote.js';
import { startSimHost } from '../sim-host/testing/index.js';
import {
  connect,
  type Json,
  RemoteError,
  type RemoteHost,
  type RemoteObject,
  type Watchable,
} from './index.js';

/** Resolves when a value is as expected. */
function value<T>(watchable: Watchable<T>, isRight: (value: T) => boolean): Promise<T> {
  return new Promise((resolve) => {
    const end = watchable.subscribe((each) => {
      if (!isRight(each)) return;
      queueMicrotask(() => end());
      resolve(each);
    });
  });
}

function member(
  object: RemoteObject,
  path: string,
  isRight: (value: Json | undefined) => boolean,
): Promise<Json | undefined> {
  return value({ value: undefined, subscribe: (listener) => object.subscribe(path, listener) }, isRight);
}

function refOf(json: unknown): unknown {
  return (json as { readonly '@ref'?: unknown })['@ref'];
}

const live = (remote: RemoteHost) => value(remote.state, (state) => state === 'live');

test('members are read, written, called, reset and kept up to date by key', async (t) => {
  const { remote, host } = await setUpRemote(t);
  const light = remote.object('key-light');
  assert.equal(await light.get('intensity'), 1);
  assert.equal(await light.set('intensity', 2.5), 2.5);
  assert.equal(await light.get('intensity'), 2.5);
  assert.equal(await light.call('Flash', 3), null);
  assert.equal(await light.get('runtimeHeat'), 23);
  assert.equal(await remote.object('StudioManager').call('Sum', 1, 2), 3);
  assert.equal(await light.reset('intensity'), 1);
  const camera = remote.object('main-camera');
  assert.deepEqual(await camera.append('presets', 'Over'), ['Wide', 'Close', 'Over']);
  assert.deepEqual(await camera.move('presets', 2, 0), ['Over', 'Wide', 'Close']);
  assert.deepEqual(await camera.remove('presets', -1), ['Over', 'Wide']);
  assert.equal(((await camera.append('lenses')) as unknown[]).length, 3);
  assert.equal((await camera.read())['@source'], 'main-camera');
  assert.equal(camera.peek('fov'), undefined, 'nobody is subscribed');
  const seen = member(light, 'intensity', (each) => each === 7);
  await live(remote);
  await host.control('set', { key: 'key-light', path: 'intensity', value: 7 });
  await host.step();
  await seen;
});

test('subscriptions to keyed and array elements follow changes and renames', async (t) => {
  const { remote, host } = await setUpRemote(t);
  const avatar = remote.object('main-avatar');
  const expressions = remote.object(String(refOf(await avatar.get('components[Avatar]'))));
  const weight = member(expressions, 'expressions[Angry].weight', (each) => each === 0.5);
  const named = member(avatar, '@name', (each) => each === 'Hero');
  const component = member(expressions, '@name', (each) => each === 'Hero');
  t.after(expressions.subscribe('', () => {}));
  await live(remote);
  await expressions.move('expressions', 1, 0);
  await expressions.set('expressions[Angry].weight', 0.5);
  await avatar.set('name', 'Hero');
  await host.step();
  await Promise.all([weight, named, component]);
  assert.equal(expressions.peek('expressions[Joy].weight'), 0);
});

test('changes of one turn are sent in order in one request, and a slider sends only its last value', async (t) => {
  const { remote, relay } = await setUpRemote(t);
  const light = remote.object('key-light');
  const camera = remote.object('main-camera');
  const answers = await Promise.all([
    light.set('intensity', 1.5),
    camera.set('fov', 40),
    light.set('intensity', 2),
    camera.append('presets', 'X'),
    light.set('intensity', 3),
    light.set('intensity', 4),
  ]);
  assert.deepEqual(answers, [2, 40, 2, ['Wide', 'Close', 'X'], 4, 4]);
  assert.deepEqual(relay.asked(/^(PUT|POST|PATCH|DELETE)/), ['POST /exposed/batch']);
  const { requests } = JSON.parse(relay.requests.at(-1)!.body);
  assert.deepEqual(
    requests.map(
      ({ method, path, body }: Record<string, unknown>) => `${method} ${path} ${JSON.stringify(body)}`,
    ),
    [
      'PUT /exposed/object/main-camera/fov {"value":40}',
      'PUT /exposed/object/key-light/intensity {"value":2}',
      'POST /exposed/object/main-camera/presets {"value":"X"}',
      'PUT /exposed/object/key-light/intensity {"value":4}',
    ],
  );
});

test('a slider sends the next value after the previous response, and ends with the last', async (t) => {
  const { remote, relay } = await setUpRemote(t);
  let underWay = 0;
  let most = 0;
  relay.answer = async ({ method }, ask) => {
    if (method !== 'PUT') return ask();
    most = Math.max(most, ++underWay);
    const answer = await ask();
    underWay--;
    return answer;
  };
  const light = remote.object('key-light');
  const writes: Promise<unknown>[] = [];
  for (let i = 0; i < 40; i++) {
    writes.push(light.set('intensity', i / 10));
    await new Promise((resolve) => setImmediate(resolve));
  }
  await Promise.all(writes);
  assert.equal(most, 1);
  assert.equal(await light.get('intensity'), 3.9);
  const sent = relay.requests
    .filter(({ method }) => method === 'PUT')
    .map(({ body }) => JSON.parse(body).value);
  assert.deepEqual(
    sent,
    sent.toSorted((a, b) => a - b),
  );
  assert.equal(sent.at(-1), 3.9);
});

test('an aborted write does not cancel other writes that wait for the same path', async (t) => {
  const { relay, remote } = await setUpRemote(t);
  const light = remote.object('key-light');
  const { promise: held, resolve: release } = deferred();
  relay.answer = async ({ method }, ask) => {
    if (method === 'PUT') await held;
    return ask();
  };
  const first = light.set('angle', 10);
  await new Promise(setImmediate);
  const [second, third, fourth] = [new AbortController(), new AbortController(), new AbortController()];
  const asked = [
    light.set('intensity', 1.5),
    light.set('intensity', 2, { signal: second.signal }),
    light.set('intensity', 3, { signal: third.signal }),
    light.set('intensity', 4, { signal: fourth.signal }),
  ];
  const outcomes = Promise.allSettled(asked);
  third.abort();
  fourth.abort();
  release();
  await first;
  const told = (await outcomes).map((each) =>
    each.status === 'fulfilled' ? each.value : (each.reason as RemoteError).code,
  );
  assert.deepEqual(told, [1.5, 2, 'aborted', 'aborted']);
  assert.equal(await light.get('intensity'), 2);
});

test('an item that is aborted before its batch is sent is not carried out', async (t) => {
  const { remote } = await setUpRemote(t);
  const light = remote.object('key-light');
  const aborting = new AbortController();
  const both = remote.batch(() =>
    Promise.allSettled([
      light.set('angle', 50),
      light.set('intensity', 7, { signal: aborting.signal }),
      light.callWith({ signal: aborting.signal }, 'Flash'),
    ]),
  );
  aborting.abort();
  assert.deepEqual(
    (await both).map(({ status }) => status),
    ['fulfilled', 'rejected', 'rejected'],
  );
  assert.deepEqual([await light.get('angle'), await light.get('intensity')], [50, 1]);
});

test('a batch response that lacks an item is an error', async (t) => {
  const { relay, remote } = await setUpRemote(t);
  const light = remote.object('key-light');
  relay.answer = async ({ path }, ask) => {
    const { status, body } = await ask();
    if (path !== '/exposed/batch') return { status, body: '{}' };
    const [first] = JSON.parse(body).responses;
    return { status, body: JSON.stringify({ responses: [first] }) };
  };
  const two = await Promise.allSettled([light.set('angle', 50), light.set('intensity', 2)]);
  assert.equal(two[0].status, 'fulfilled');
  assert.equal((two[1] as PromiseRejectedResult).reason.code, 'host-failed');
  await assert.rejects(light.get('angle'), { name: 'RemoteError', code: 'host-failed' });
  await assert.rejects(light.call('Flash'), { name: 'RemoteError', code: 'host-failed' });
  relay.answer = async () => ({ status: 200, body: 'null' });
  const none = await Promise.allSettled([light.set('angle', 50), light.set('intensity', 2)]);
  assert.deepEqual(
    none.map((each) => (each as PromiseRejectedResult).reason.code),
    ['host-failed', 'host-failed'],
  );
});

test('reads and calls run after earlier writes, and functions do not delay writes', async (t) => {
  const { remote, relay } = await setUpRemote(t);
  const light = remote.object('key-light');
  void light.set('intensity', 3);
  assert.equal(await light.get('intensity'), 3);
  const { promise: held, resolve: release } = deferred();
  relay.answer = async ({ path }, ask) => {
    if (path.includes('/function/')) await held;
    return ask();
  };
  void light.set('runtimeHeat', 100);
  const called = light.call('Flash', 1);
  assert.equal(await light.set('intensity', 5), 5);
  release();
  await called;
  assert.equal(await light.get('runtimeHeat'), 101);
  assert.deepEqual(relay.asked(/^(PUT|POST)/).slice(1), [
    'PUT /exposed/object/key-light/runtimeHeat',
    'POST /exposed/function/key-light/Flash',
    'PUT /exposed/object/key-light/intensity',
  ]);
});

test('an accepted value stays after a later refusal, and a value of the wrong type is neither sent nor shown', async (t) => {
  const { remote, relay } = await setUpRemote(t);
  const light = remote.object('key-light');
  const seen: unknown[] = [];
  t.after(light.subscribe('intensity', (each) => seen.push(each)));
  await live(remote);
  await member(light, 'intensity', (each) => each === 1);
  await light.set('intensity', 3);
  relay.answer = async ({ method }, ask) =>
    method === 'PUT' ? { status: 400, body: '{"error":"No"}' } : ask();
  await assert.rejects(light.set('intensity', 4), { status: 400, message: 'No (key-light/intensity)' });
  assert.equal(light.peek('intensity'), 3);
  for (const [path, value, type] of [
    ['intensity', 'bright', 'Single'],
    ['intensity', null, 'Single'],
    ['intensity', [1], 'Single'],
    ['color', '#ff0000', 'Color'],
    ['flicker', 1, 'Boolean'],
    ['mode', true, 'LightMode'],
    ['serial', {}, 'String'],
  ] as const)
    await assert.rejects(light.set(path, value), {
      code: 'bad-request',
      message: `key-light/${path}: expected a value of type ${type}, got ${JSON.stringify(value)}`,
    });
  assert.deepEqual(relay.asked(/PUT/).length, 2);
  assert.deepEqual(seen, [1, 3, 4, 3]);
});

test('consecutive writes are all carried out', async (t) => {
  const { remote } = await setUpRemote(t);
  const light = remote.object('key-light');
  await Promise.all([
    light.set('color', { r: 0 }),
    light.set('color', { g: 0 }),
    light.set('color', { g: 0.5 }),
  ]);
  assert.deepEqual(await light.get('color'), { r: 0, g: 0.5, b: 1, a: 1 });
});

test('a batch is one request, calls included, and each item has its own outcome', async (t) => {
  const { remote, relay } = await setUpRemote(t);
  const light = remote.object('key-light');
  const outcomes = await remote.batch(() =>
    Promise.allSettled([
      light.set('runtimeHeat', 50),
      light.call('Flash', 2),
      light.set('intensity', 'bright'),
      remote.object('nothing').set('x', 1),
      light.reset('runtimeHeat'),
    ]),
  );
  assert.deepEqual(
    outcomes.map((each) =>
      each.status === 'fulfilled' ? each.value : [each.reason.code, each.reason.status],
    ),
    [50, null, ['bad-request', 400], ['not-found', 404], 20],
  );
  assert.deepEqual(relay.asked(/^POST/), ['POST /exposed/batch']);
});

test('a change during a read is not lost, even if its event arrives before the response', async (t) => {
  const { remote, relay, host } = await setUpRemote(t);
  await live(remote);
  const { promise: isServed, resolve: served } = deferred();
  const { promise: held, resolve: release } = deferred();
  relay.answer = async ({ path }, ask) => {
    const answer = await ask();
    if (path.endsWith('key-light?nested')) {
      served();
      await held;
    }
    return answer;
  };
  const light = remote.object('key-light');
  const known = member(light, 'intensity', (each) => each !== undefined);
  await isServed;
  const heard = new Promise<void>((resolve) => {
    remote.onEvent((event) => {
      if (event.type === 'exposed_object_updated' && event.source === 'key-light') resolve();
    });
  });
  await host.control('set', { key: 'key-light', path: 'intensity', value: 6 });
  await host.step();
  await heard;
  release();
  assert.equal(await known, 6);
});

test('the client reads everything again after a gap, and nothing otherwise', async (t) => {
  const { remote, relay, host } = await setUpRemote(t);
  const light = remote.object('key-light');
  t.after(light.subscribe('', () => {}));
  await member(light, 'intensity', (each) => each === 1);
  await live(remote);
  await member(light, 'intensity', (each) => each === 1);
  const reads = () => relay.asked(/^GET .*key-light\?nested/).length;
  const before = reads();
  relay.dropStreams();
  await value(remote.state, (state) => state === 'waiting');
  await host.control('set', { key: 'key-light', path: 'intensity', value: 2 });
  await host.step();
  await member(light, 'intensity', (each) => each === 2);
  assert.equal(reads(), before, 'what was missed came with the stream');
  assert.match(
    String(relay.requests.findLast(({ path }) => path.startsWith('/api/stream'))!.headers['last-event-id']),
    /:/,
  );
  // A host that has lost the missed events says so.
  relay.resumes = false;
  relay.dropStreams();
  await value(remote.state, (state) => state === 'waiting');
  await host.control('set', { key: 'key-light', path: 'intensity', value: 3 });
  await host.step();
  await member(light, 'intensity', (each) => each === 3);
  assert.equal(reads(), before + 1);
  const other = await startSimHost({ scene: demo() });
  t.after(() => other.stop());
  await other.control('set', { key: 'key-light', path: 'intensity', value: 8 });
  relay.target = other.url;
  relay.dropStreams();
  await member(light, 'intensity', (each) => each === 8);
  assert.equal(await light.set('intensity', 4), 4, 'under its new id');
  assert.equal((await other.control('state')).frame, 0);
});

test('a paused client has no stream, and reads after it what changed in the meantime', async (t) => {
  const { host, remote } = await setUpRemote(t);
  const light = remote.object('key-light');
  const told: unknown[] = [];
  t.after(light.subscribe('intensity', (each) => told.push(each)));
  await live(remote);
  await member(light, 'intensity', (each) => each === 1);
  remote.pause();
  remote.pause();
  assert.equal(remote.state.value, 'paused');
  while ((await host.control('state')).subscribers > 0) await new Promise(setImmediate);
  await host.control('set', { key: 'key-light', path: 'intensity', value: 4 });
  await host.step();
  assert.equal((await remote.status()).success, true, 'requests work');
  assert.equal(told.at(-1), 1);
  remote.resume();
  await member(light, 'intensity', (each) => each === 4);
  remote.pause();
  remote.close();
  remote.resume();
  assert.equal(remote.state.value, 'closed');
});

test('the stream reports only subscribed objects, and all objects while a listener wants every event', async (t) => {
  const { remote, relay, host } = await setUpRemote(t);
  const [light, fill] = [remote.object('key-light'), remote.object('fill-light')];
  const told: string[] = [];
  relay.event = (data) => {
    const event = data as unknown as { type: string; source?: string; value?: unknown };
    if (event.type === 'exposed_object_updated') told.push(`${event.source} ${event.value}`);
    return data;
  };
  const streams = () => relay.asked(/\/api\/stream/);
  /** Sets both objects from elsewhere, and waits until the second change has been seen. */
  const both = async (number: number, seen: Promise<unknown>) => {
    for (const key of ['fill-light', 'key-light'])
      await host.control('set', { key, path: 'intensity', value: number });
    await host.step();
    await seen;
  };
  const gone: string[] = [];
  remote.onEvent(({ clientId }) => gone.push(clientId), ['client_disconnected']);
  t.after(light.subscribe('', () => {}));
  await live(remote);
  await member(light, 'intensity', (each) => each === 1);
  await both(
    2,
    member(light, 'intensity', (each) => each === 2),
  );
  assert.deepEqual(told, ['key-light 2'], 'what was subscribed to at once is in the first stream');
  assert.equal(streams().length, 1);
  assert.match(streams()[0]!, /list&ids=key-light$/);

  // Changes that the narrow stream does not report are read when the wider stream is open, and not lost before.
  t.after(fill.subscribe('', () => {}));
  await member(fill, 'intensity', (each) => each === 2);
  await both(
    3,
    member(fill, 'intensity', (each) => each === 3),
  );
  assert.equal(streams().length, 2);
  assert.match(streams()[1]!, /ids=fill-light%2Ckey-light$/);
  assert.ok(relay.requests.findLast(({ path }) => path.startsWith('/api/stream'))!.headers['last-event-id']);

  // A listener for all events widens the filter; renames need no wider one.
  const renamed = new Promise<void>((resolve) => remote.onObjects(resolve));
  await host.control('set', { key: 'main-avatar', path: 'name', value: 'Hero' });
  await host.step();
  await renamed;
  assert.equal(streams().length, 2);
  const heat = new Promise<void>((resolve) => {
    remote.onEvent((event) => {
      if (event.type === 'exposed_object_updated' && event.source === 'main-camera') resolve();
    });
  });
  while (streams().length < 3) await new Promise((resolve) => setImmediate(resolve));
  await host.control('set', { key: 'main-camera', path: 'fov', value: 33 });
  await host.step();
  await heat;
  assert.match(streams()[2]!, /\?source$/);
  assert.deepEqual(gone, [], 'the app was there all the time');
});

test('prompts appear, can be answered and disappear; notifications arrive', async (t) => {
  const { remote, host, relay } = await setUpRemote(t);
  await live(remote);
  const { id } = await host.control('prompt.ask', { messageKey: 'Really?' });
  await host.step();
  const prompts = await value(remote.prompts, (all) => all.length > 0);
  assert.deepEqual(
    prompts.map((each) => [each.id, each.message]),
    [[id, 'Really?']],
  );
  relay.dropStreams();
  await value(remote.state, (state) => state === 'waiting');
  await live(remote);
  assert.equal(remote.prompts.value.length, 1);
  assert.equal(await remote.answer(id, 'yes'), true);
  await host.step();
  await value(remote.prompts, (all) => all.length === 0);
  assert.equal(await remote.answer(id, 'no'), false);
  const told = new Promise<string>((resolve) => remote.onNotification(({ message }) => resolve(message)));
  await host.control('notify', { message: 'On air' });
  await host.step();
  assert.equal(await told, 'On air');
});

test('types, enums and languages are read once until they change', async (t) => {
  const { remote, relay, host } = await setUpRemote(t);
  await live(remote);
  assert.ok((await remote.types()).some(({ type }) => type === 'StageLight'));
  await remote.types();
  assert.equal(relay.asked(/exposed\/types/).length, 1);
  assert.ok((await remote.enums()).some(({ type }) => type === 'LightMode'));
  assert.ok((await remote.objects()).some((object) => object['@source'] === 'key-light'));
  assert.equal((await remote.asset('6f1c1e2a9b7d4d0c8a55e0c3f2b1a901')).type, 'AnimationClip');
  assert.deepEqual(
    (await remote.assets('GameObject')).map(({ name, loaded }) => [name, loaded]),
    [
      ['Motions', true],
      ['Chair', false],
    ],
  );
  const changed = new Promise<void>((resolve) => {
    remote.onEvent(({ type }) => type === 'types_update' && resolve());
  });
  await remote.setLanguage('ja');
  assert.equal((await remote.language()).current, 'ja');
  await host.step();
  await changed;
  await remote.types();
  assert.equal(relay.asked(/exposed\/types/).length, 2);
});

test('an invalid URL is refused with a corrected one', async () => {
  for (const url of ['localhost:9095', 'ws://localhost:9095'])
    await assert.rejects(connect(url), {
      name: 'RemoteError',
      code: 'bad-request',
      message: `"${url}" is not a host URL; did you mean http://localhost:9095`,
    });
  await assert.rejects(connect(undefined as never), {
    name: 'RemoteError',
    message: /^the URL of a host must be a string/,
  });
});

test('every failure is a RemoteError with a code and a status', async (t) => {
  const { remote, relay, host } = await setUpRemote(t);
  const light = remote.object('key-light');
  const refusal = (code: string, status: number, message?: RegExp) => (error: unknown) => {
    assert.ok(error instanceof RemoteError);
    assert.deepEqual([error.code, error.status], [code, status], error.message);
    if (message !== undefined) assert.match(error.message, message);
    return true;
  };
  await assert.rejects(light.set('intensty', 1), refusal('not-found', 404, /intensty/));
  await assert.rejects(light.set('serial', 'x'), refusal('bad-request', 400));
  await assert.rejects(remote.object('key-lihgt').get('intensity'), refusal('not-found', 404));
  await assert.rejects(remote.object('StudioManager').call('Fail', 'no'), refusal('host-failed', 500));
  await host.control('network', { failures: { next: 1 } });
  await assert.rejects(light.get('intensity'), refusal('busy', 503));
  relay.answer = () => new Promise(() => {});
  await assert.rejects(light.get('intensity', { timeoutMs: 20 }), refusal('timed-out', 0, /0\.02 s/));
  const controller = new AbortController();
  const waiting = light.set('intensity', 2, { signal: controller.signal });
  const other = light.get('intensity', { signal: AbortSignal.abort() });
  controller.abort();
  await assert.rejects(waiting, refusal('aborted', 0));
  await assert.rejects(other, refusal('aborted', 0));
  const open = remote.request('GET', '/api/status');
  remote.close();
  await assert.rejects(open, refusal('closed', 0));
  assert.equal(remote.state.value, 'closed');
  await assert.rejects(light.get('intensity'), { code: 'closed', message: /: the connection is closed$/ });
  await assert.rejects(connect('http://127.0.0.1:1'), refusal('unreachable', 0, /127\.0\.0\.1:1/));
});

test('a valid token connects, an invalid one is refused, and the stream reports a revoked one', async (t) => {
  const { remote, relay } = await setUpRemote(t, { token: 'a-token-of-sixteen', clientId: 'phone' });
  await live(remote);
  assert.equal(relay.requests.at(-1)!.headers['x-client-id'], 'phone');
  await assert.rejects(connect(remote.url, { token: 'another-of-sixteen' }), {
    code: 'unauthorized',
    status: 401,
  });
  const relayed = await setUpRemote(t);
  relayed.relay.target = relay.target;
  relayed.relay.dropStreams();
  await value(relayed.remote.state, (state) => state === 'refused');
  assert.equal(relayed.remote.lastError?.code, 'unauthorized');
  assert.match(
    remote.imageUrl('/exposed/image/1/preview'),
    /^http:.*\/exposed\/image\/1\/preview\?access_token=a-token/,
  );
  for (const elsewhere of ['http://elsewhere.test/x', '//elsewhere.test/x', 'https://127.0.0.1/x', 'data:,x'])
    assert.doesNotMatch(remote.imageUrl(elsewhere), /a-token/, elsewhere);
});

test('an aborted signal closes the connection, and connecting with it fails', async (t) => {
  const controller = new AbortController();
  const { remote } = await setUpRemote(t, { signal: controller.signal });
  controller.abort();
  assert.equal(remote.state.value, 'closed');
  await assert.rejects(connect(remote.url, { signal: controller.signal }), { code: 'aborted' });
});
