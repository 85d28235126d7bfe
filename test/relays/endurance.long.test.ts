/** Long interruptions, slow networks and wrong clocks, and what apps then receive. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { connect } from '@nats-io/transport-node';
import type { EventStreamClient } from '../../conformance/client/event-stream.js';
import { withoutNats } from './nats-server.js';
import {
  answering,
  closed,
  eventOf,
  get,
  hostOn,
  hostProcess,
  levelOf,
  natsOn,
  newName,
  numbersOf,
  proxyOf,
  put,
  relayOn,
  relayProcess,
  stream,
  until,
} from './relayed.js';

const hourMs = 3_600_000;

describe('endurance of relays', { skip: withoutNats }, () => {
  const comesOrGoes = (app: EventStreamClient, kind: string, clientId: string, after = 0) =>
    eventOf(
      app,
      (event) =>
        event.kind === kind && event.data.clientId === clientId && app.events.indexOf(event) >= after,
      `${kind} ${clientId}`,
    );

  test("the clocks of host, relay and NATS are hours apart: times are the host's, and presence lasts and ends as ever", async (t) => {
    const nats = await natsOn(t);
    const name = newName();
    const host = await hostProcess(t, nats.url, name, -3 * hourMs);
    const relay = await relayProcess(t, nats.url, name, { aheadMs: 5 * hourMs });
    const watcher = await stream(t, host.url);
    const app = await stream(t, relay.url, undefined, 'clientId=phone');
    await comesOrGoes(watcher, 'client_connected', 'phone');
    await put(relay.url, 'level', 1);
    const [there, here] = await Promise.all([levelOf(app, 1), levelOf(watcher, 1)]);
    assert.equal(there.data.timestamp, here.data.timestamp);
    // The connected event must also have the time of the host.
    const [greeting] = app.events;
    const away = Date.parse(greeting!.data.timestamp) - Date.parse(watcher.events[0]!.data.timestamp);
    assert.ok(Math.abs(away) < hourMs, `${away} ms`);
    assert.ok(Math.abs(Date.parse(there.data.timestamp) + 3 * hourMs - Date.now()) < hourMs);
    // Longer than a relay may be silent; it publishes its record three times in this period.
    const connection = await connect({ servers: nats.url });
    t.after(() => connection.close());
    let records = 0;
    connection.subscribe(`sim-host.${name}.apps.*`, { callback: () => void records++ });
    await until(async () => (records >= 5 ? true : undefined));
    assert.ok(!watcher.events.some(({ kind }) => kind === 'client_disconnected'));
    relay.kill();
    await comesOrGoes(watcher, 'client_disconnected', 'phone');
    const other = await relayOn(t, { servers: nats.url, name });
    const again = await stream(t, other.url, app.lastEventId, 'clientId=phone');
    assert.equal(again.events[0]!.data.resume, 'resumed');
  });

  test('apps of a relay that is cut off for longer than presence lasts miss nothing and are present again', async (t) => {
    const nats = await natsOn(t);
    const name = newName();
    const { proxy, url: behind } = await proxyOf(t, nats);
    const { url } = await hostOn(t, nats.url, name);
    const { url: relayed } = await relayOn(t, { servers: behind, name });
    const watcher = await stream(t, url);
    const app = await stream(t, relayed, undefined, 'clientId=phone');
    await comesOrGoes(watcher, 'client_connected', 'phone');
    proxy.cut();
    await comesOrGoes(watcher, 'client_disconnected', 'phone');
    for (let level = 1; level <= 5; level++) {
      await put(url, 'level', level);
      await levelOf(watcher, level);
    }
    const heard = watcher.events.length;
    proxy.mend();
    await levelOf(app, 5);
    assert.equal(app.isClosed, false);
    assert.deepEqual(numbersOf(app.events), [1, 2, 3, 4, 5]);
    await comesOrGoes(watcher, 'client_connected', 'phone', heard);
  });

  test('apps at relays miss nothing when their host is cut off for longer than presence lasts', async (t) => {
    const nats = await natsOn(t);
    const name = newName();
    const { proxy, url: behind } = await proxyOf(t, nats);
    const { url } = await hostOn(t, behind, name);
    const { url: relayed } = await relayOn(t, { servers: nats.url, name });
    const watcher = await stream(t, url);
    const app = await stream(t, relayed, undefined, 'clientId=phone');
    await comesOrGoes(watcher, 'client_connected', 'phone');
    proxy.cut();
    await comesOrGoes(watcher, 'client_disconnected', 'phone');
    // The relay has ended its streams, because its host seems gone.
    await closed(app);
    const heard = watcher.events.length;
    for (let level = 1; level <= 5; level++) {
      await put(url, 'level', level);
      await levelOf(watcher, level);
    }
    proxy.mend();
    const again = await stream(t, relayed, app.lastEventId, 'clientId=phone');
    assert.equal(again.events[0]!.data.resume, 'resumed');
    await levelOf(again, 5);
    assert.deepEqual(numbersOf([...app.events, ...again.events]), [1, 2, 3, 4, 5]);
    await comesOrGoes(watcher, 'client_connected', 'phone', heard);
  });

  test('on a slow NATS an app reads its own writes, and gets every event once and in order', async (t) => {
    const nats = await natsOn(t);
    const name = newName();
    const [host, relay] = [await proxyOf(t, nats), await proxyOf(t, nats)];
    const { url } = await hostOn(t, host.url, name);
    const { url: relayed } = await relayOn(t, { servers: relay.url, name });
    const app = await stream(t, relayed);
    const watcher = await stream(t, url);
    host.proxy.delayMs = 250;
    relay.proxy.delayMs = 150;
    for (let level = 1; level <= 5; level++) {
      await put(relayed, 'level', level);
      assert.equal(await get(relayed, 'level'), level);
    }
    for (let level = 6; level <= 30; level++) {
      await put(url, 'level', level);
      await levelOf(watcher, level);
    }
    const note = 'ü'.repeat(500_000);
    await put(relayed, 'note', note);
    assert.ok((await get(relayed, 'note')) === note);
    await levelOf(app, 30);
    assert.deepEqual(
      numbersOf(app.events),
      Array.from({ length: 30 }, (_, i) => i + 1),
    );
    await answering(relayed);
  });
});
