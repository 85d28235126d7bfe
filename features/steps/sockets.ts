import assert from 'node:assert/strict';
import { once } from 'node:events';
import { After, Then, When } from '@cucumber/cucumber';
import { answered, openRawClient, type RawClient, statuses, wholeChunks } from '../support/raw-client.js';
import type { HostWorld } from '../support/world.js';

/** Raw connections of clients, by scenario. */
const sockets = new WeakMap<HostWorld, RawClient[]>();

async function open(world: HostWorld): Promise<RawClient> {
  const client = await openRawClient(world.host.url);
  sockets.set(world, [...(sockets.get(world) ?? []), client]);
  return client;
}

After(function (this: HostWorld) {
  for (const { socket } of sockets.get(this) ?? []) socket.destroy();
});

/** Polls until the condition is true; only a failure reaches the limit. */
async function eventually(world: HostWorld, isSo: () => boolean, what: () => string): Promise<void> {
  for (let i = 0; i < 2000 && !isSo(); i++) await world.http.request('GET', '/api/health');
  assert.ok(isSo(), what());
}

async function memory(world: HostWorld): Promise<number> {
  return (await world.http.request('GET', '/api/performance')).json.memory;
}

When('I note the memory of the host', async function (this: HostWorld) {
  this.remembered.set('memory', String(await memory(this)));
});

Then('the host has grown by less than {int} MB', async function (this: HostWorld, most: number) {
  const grown = ((await memory(this)) - Number(this.remembered.get('memory'))) / 2 ** 20;
  assert.ok(grown < most, `it has grown by ${grown.toFixed(0)} MB`);
});

When(
  '{int} client(s) ask(s) {int} time(s) for {word} and read(s) nothing',
  async function (this: HostWorld, clients: number, times: number, path: string) {
    for (let i = 0; i < clients; i++) {
      const { socket } = await open(this);
      socket.pause();
      socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`.repeat(times));
    }
    // These requests are later, so their answers show that earlier ones were processed.
    for (let i = 0; i < 50; i++) await this.http.request('GET', '/api/health');
  },
);

When(
  /^(\d+) clients subscribe to "(.*)" and to an id of their own( with source keys)? +and read nothing$/,
  async function (this: HostWorld, clients: number, key: string, more: string | null) {
    for (let i = 0; i < Number(clients); i++) {
      const client = await open(this);
      const query = `ids=${key},own-${i}${more === null ? '' : '&source'}`;
      client.socket.write(`GET /api/stream?${query} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
      await eventually(
        this,
        () => client.text.includes('"connected"'),
        () => client.text,
      );
      client.socket.pause();
    }
    const reader = await open(this);
    reader.socket.write('GET /api/stream HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await eventually(
      this,
      () => reader.text.includes('"connected"'),
      () => reader.text,
    );
  },
);

/** Filters are served in order, and the filter of the reader was the last. */
When('all of them have been told of it', async function (this: HostWorld) {
  const reader = sockets.get(this)!.at(-1)!;
  await this.step(10);
  await eventually(
    this,
    () => reader.text.slice(-1000).includes('"path":"secret"'),
    () => reader.text.slice(0, 1000),
  );
});

When(
  '{int} clients send {int} bytes of a body for {word} and stop',
  async function (this: HostWorld, count: number, bytes: number, path: string) {
    const half = Buffer.alloc(bytes, 97);
    for (let i = 0; i < count; i++) {
      const { socket } = await open(this);
      socket.write(`PUT ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${2 * bytes}\r\n\r\n`);
      if (!socket.write(half)) await Promise.race([once(socket, 'drain'), once(socket, 'close')]);
    }
  },
);

Then('at least one of them is answered with {int}', async function (this: HostWorld, status: number) {
  const clients = () => sockets.get(this) ?? [];
  const isSo = () => clients().some(({ text }) => statuses(text).includes(status));
  await eventually(this, isSo, () =>
    clients()
      .map(({ text }) => text.slice(0, 20))
      .join(),
  );
});

