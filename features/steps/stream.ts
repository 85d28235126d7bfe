import assert from 'node:assert/strict';
import { type DataTable, Given, Then, When } from '@cucumber/cucumber';
import { type EventStreamClient, parseJson } from '../../conformance/client/index.js';
import { jsonStep } from '../support/json-step.js';
import { assertContains, at, same, show } from '../support/match.js';
import type { HostWorld } from '../support/world.js';

const theStream = 'the stream';

When(
  /^(?:I subscribe|"([^"]*)" subscribes)(?: with "([^"]*)")?$/,
  async function (this: HostWorld, name: string | null, query: string | null) {
    const own = name === null ? {} : { query: `clientId=${name}` };
    await opened(await this.subscribe(name ?? theStream, query === null ? own : { query }));
  },
);

Given('the app {string} has {int} streams', async function (this: HostWorld, name: string, count: number) {
  for (let i = 1; i <= count; i++) {
    const stream = await this.subscribe(`${name} ${i}`, { query: `clientId=${name}` });
    assert.equal(stream.status, 200, `stream ${i}`);
    await opened(stream);
  }
});

When('the stream is lost', async function (this: HostWorld) {
  const stream = this.stream(theStream);
  this.remembered.set('last event', stream.lastEventId!);
  stream.close();
  await untilSubscribers(this, 0);
});

When('{string} leaves', function (this: HostWorld, name: string) {
  this.stream(name).close();
});

When('I remember the id of the last event as {string}', function (this: HostWorld, name: string) {
  this.remembered.set(name, this.stream(theStream).lastEventId!);
});

When(
  /^I subscribe again with (?:"([^"]*)" and )?the Last-Event-ID(?: "([^"]*)")?$/,
  async function (this: HostWorld, query: string | null, id: string | null) {
    const last = id === null ? this.remembered.get('last event')! : this.fill(id);
    const headers = { 'Last-Event-ID': last };
    await opened(await this.subscribe(theStream, { query: query ?? 'clientId=phone', headers }));
  },
);

async function opened(stream: EventStreamClient): Promise<void> {
  if (stream.status === 200) await stream.event(({ kind }) => kind === 'connected', 'connected');
}

/** Polls until the server has noticed the closed connection. */
async function untilSubscribers(world: HostWorld, count: number): Promise<void> {
  let subscribers = -1;
  for (let i = 0; i < 1000 && subscribers !== count; i++) {
    ({ subscribers } = await world.host.control('state'));
  }
  assert.equal(subscribers, count, 'open streams');
}

jsonStep('the first event is {string} with', function (this: HostWorld, kind: string, expected: string) {
  const [first] = this.stream(theStream).events;
  assert.equal(first?.kind, kind);
  assert.equal(first.id, first.data.cursor, 'its id is its cursor');
  assertContains(first.data, parseJson(this.fill(expected)));
});

jsonStep('the stream brings {string} with', async function (this: HostWorld, kind: string, expected: string) {
  await brings(this, theStream, kind, expected);
});

jsonStep(
  '{string} gets {string} with',
  async function (this: HostWorld, name: string, kind: string, expected: string) {
    await brings(this, name, kind, expected);
  },
);

async function brings(world: HostWorld, name: string, kind: string, expected: string): Promise<void> {
  const wanted = parseJson(world.fill(expected));
  const contains = (data: unknown) => {
    try {
      assertContains(data, wanted);
      return true;
    } catch {
      return false;
    }
  };
  const what = `${kind} with ${show(wanted)}`;
  await world.stream(name).event((each) => each.kind === kind && contains(each.data), what);
}

/** The table lists all events before a later change. */
Then(
  /^(?:the stream brings|"([^"]*)" gets) exactly:$/,
  async function (this: HostWorld, name: string | null, table: DataTable) {
    const events = await this.eventsBeforeBarrier(name ?? theStream);
    const rows = table.hashes();
    const received = events
      .map(({ kind, data }) => `${kind} ${data.path ?? ''} ${show(data.value)}`)
      .join('; ');
    assert.equal(events.length, rows.length, `the stream had: ${received}`);
    for (const [i, { kind, ...members }] of rows.entries()) {
      assert.equal(events[i]!.kind, kind, received);
      for (const [member, text] of Object.entries(members)) {
        if (text === '') continue;
        const actual = at(events[i]!.data, member);
        const wanted = text === 'undefined' ? undefined : parseJson(this.fill(text));
        assert.ok(
          same(actual, wanted),
          `${member} of event ${i + 1} is ${show(actual)}, expected ${show(wanted)}`,
        );
      }
    }
  },
);

Then('the stream brings nothing', async function (this: HostWorld) {
  const events = await this.eventsBeforeBarrier(theStream);
  assert.equal(show(events), '[]');
});

Then('all events have ids of one epoch that count by one', async function (this: HostWorld) {
  await this.eventsBeforeBarrier(theStream);
  // The first one has the id of the previous event, which may not be for this app.
  const ids = this.stream(theStream)
    .events.slice(1)
    .map(({ id }) => id);
  assert.ok(ids.length > 1, 'several events have come');
  const [epoch, first] = ids[0]!.split(':');
  assert.deepEqual(
    ids,
    ids.map((_, i) => `${epoch}:${Number(first) + i}`),
  );
});

Then('the stream has a comment starting with {string}', async function (this: HostWorld, start: string) {
  await this.stream(theStream).until(
    (stream) => stream.comments.find((comment) => comment.trim().startsWith(start)),
    `the comment "${start}"`,
  );
});

Then('the stream is answered with {int}', async function (this: HostWorld, status: number) {
  assert.equal(this.stream(theStream).status, status);
});

