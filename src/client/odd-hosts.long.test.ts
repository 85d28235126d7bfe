import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { event, type OddHost, oddHost } from '../../test/support/odd-host.js';
import { EventParser, maxEventLength } from './event-parser.js';
import { type ConnectionState, connect, pair, RemoteError, type RemoteHost } from './index.js';

const object = { '@type': 'Lamp', '@id': '1', '@name': 'Lamp', '@source': 'lamp', level: 1 };

async function hostOf(t: TestContext): Promise<OddHost> {
  const host = await oddHost({
    '/exposed/types': { types: [{ type: 'Lamp', properties: [] }] },
    '/exposed/objects': { objects: [object] },
    '/exposed/object/lamp': object,
  });
  t.after(() => host.end());
  return host;
}

/** The `Last-Event-ID` of the latest stream; undefined for none. */
const resumedFrom = ({ requests }: OddHost) =>
  requests.findLast(({ url }) => url!.startsWith('/api/stream'))!.headers['last-event-id'];

async function connected(t: TestContext, host: OddHost): Promise<RemoteHost> {
  const remote = await connect(host.url);
  t.after(() => remote.close());
  return remote;
}

function reached(remote: RemoteHost, wanted: ConnectionState): Promise<void> {
  return new Promise((resolve) => {
    remote.state.subscribe((state) => state === wanted && resolve());
  });
}

const nothingRight = ['null', '5', '"x"', '[]', '{}', '{"a":[1,{}]}', ' '];
const inLists = [null, 5, 'x', [], {}, { '@id': 5, '@type': [], '@name': {}, type: 'T', guid: 1 }];

test('a response of another form is an error of the host, for every request', async (t) => {
  const host = await hostOf(t);
  const remote = await connected(t, host);
  const asked: Record<string, readonly [path: string, ask: () => Promise<unknown>]> = {
    objects: ['/exposed/objects', () => remote.objects()],
    types: ['/exposed/types', () => remote.types()],
    enums: ['/exposed/enums', () => remote.enums()],
    assets: ['/api/assets', () => remote.assets()],
    asset: ['/api/asset', () => remote.asset('x')],
    language: ['/api/language', () => remote.language()],
    status: ['/api/status', () => remote.status()],
    token: ['/api/pair', () => pair(host.url, '123456')],
    read: ['/exposed/object/lamp', () => remote.object('lamp').read()],
    get: ['/exposed/object/lamp/level', () => remote.object('lamp').get('level')],
    call: ['/exposed/function/lamp/Flash', () => remote.object('lamp').call('Flash')],
  };
  for (const [name, [path, ask]] of Object.entries(asked)) {
    const lists = inLists.map((item) => JSON.stringify({ [name]: [item] }));
    const isList = ['objects', 'types', 'enums', 'assets'].includes(name);
    for (const text of [...nothingRight, ...(isList ? lists : [])]) {
      host.answers[path] = text;
      await assert.rejects(
        ask(),
        (error) => error instanceof RemoteError && error.code === 'host-failed',
        `${name} of ${text}`,
      );
    }
  }
  for (const text of ['null', '5', '[]']) {
    Object.assign(host.answers, { '/api/live': text, '/api/live/save': text, '/api/confirm': text });
    for (const ask of [() => remote.live(), () => remote.save(), () => remote.answer('c', 'yes')])
      await assert.rejects(ask(), { code: 'host-failed' });
  }
});

test('a subscription waits for a host whose responses are invalid', async (t) => {
  const host = await hostOf(t);
  host.answers['/exposed/object/lamp'] = 'null';
  const remote = await connected(t, host);
  const lamp = remote.object('lamp');
  const told = new Promise<unknown>((resolve) => {
    lamp.subscribe('level', (level) => level !== undefined && resolve(level));
  });
  await reached(remote, 'live');
  while (lamp.lastError === undefined) await remote.status();
  assert.equal(lamp.lastError.code, 'host-failed');
  host.answers['/exposed/object/lamp'] = object;
  assert.equal(await told, 1);
  assert.equal(lamp.lastError, undefined);
});

const oddEvents = {
  'no JSON': 'data: {{{\n\n',
  'no object': 'data: {"type":"data","data":5}\n\n',
  'no kind': event({ id: '1' }),
  'no lists': event({ type: 'exposed_objects_changed', added: 5, removed: null }),
  'no texts': event({ type: 'exposed_objects_changed', added: [], removed: [{}] }),
  'no path': event({ type: 'exposed_object_updated', id: '1', value: 2 }),
  'no text': event({ type: 'confirm_request', id: 'c', message: {} }),
  'no message': event({ type: 'system_notification', notificationType: 'info', message: [[]] }),
};

for (const [name, text] of Object.entries(oddEvents)) {
  test(`an event with ${name} breaks the stream, and the stream reconnects with that error`, async (t) => {
    const host = await hostOf(t);
    host.streamText = event({ type: 'types_update' }, 'i:1') + text;
    const remote = await connected(t, host);
    const levels: unknown[] = [];
    remote.object('lamp').subscribe('level', (level) => levels.push(level));
    await reached(remote, 'waiting');
    assert.equal(remote.lastError?.code, 'host-failed');
    assert.match(remote.lastError.message, /^The event stream /);
    host.streamText = '';
    host.answers['/exposed/object/lamp'] = { ...object, level: 7 };
    await new Promise<void>((resolve) => {
      remote.object('lamp').subscribe('level', (level) => level === 7 && resolve());
    });
    assert.equal(resumedFrom(host), undefined, 'it is not resumed in front of the same event');
  });
}

test('an event of an unknown kind is passed on unchanged', async (t) => {
  const host = await hostOf(t);
  const remote = await connected(t, host);
  const heard = new Promise<unknown>((resolve) => remote.onEvent(resolve));
  await reached(remote, 'live');
  host.send({ type: 'constructor', more: [] });
  assert.deepEqual(await heard, { type: 'constructor', more: [] });
});

test('an event id that no header can carry is not sent back', async (t) => {
  const host = await hostOf(t);
  const remote = await connected(t, host);
  for (const [id, sent] of [
    ['99999999999999999999999999:1', '99999999999999999999999999:1'],
    ['😀', undefined],
    ['x'.repeat(100_000), undefined],
  ] as const) {
    await reached(remote, 'live');
    const notified = new Promise((resolve) => remote.onNotification(resolve));
    for (const stream of host.streams)
      stream.end(event({ type: 'system_notification', notificationType: 'info', message: '' }, id));
    await notified;
    await reached(remote, 'waiting');
    await reached(remote, 'live');
    assert.equal(resumedFrom(host), sent);
  }
});

test('an unfinished line or event is given up at a limit', () => {
  const lineOfText = 'x'.repeat(2 ** 20);
  for (const [text, most] of [
    [lineOfText, maxEventLength / lineOfText.length],
    ['data:\n'.repeat(2 ** 15), maxEventLength / 2 ** 15 / 32],
  ] as const) {
    const parser = new EventParser(() => assert.fail('no event has ended'));
    for (let i = 0; i < most; i++) parser.feed(text);
    assert.throws(() => parser.feed(text), RangeError);
  }
});