When('a client subscribes that waits for the end of each chunk', async function (this: HostWorld) {
  const query = 'kinds=connected,exposed_object_updated&ids=key-light';
  (await open(this)).socket.write(`GET /api/stream?${query} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
});

Then('it has had {string} once', async function (this: HostWorld, kind: string) {
  const client = sockets.get(this)!.at(-1)!;
  const times = () => wholeChunks(client.text).split(`"type":"${kind}"`).length - 1;
  await eventually(
    this,
    () => times() > 0,
    () => `there is no whole chunk with ${kind} in: ${client.text}`,
  );
  assert.equal(times(), 1);
});

When('a client sends:', async function (this: HostWorld, text: string) {
  (await open(this)).socket.write(text.replaceAll('\n', '\r\n'));
});

Then(/^it is answered with (\d{3}(?:, \d{3})*)$/, async function (this: HostWorld, list: string) {
  const client = sockets.get(this)!.at(-1)!;
  const wanted = list.split(', ').map(Number);
  const isSo = () => statuses(client.text).length >= wanted.length || client.isClosed;
  await eventually(this, isSo, () => `it was answered with: ${client.text}`);
  assert.deepEqual(statuses(client.text), wanted);
});

/** The end of one request and the start of the next are ambiguous. */
Then('the connection is closed, after an answer of 400 or without one', async function (this: HostWorld) {
  const client = sockets.get(this)!.at(-1)!;
  await eventually(
    this,
    () => client.isClosed,
    () => `it is open, and was answered with: ${client.text}`,
  );
  assert.ok(['', '400'].includes(statuses(client.text).join()), client.text);
});

When(
  'I PUT a list of {int} times {word} to {word}',
  async function (this: HostWorld, count: number, item: string, path: string) {
    await this.send('PUT', path, { raw: `{"value":[${`${item},`.repeat(count - 1)}${item}]}` });
  },
);

When('I PUT a list in {int} lists to {word}', async function (this: HostWorld, count: number, path: string) {
  await this.send('PUT', path, { raw: `{"value":${'['.repeat(count)}${']'.repeat(count)}}` });
});

When(
  'I send {int} times {word} {word} in one batch',
  async function (this: HostWorld, count: number, method: string, path: string) {
    const requests = Array.from({ length: count }, (_, id) => ({ id, method, path }));
    await this.send('POST', '/exposed/batch', { body: { requests } });
  },
);

When(
  'I send {int} times {word} {word} with {word} in one batch',
  async function (this: HostWorld, count: number, method: string, path: string, json: string) {
    const item = { method, path, body: JSON.parse(json) };
    await this.send('POST', '/exposed/batch', { body: { requests: Array(count).fill(item) } });
  },
);

Then(
  'the first item is answered with {int}, and from some item on all with {int}',
  function (this: HostWorld, first: number, later: number) {
    const statuses: number[] = this.answer.json.responses.map(({ status }: { status: number }) => status);
    const begin = statuses.indexOf(later);
    assert.equal(statuses[0], first);
    assert.ok(begin > 0, `none was answered with ${later}`);
    assert.deepEqual(new Set(statuses.slice(0, begin)), new Set([first]));
    assert.deepEqual(new Set(statuses.slice(begin)), new Set([later]));
  },
);

Then('all items are answered with {int}', function (this: HostWorld, wanted: number) {
  const statuses = this.answer.json.responses.map(({ status }: { status: number }) => status);
  assert.deepEqual(new Set(statuses), new Set([wanted]));
});

When(
  'I PUT a number of {int} digits to {word}',
  async function (this: HostWorld, digits: number, path: string) {
    await this.send('PUT', path, { raw: `{"value":${'1'.repeat(digits)}}` });
  },
);

When(
  '{int} clients export to {string} at once',
  async function (this: HostWorld, count: number, path: string) {
    const body = JSON.stringify({ path });
    const clients: RawClient[] = [];
    for (let i = 0; i < count; i++) clients.push(await open(this));
    for (const { socket } of clients)
      socket.write(
        `POST /exposed/export HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      );
    await Promise.all(clients.map((client) => answered(client)));
  },
);

Then(
  'some of them are answered with {int}, and the others with {int} {string} and Retry-After',
  function (this: HostWorld, good: number, refused: number, message: string) {
    const clients = sockets.get(this)!;
    const of = (status: number) => clients.filter(({ text }) => statuses(text)[0] === status);
    assert.ok(of(good).length > 0, 'some are answered');
    assert.ok(of(refused).length > 0, 'some are refused');
    assert.equal(of(good).length + of(refused).length, clients.length);
    for (const { text } of of(refused)) {
      assert.match(text, /^retry-after: \d+\r$/im);
      assert.ok(text.includes(`{"error":"${message}`), text);
    }
  },
);

When(
  'I GET {word} and {int} times {string} behind it',
  function (this: HostWorld, begin: string, count: number, text: string) {
    return this.send('GET', begin + text.repeat(count));
  },
);

async function subscribe(world: HostWorld, ids: number): Promise<RawClient> {
  const client = await open(world);
  const list = Array.from({ length: ids }, (_, i) => i).join();
  client.socket.write(`GET /api/stream?ids=${list} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  return client;
}

When('a client subscribes to {int} id(s)', async function (this: HostWorld, ids: number) {
  await subscribe(this, ids);
});

When(
  '{int} clients subscribe to {int} ids each',
  async function (this: HostWorld, count: number, ids: number) {
    for (let i = 0; i < count; i++) {
      const client = await subscribe(this, ids);
      await answered(client);
      assert.deepEqual(statuses(client.text), [200]);
    }
  },
);

When('one of those before it leaves', function (this: HostWorld) {
  sockets.get(this)!.at(-2)!.socket.destroy();
});

Then('a client that subscribes to {int} ids is let in', async function (this: HostWorld, ids: number) {
  for (let i = 0; i < 100; i++) {
    const client = await subscribe(this, ids);
    await answered(client);
    if (statuses(client.text)[0] === 200) return;
  }
  assert.fail('it is not let in');
});