Then('the stream is ended', async function (this: HostWorld) {
  await this.stream(theStream).until((stream) => stream.isClosed || undefined, 'the end of the stream');
});

Then(
  'the header {string} of the stream is {string}',
  function (this: HostWorld, name: string, value: string) {
    assert.equal(this.stream(theStream).headers[name.toLowerCase()], value);
  },
);

Then('every event of the stream is one line named data', async function (this: HostWorld) {
  await this.eventsBeforeBarrier(theStream);
  const { raw } = this.stream(theStream);
  assert.ok(!raw.includes('\r'), 'lines end with LF');
  const blocks = raw.split(/\n{2,}/).filter((text) => text !== '' && !text.startsWith(':'));
  assert.ok(blocks.length > 0, 'events have come');
  for (const block of blocks) {
    const lines = block.split('\n').filter((line) => !line.startsWith('id: '));
    assert.equal(lines[0], 'event: data');
    assert.match(lines[1]!, /^data: \{"type":"data","data":\{.*"type":"\w+","timestamp":"[^"]+"\}\}$/);
    assert.equal(lines.length, 2, block);
  }
});

Then(
  'the stream has no comment before {string} and none before a later change',
  async function (this: HostWorld, value: string) {
    const events = await this.eventsBeforeBarrier(theStream);
    assert.ok(events.some(({ data }) => data.value === value));
    assert.deepEqual(this.stream(theStream).comments, []);
  },
);

jsonStep(
  'frames pass until {string} gets {string} with',
  async function (this: HostWorld, name: string, kind: string, expected: string) {
    // The server notices the closed connection later and reports it at the end of a frame.
    const wanted = parseJson(expected);
    const has = () =>
      this.stream(name).events.some(
        (event) => event.kind === kind && event.data.clientId === wanted.clientId,
      );
    for (let i = 0; i < 500 && !has(); i++) await this.step(1);
    await brings(this, name, kind, expected);
  },
);

When('the stream stops reading', function (this: HostWorld) {
  this.stream(theStream).pause();
});

When('the stream reads again', function (this: HostWorld) {
  this.stream(theStream).resume();
});

When(
  'the host writes {int} captions of {int} bytes to {string} and to {int} objects',
  async function (this: HostWorld, times: number, bytes: number, key: string, objects: number) {
    for (let i = 0; i < objects; i++) {
      await this.host.control('object.spawn', { class: 'Screen', key: `screen-${i}` });
    }
    for (let i = 0; i < times; i++) await writeCaptions(this, i, bytes, [key, `screen-${i % objects}`]);
  },
);

When(
  'the host writes {int} captions of {int} bytes to {string} and to {string}',
  async function (this: HostWorld, times: number, bytes: number, first: string, second: string) {
    for (let i = 0; i < times; i++) await writeCaptions(this, i, bytes, [first, second]);
  },
);

/** Writes captions that begin with the number of the round, one frame per round. */
async function writeCaptions(
  world: HostWorld,
  round: number,
  bytes: number,
  keys: readonly string[],
): Promise<void> {
  for (const key of keys) {
    const value = `${round} `.padEnd(bytes, 'x');
    await world.host.control('set', { key, path: 'caption', value });
  }
  await world.step(1);
}

Then(
  'the stream has brought the captions of {string} and {string} in their order, to the last of {int}, and not all of them',
  async function (this: HostWorld, first: string, second: string, count: number) {
    let brought = 0;
    for (const key of [first, second]) {
      const { json } = await this.http.request('GET', `/exposed/object/${key}`);
      const rounds = this.stream(theStream)
        .events.filter(({ data }) => data.id === json['@id'] && data.path === 'caption')
        .map(({ data }) => Number.parseInt(data.value, 10));
      assert.deepEqual(
        rounds,
        [...new Set(rounds)].sort((a, b) => a - b),
        `captions of ${key}`,
      );
      assert.equal(rounds.at(-1), count - 1, `the last caption of ${key}`);
      brought += rounds.length;
    }
    assert.ok(brought < 2 * count, 'the reader has never been behind');
  },
);

Then('the host counts {int} subscriber(s)', async function (this: HostWorld, count: number) {
  await untilSubscribers(this, count);
});

async function notifications(world: HostWorld): Promise<Record<string, unknown>[]> {
  await world.barrierNotification(theStream);
  return world
    .stream(theStream)
    .events.filter(
      ({ kind, data }) => kind === 'system_notification' && !String(data.title).startsWith('barrier '),
    )
    .map(({ data }) => data);
}

Then('the notifications are exactly:', async function (this: HostWorld, table: DataTable) {
  const received = await notifications(this);
  const rows = table
    .hashes()
    .map((row) => Object.fromEntries(Object.entries(row).map(([k, v]) => [k, parseJson(v)])));
  assert.equal(received.length, rows.length, show(received));
  for (const [i, row] of rows.entries()) assertContains(received[i], row);
});

Then('there are {int} notifications', async function (this: HostWorld, count: number) {
  assert.equal((await notifications(this)).length, count);
});

Then('the last notification has {int} characters', async function (this: HostWorld, count: number) {
  const message = (await notifications(this)).at(-1)?.message;
  assert.equal([...String(message)].length, count);
});

Then('the stream has not brought {string} yet', function (this: HostWorld, kind: string) {
  assert.ok(!this.stream(theStream).events.some((event) => event.kind === kind));
});

/** Checks only received events, because an earlier step waits for a later one. */
Then('the stream has no {string}', function (this: HostWorld, kind: string) {
  const kinds = this.stream(theStream).events.map((event) => event.kind);
  assert.ok(
    kinds.some((each) => each !== 'connected'),
    'nothing was waited for',
  );
  assert.ok(!kinds.includes(kind), kinds.join());
});
