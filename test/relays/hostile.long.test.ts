/** Attackers that may publish on a host's subjects, and their effect on the host and on apps. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, type TestContext, test } from 'node:test';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect, createInbox, type NatsConnection } from '@nats-io/transport-node';
import { departingClients, drawFrom } from '../../features/support/departing-clients.js';
import { startRelay } from '../../src/relay/relay.js';
import { type NatsServer, withoutNats } from './nats-server.js';
import {
  encodeMessage,
  eventOf,
  get,
  hostOn,
  hostProcess,
  levelOf,
  natsOn,
  newName,
  put,
  relayOn,
  stream,
  until,
} from './relayed.js';

const request = (more: object = {}) => ({
  method: 'GET',
  url: '/exposed/object/lamp',
  query: '',
  headers: [],
  address: '10.0.0.1',
  ...more,
});

describe('hostile publishers', { skip: withoutNats }, () => {
  /** Starts a server and connects an attacker. */
  async function at(t: TestContext): Promise<{ nats: NatsServer; attacker: NatsConnection; name: string }> {
    const nats = await natsOn(t);
    const attacker = await connect({ servers: nats.url });
    t.after(() => attacker.close());
    return { nats, attacker, name: newName() };
  }

  test('invalid requests get an error, and the host keeps running', async (t) => {
    const { nats, attacker, name } = await at(t);
    const { url } = await hostOn(t, nats.url, name);
    const { url: relayed } = await relayOn(t, { servers: nats.url, name });
    const none: (string | Uint8Array)[] = [
      '',
      '\n',
      'null\n',
      '[]\n',
      '{"a\r\u0000ü\n',
      Buffer.from([0xff, 0xfe, 10, 0]),
      ...[
        {},
        { method: 7 },
        { method: 'G E T' },
        { url: 'http://elsewhere/' },
        { headers: [null] },
        { headers: [['a']] },
        { headers: [['a', { b: 1 }]] },
        { headers: { a: 'b' } },
        { address: null },
        { port: 'x' },
        { url: `/${'x'.repeat(300_000)}` },
      ].map((more) => encodeMessage(Object.keys(more).length === 0 ? more : request(more))),
      '{"part":1}\n',
      '{"part":"1","of":2}\n',
      '{"part":2,"of":1}\n',
      '{"part":1,"of":1}\nnothing',
    ];
    for (const each of none) {
      const answer = await attacker.request(`sim-host.${name}.requests`, each, { timeout: 20_000 });
      const [head, body] = answer.string().split('\n') as [string, string];
      const text = Buffer.from(each).toString().slice(0, 80);
      assert.equal(JSON.parse(head).status, 400, text);
      assert.match(JSON.parse(body).error, /^Invalid request format: ./, text);
    }
    await put(relayed, 'level', 1);
    assert.equal(await get(url, 'level'), 1);
  });

  test('a request whose response would go to a subject of the host is not answered', async (t) => {
    const { nats, attacker, name } = await at(t);
    await hostOn(t, nats.url, name);
    const { url: relayed } = await relayOn(t, { servers: nats.url, name });
    const { streams } = await jetstreamManager(attacker);
    const events = `sim-host-${name}`;
    const last = async () => (await streams.info(events)).state.last_seq;
    const before = await last();
    const reply = `sim-host.${name}.events`;
    for (const message of [encodeMessage(request()), '{"part":1}\n'])
      attacker.publish(`sim-host.${name}.requests`, message, { reply });
    attacker.publish(`sim-host.${name}.ping`, '', { reply });
    // Sent later by the same connection, so answered after the others.
    await attacker.request(`sim-host.${name}.requests`, encodeMessage(request()), { timeout: 20_000 });
    await get(relayed, 'level');
    // The host may have published something itself.
    for (let seq = before + 1, to = await last(); seq <= to; seq++) {
      const message = await streams.getMessage(events, { seq });
      assert.match(message?.string() ?? '', /^\{"kind":"(events|started|truncated)"/);
    }
  });

  test('invalid apps and relays are ignored, and their number is limited', async (t) => {
    const { nats, attacker, name } = await at(t);
    const { url } = await hostOn(t, nats.url, name);
    const { url: relayed } = await relayOn(t, { servers: nats.url, name });
    const watcher = await stream(t, relayed);
    const tell = (relay: string, record: string) =>
      attacker.publish(`sim-host.${name}.apps.${relay}`, record);
    const wrong = [
      'null',
      '{',
      '[]',
      '{"apps":null}',
      '{"apps":{"a":"b"}}',
      '{"apps":{"a":-1}}',
      '{"part":1,"of":1}\n{',
      `{"apps":{"${'x'.repeat(100_000)}":1}}`,
    ];
    for (const each of wrong) tell('made-up', each);
    tell('r$s', '{"apps":{"a":1}}');
    tell('many', '{"apps":{"many":9e15}}');
    await eventOf(
      watcher,
      ({ kind, data }) => kind === 'client_connected' && data.clientId === 'many',
      'the app of which there are said to be many',
    );
    // The first record of the relay may tell of the watcher itself.
    const { clientId: own } = watcher.events.find(({ kind }) => kind === 'connected')!.data;
    const made = watcher.events.filter(
      ({ kind, data }) => kind === 'client_connected' && data.clientId !== own,
    );
    assert.deepEqual(
      made.map(({ data }) => data.clientId),
      ['many'],
    );
    await put(url, 'level', 2);
    await levelOf(watcher, 2);
  });

  test('invalid responses are 502 at a relay, and no app waits for them', async (t) => {
    const { nats, attacker, name } = await at(t);
    const answers: (string | Uint8Array)[] = [
      'nothing\n',
      'null\n',
      '{"status":42,"type":"a","headers":[]}\n',
      '{"status":200,"type":"a","headers":[["a"]]}\n',
      '{"status":200,"headers":[]}\n',
      '{"status":200,"type":"a","headers":[["a\\r\\nb","c"]]}\n',
      '{"piece":7}\nout of turn',
      '{"part":1}\n',
    ];
    let answer: string | Uint8Array = '';
    attacker.subscribe(`sim-host.${name}.requests`, {
      callback: (_, message) => void message.respond(answer),
    });
    const lines: string[] = [];
    const log = (_: string, line: string) => lines.push(line);
    const relay = await startRelay({ nats: { servers: nats.url, name }, http: { port: 0 }, log });
    t.after(() => relay.stop());
    const status = async (path: string) => (await fetch(relay.url + path)).status;
    for (answer of answers) assert.equal(await status('/exposed/object/lamp'), 502, String(answer));
    answer = '{"status":200,"type":"application/json","headers":[]}\n{"no":"invitation"}';
    assert.equal(await status('/api/stream'), 502);
    answer = '{"status":200,"type":"application/json","headers":[]}\nnothing';
    assert.equal(await status('/api/stream'), 502);
    answer = '{"status":200,"type":"text/plain","headers":[]}\nwell';
    assert.equal(await status('/exposed/object/lamp'), 200);
  });

  test('incomplete messages and responses that are not taken do not exhaust the host’s memory', {
    skip: process.platform !== 'linux' && 'the memory of a process is read from /proc',
  }, async (t) => {
    const { nats, attacker, name } = await at(t);
    const { url, pid } = await hostProcess(t, nats.url, name);
    const { url: relayed } = await relayOn(t, { servers: nats.url, name });
    const megabytes = () =>
      Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024;
    const ask = (message: Uint8Array, reply = createInbox()) =>
      attacker.publish(`sim-host.${name}.requests`, message, { reply });
    const before = megabytes();
    const part = encodeMessage({ part: 1, of: 9 }, Buffer.alloc(900_000));
    for (let i = 0; i < 1000; i++) {
      ask(part);
      if (i % 50 === 0) await attacker.flush();
    }
    // Parts of endless messages, and incomplete records of relays.
    const inbox = createInbox();
    for (let i = 1; i <= 200_000; i++) {
      ask(encodeMessage({ part: i, of: 1e9 }), inbox);
      if (i % 10_000 === 0) await attacker.flush();
    }
    for (let i = 0; i < 300; i++) attacker.publish(`sim-host.${name}.apps.r${i}`, part);
    const note = 'x'.repeat(1_000_000);
    await put(url, 'note', note);
    // The attacker subscribes but never takes a piece.
    attacker.subscribe('_INBOX.silent.>', { callback: () => {} });
    for (let i = 0; i < 3000; i++)
      ask(encodeMessage(request({ url: '/exposed/object/lamp/note' })), `_INBOX.silent.${i}`);
    await attacker.flush();
    await until(async () => ((await get(relayed, 'note')) === note ? true : undefined));
    // Kept until taken, they would be 3,000 MB; released memory may not have been collected yet.
    const more = megabytes() - before;
    assert.ok(more < 1500, `${more} MB more than before`);
  });

  test('a relay and its host survive apps that pipeline requests and disconnect (SVC-9)', async (t) => {
    const { nats, name } = await at(t);
    const { url } = await hostOn(t, nats.url, name);
    const { url: relayed } = await relayOn(t, { servers: nats.url, name });
    const ask = async () => {
      for (const each of [url, relayed])
        assert.equal((await fetch(`${each}/exposed/object/lamp`)).status, 200);
    };
    const seed = Number(process.env.RANDOM_SEED ?? 82);
    await departingClients(relayed, 1000, drawFrom(seed), ask, { object: 'lamp' });
  });
});
