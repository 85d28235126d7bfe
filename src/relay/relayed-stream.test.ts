import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { encodeEvent } from '../service/events/encoding.js';
import { EventFilter } from '../service/events/event-filter.js';
import type { StreamEvent } from '../service/events/stream-event.js';
import type { OpenResponse, ResponseOwner } from '../service/http/api.js';
import { RelayedStream } from './relayed-stream.js';

function event(seq: number, path = 'level', epoch = 'one'): StreamEvent {
  const pending = {
    kind: 'exposed_object_updated',
    members: `"value":${seq}`,
    addresses: ['7', ''],
    exceptClient: undefined,
    id: '7',
    path,
  } as const;
  return encodeEvent(pending, epoch, seq, '2026-01-01T00:00:00.000Z')!;
}

function prompt(seq: number, kind: 'confirm_request' | 'confirm_dismiss', id: string): StreamEvent {
  const members = `"id":"${id}","title":"\\"type\\":\\"confirm_request\\""`;
  const pending = { kind, members, addresses: undefined, exceptClient: undefined, id: undefined, path: '' };
  return encodeEvent(pending, 'one', seq, '2026-01-01T00:00:00.000Z')!;
}

class App implements OpenResponse {
  owner: ResponseOwner | undefined;
  text = '';
  write(chunk: string | Uint8Array): boolean {
    this.text += Buffer.from(chunk as string).toString();
    return true;
  }
  close(): void {
    this.owner?.onClosed();
  }
  /** Ids of the events after the connected event. */
  get ids(): string[] {
    return Array.from(this.text.matchAll(/^id: (.*)$/gm), ([, id]) => id!).slice(1);
  }
  get resume(): string | undefined {
    return /"resume":"(\w+)"/.exec(this.text)?.[1];
  }
}

describe('relayed stream', () => {
  let stream: RelayedStream;
  let ended: number;
  /** A clock that advances by `tick` at each look, to simulate slow sending. */
  let time = 0;
  let tick = 0;
  const invitation = (seq: number, initialEvents: { kind: 'confirm_request'; members: string }[] = []) => ({
    clientId: 'a',
    application: 'Studio',
    epoch: 'one',
    seq,
    time: Date.parse('2026-01-01T00:00:00.000Z') + time,
    initialEvents,
  });
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  const join = async (lastEventId?: string) => {
    const app = new App();
    stream.connect({ clientId: 'a', filter: new EventFilter(), lastEventId }, app);
    await turn();
    return app;
  };
  const events = (...all: StreamEvent[]) => stream.take({ kind: 'events', epoch: 'one', events: all });

  beforeEach(() => {
    ended = 0;
    tick = 0;
    stream = new RelayedStream({
      log: { write: () => {} },
      now: () => {
        time += tick;
        return time;
      },
      endStreams: () => void ended++,
      left: () => {},
    });
    stream.take({ kind: 'started', epoch: 'one', seq: 0 });
    ended = 0;
  });

  test('it delivers events with the host’s numbers, each once', async () => {
    await stream.catchUp(invitation(0));
    const app = await join();
    events(event(1), event(2));
    events(event(2), event(3));
    await turn();
    assert.deepEqual(app.ids, ['one:1', 'one:2', 'one:3']);
    assert.equal(app.resume, 'fresh');
    assert.match(app.text, /"message":"Connected to Studio"/);
    assert.match(app.text, /"timestamp":"2026-01-01T00:00:0/);
    assert.equal(ended, 0);
  });

  test('many events at once, as after an interruption, are all delivered; beyond the limit only the last values', async () => {
    const app = await join();
    // Makes sending slow.
    tick = 1;
    for (let seq = 1; seq <= 100; seq++) events(event(seq));
    while (app.ids.length < 100) await turn();
    assert.deepEqual(
      app.ids,
      Array.from({ length: 100 }, (_, i) => `one:${i + 1}`),
    );
    const many = 20_000;
    for (let seq = 101; seq <= many; seq++) events(event(seq));
    while (app.ids.at(-1) !== `one:${many}`) await turn();
    assert.ok(app.ids.length < many / 2, `${app.ids.length} events`);
  });

  test('an app that reconnects during a flush gets each event once', async () => {
    // Enough for a flush that takes several turns.
    const others = await Promise.all(Array.from({ length: 200 }, () => join()));
    tick = 1;
    events(event(1));
    events(event(2));
    const apps: App[] = [];
    for (let seq = 3; seq <= 40; seq++) {
      const app = new App();
      stream.connect({ clientId: 'b', filter: new EventFilter(), lastEventId: 'one:1' }, app);
      apps.push(app);
      events(event(seq));
      if (seq % 3 === 0) await turn();
    }
    const all = [...others, ...apps];
    while (all.some(({ ids }) => ids.at(-1) !== 'one:40')) await turn();
    for (const app of apps)
      assert.deepEqual(
        app.ids,
        Array.from({ length: 39 }, (_, i) => `one:${i + 2}`),
      );
  });

  test('events that arrive during keep-alive comments are delivered after them', async () => {
    const apps = await Promise.all(Array.from({ length: 200 }, () => join()));
    time += 10_001;
    tick = 1;
    stream.keepAlive();
    events(event(1));
    events(event(2));
    for (let i = 0; i < 2000; i++) await turn();
    assert.ok(apps.every(({ text }) => text.includes(': keep-alive')));
    assert.ok(apps.every(({ ids }) => ids.join() === 'one:1,one:2'));
  });

  test('an app of another relay continues where it was; an id that is too old is a gap', async () => {
    events(event(1), event(2), event(3, 'angle'));
    const app = await join('one:1');
    assert.equal(app.resume, 'resumed');
    assert.deepEqual(app.ids, ['one:2', 'one:3']);
    assert.equal((await join('other:1')).resume, 'gap');
    assert.equal((await join('one:3')).resume, 'resumed');
  });

  test('missing events end the streams, and reconnecting apps find a gap', async () => {
    events(event(1));
    events(event(5));
    assert.equal(ended, 1);
    assert.equal((await join('one:1')).resume, 'gap');
    assert.equal((await join('one:4')).resume, 'resumed');
    stream.take({ kind: 'truncated', epoch: 'one', seq: 9 });
    assert.equal(ended, 2);
    assert.equal((await join('one:5')).resume, 'gap');
    // Repeated events change nothing.
    stream.take({ kind: 'truncated', epoch: 'one', seq: 9 });
    assert.equal(ended, 2);
  });

  test('another start of the host and the end of the host end the streams', () => {
    events(event(1));
    stream.take({ kind: 'started', epoch: 'two', seq: 0 });
    assert.equal(ended, 1);
    stream.take({ kind: 'ended', epoch: 'two', seq: 0 });
    assert.equal(ended, 2);
  });

  test('an app waits until the relay has the events before its invitation', async () => {
    let isIn: boolean | undefined;
    void stream.catchUp(invitation(2)).then((is) => {
      isIn = is;
    });
    events(event(1));
    await turn();
    assert.equal(isIn, undefined);
    events(event(2));
    await turn();
    assert.equal(isIn, true);
  });

  test('a new app gets the prompts that were pending at the invitation and later prompt events', async () => {
    const old = { kind: 'confirm_request' as const, members: '"id":"old","title":"?"' };
    events(prompt(1, 'confirm_dismiss', 'old'), prompt(2, 'confirm_request', 'new'));
    const told = async () => {
      const { text } = await join();
      return Array.from(
        text.matchAll(/"id":"(\w+)".*?"type":"(confirm_(?:request|dismiss))","timestamp/g),
        ([, id, kind]) => `${kind} ${id}`,
      );
    };
    await stream.catchUp(invitation(0, [old]));
    assert.deepEqual(await told(), ['confirm_request old', 'confirm_dismiss old', 'confirm_request new']);
    await stream.catchUp(invitation(2, [old]));
    assert.deepEqual(await told(), ['confirm_request old']);
    events(prompt(3, 'confirm_dismiss', 'old'));
    assert.deepEqual(await told(), ['confirm_request old', 'confirm_dismiss old']);
  });
});
