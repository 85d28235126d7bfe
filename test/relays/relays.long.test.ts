/** Relays on a real NATS server: what apps see, also during failures. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { after, before, describe, type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { StreamEvent } from '../../conformance/client/event-stream.js';
import { EventStreamClient } from '../../conformance/client/event-stream.js';
import { HttpClient } from '../../conformance/client/http.js';
import {
  createPlainHost,
  exposedClass,
  exposedField,
  RemoteControlService,
} from '../../src/service/index.js';
import type { TestHostOptions } from '../../src/sim-host/testing/index.js';
import { NatsServer, withoutNats } from './nats-server.js';
import {
  answering,
  bearer,
  closed,
  eventOf,
  get,
  hostOn,
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

describe('relays', { skip: withoutNats }, () => {
  const nats = new NatsServer();

  before(() => nats.start());
  after(() => nats.stop().finally(() => nats.forget()));

  const host = (t: TestContext, name: string, options: Partial<TestHostOptions> = {}) =>
    hostOn(t, nats.url, name, options);
  const relay = (t: TestContext, name: string, servers = nats.url) => relayOn(t, { servers, name });
  const set = (url: string, level: number) => put(url, 'level', level);

  test('an app at a relay finds the same as an app at the host', async (t) => {
    const name = newName();
    const { url } = await host(t, name);
    const relayed = await relay(t, name);
    const [direct, indirect] = [new HttpClient(url), new HttpClient(relayed.url)];
    t.after(() => {
      direct.close();
      indirect.close();
    });
    // suite.mjs sends every other kind of request.
    const asked = [
      ['GET', '/EXPOSED/object/lamp/l%65vel?nested'],
      ['GET', '/openapi.json'],
      ['HEAD', '/exposed/objects'],
    ] as const;
    for (const [method, path] of asked) {
      const [expected, actual] = await Promise.all([
        direct.request(method, path),
        indirect.request(method, path),
      ]);
      assert.equal(actual.status, expected.status, `${method} ${path}`);
      assert.equal(actual.text, expected.text, `${method} ${path}`);
      assert.equal(actual.headers['content-type'], expected.headers['content-type'], `${method} ${path}`);
    }
  });

  test('an app that loses its relay continues at another and has missed nothing', async (t) => {
    const name = newName();
    const { url } = await host(t, name);
    const first = await relayProcess(t, nats.url, name);
    const second = await relay(t, name);
    const app = await stream(t, first.url);
    const watcher = await stream(t, url);
    await set(url, 1);
    await levelOf(app, 1);
    first.kill();
    await closed(app);
    for (let level = 2; level <= 5; level++) {
      await set(url, level);
      // Each value needs its own flush, since a flush reports only the last.
      await levelOf(watcher, level);
    }
    const again = await stream(t, second.url, app.lastEventId);
    assert.equal(again.events[0]!.data.resume, 'resumed');
    await levelOf(again, 5);
    assert.deepEqual(numbersOf([...app.events, ...again.events]), [1, 2, 3, 4, 5]);
  });

  /** Starts a host and a relay on a server of their own, and an app that has received level 1. */
  async function onOwnNats(t: TestContext) {
    const own = await natsOn(t);
    const name = newName();
    const { url } = await host(t, name, { nats: own.url });
    const relayed = await relay(t, name, own.url);
    const app = await stream(t, relayed.url);
    await set(url, 1);
    await levelOf(app, 1);
    return { own, name, url, relayed, app };
  }

  test('streams continue without a gap after NATS was stopped, and requests report it in the meantime', async (t) => {
    const { own, url, relayed, app } = await onOwnNats(t);
    await own.stop();
    const refused = await until(async () => {
      const response = await fetch(`${relayed.url}/exposed/object/lamp`);
      return response.status === 503 ? response : undefined;
    });
    assert.match(((await refused.json()) as { error: string }).error, /^Host not reachable: /);
    assert.equal(refused.headers.get('retry-after'), '1');
    // The host does not wait.
    const watcher = await stream(t, url);
    await set(url, 2);
    await levelOf(watcher, 2);
    await own.start();
    await levelOf(app, 2);
    assert.equal(app.isClosed, false);
    assert.deepEqual(numbersOf(app.events), [1, 2]);
    await answering(relayed.url);
  });

  test('apps continue when NATS returns without its data', async (t) => {
    const { own, name, url, relayed, app } = await onOwnNats(t);
    await own.stop();
    own.forget();
    await own.start();
    await set(url, 2);
    await levelOf(app, 2);
    await answering(relayed.url);
    const other = await relay(t, name, own.url);
    await set(url, 3);
    const late = await stream(t, other.url);
    await set(url, 4);
    await levelOf(late, 4);
  });

  test('a host that is cut off keeps running; its waiting events are limited, and more are a gap', async (t) => {
    const { proxy, url: behind } = await proxyOf(t, nats);
    const name = newName();
    const running = await host(t, name, { nats: behind });
    const { url } = running;
    const { url: relayed } = await relay(t, name);
    const app = await stream(t, relayed);
    proxy.delayMs = 50;
    await set(url, 1);
    await levelOf(app, 1);
    proxy.delayMs = 0;
    proxy.cut();
    const watcher = await stream(t, url);
    for (let i = 0; i < 12; i++) {
      const note = String.fromCharCode(97 + i).repeat(900_000);
      await put(url, 'note', note);
      await eventOf(watcher, ({ data }) => data.value === note, 'the note');
    }
    await set(url, 2);
    await levelOf(watcher, 2);
    proxy.mend();
    await closed(app);
    await answering(relayed);
    const again = await stream(t, relayed, app.lastEventId);
    assert.equal(again.events[0]!.data.resume, 'gap');
    assert.equal(await get(relayed, 'level'), 2);
    assert.ok(running.log.some(({ message }) => /dropped; apps at relays will find a gap/.test(message)));
    await set(url, 3);
    await levelOf(again, 3);
  });

  test('relays report the end of a host, and its next start is a new one', async (t) => {
    const name = newName();
    const before = await host(t, name);
    const { url } = await relay(t, name);
    const app = await stream(t, url);
    await before.stop();
    await closed(app);
    for (const path of ['/exposed/objects', '/api/stream'])
      assert.equal((await fetch(url + path)).status, 503);
    // A reconnecting app is not refused, because a browser would not try again.
    const opening = stream(t, url, app.lastEventId);
    await host(t, name);
    const again = await opening;
    const [{ data }] = again.events as [StreamEvent];
    assert.equal(data.resume, 'gap');
    assert.notEqual(data.instanceId, app.events[0]!.data.instanceId);
  });

  test('apps at relays are present: other clients see them, and prompts wait for them', async (t) => {
    const name = newName();
    const running = await host(t, name);
    const relayed = await relay(t, name);
    const direct = await stream(t, running.url, undefined, 'clientId=direct');
    const app = await stream(t, relayed.url, undefined, 'clientId=phone');
    await eventOf(
      direct,
      ({ kind, data }) => kind === 'client_connected' && data.clientId === 'phone',
      'the phone',
    );
    const { serverStatus } = (await (await fetch(`${relayed.url}/api/heartbeat?clientId=phone`)).json()) as {
      serverStatus: { connectedClients: number };
    };
    assert.equal(serverStatus.connectedClients, 2);
    await running.control('prompt.ask', { messageKey: 'Sure?' });
    const { data } = await eventOf(app, ({ kind }) => kind === 'confirm_request', 'the prompt');
    const late = await stream(t, relayed.url);
    await eventOf(
      late,
      ({ kind, data: { id } }) => kind === 'confirm_request' && id === data.id,
      'it, to a late app',
    );
    await fetch(`${relayed.url}/api/confirm`, {
      method: 'POST',
      body: JSON.stringify({ id: data.id, choice: 'yes' }),
    });
    await eventOf(direct, ({ kind }) => kind === 'confirm_dismiss', 'its end');
    await relayed.stop();
    await eventOf(
      direct,
      ({ kind, data: { clientId } }) => kind === 'client_disconnected' && clientId === 'phone',
      'its end',
    );
    await closed(app);
  });

  test('the host checks tokens of apps at relays', async (t) => {
    const name = newName();
    await host(t, name, { token: 'all', readToken: 'look' });
    const { url } = await relay(t, name);
    const status = async (method: string, path: string, token?: string) => {
      const headers: Record<string, string> = token === undefined ? {} : { Authorization: `Bearer ${token}` };
      const body = method === 'PUT' ? '{"value":1}' : null;
      const response = await fetch(url + path, { method, headers, body });
      await response.body?.cancel();
      return response.status;
    };
    assert.equal(await status('GET', '/exposed/objects'), 401);
    assert.equal(await status('GET', '/api/stream'), 401);
    assert.equal(await status('GET', '/api/stream?access_token=wrong'), 401);
    assert.equal(await status('GET', '/api/stream?access_token=look'), 200);
    assert.equal(await status('PUT', '/exposed/object/lamp/level', 'look'), 403);
    assert.equal(await status('PUT', '/exposed/object/lamp/level', 'all'), 200);
    assert.equal(await status('GET', '/api/stream?kinds=none', 'all'), 400);
  });

  test('a restricted app gets only what it may see, also at a relay', async (t) => {
    @exposedClass({ name: 'RelayedSafe' })
    class Safe {
      @exposedField({ type: 'Int32' }) accessor open = 0;
      @exposedField({ type: 'Int32' }) accessor secret = 0;
    }
    const name = newName();
    const service = new RemoteControlService({
      host: createPlainHost({ name: 'Safe', log: () => {} }),
      http: { port: 0, authorize: ({ token }) => (token === 'guest' ? guest : undefined) },
    });
    const guest = { read: (path: string) => path !== 'safe/secret' };
    const safe = new Safe();
    service.objects.register(safe, { sourceKey: 'safe' });
    await service.publish({ servers: nats.url, name });
    await service.start();
    t.after(() => service.stop());
    const { url } = await relay(t, name);
    const app = await stream(t, url, undefined, 'access_token=guest');
    safe.secret = 42;
    safe.open = 1;
    await eventOf(app, ({ data }) => data.path === 'open', 'what it may see');
    const told = app.events.filter(({ kind }) => kind === 'exposed_object_updated');
    assert.deepEqual(
      told.map(({ data }) => [data.path, data.value]),
      [['open', 1]],
    );
    assert.doesNotMatch(app.raw, /secret/);
    assert.equal((await fetch(`${url}/exposed/object/safe/secret`, bearer('guest'))).status, 404);
    app.close();
    await until(async () => (service.subscribers === 0 ? true : undefined));
  });

  test('a relay limits its streams, also for apps that connect at once', async (t) => {
    const name = newName();
    await host(t, name);
    const { url } = await relayProcess(t, nats.url, name, { args: ['--max-subscribers', '5'] });
    const apps = await Promise.all(Array.from({ length: 40 }, () => EventStreamClient.open(url)));
    t.after(() => apps.map((app) => app.close()));
    const statuses = apps.map(({ status }) => status).sort();
    assert.deepEqual(statuses, [...Array(5).fill(200), ...Array(35).fill(503)]);
  });

  test('workers share a port, and one that dies is replaced', async (t) => {
    const name = newName();
    await host(t, name);
    const { url, pid, kill } = await relayProcess(t, nats.url, name, { args: ['--workers', '2'] });
    const app = await stream(t, url);
    // Kills the worker that listened first.
    process.kill(pid, 'SIGKILL');
    await until(async () => {
      const status = await fetch(`${url}/exposed/object/lamp`).then(
        ({ status }) => status,
        () => 0,
      );
      return status === 200 || undefined;
    });
    const again = await stream(t, url, app.lastEventId);
    assert.equal(again.events[0]!.data.resume, 'resumed');
    const ended = closed(again);
    kill('SIGTERM');
    await ended;
  });

  test('workers of another command find the shared port taken', async (t) => {
    const name = newName();
    await host(t, name);
    const { url } = await relayProcess(t, nats.url, name, { args: ['--workers', '2'] });
    const bin = fileURLToPath(new URL('../../bin/sim-host.mjs', import.meta.url));
    const place = ['--nats', nats.url, '--nats-name', name, '--workers', '2', '--port', new URL(url).port];
    // A relay that listens would not exit.
    const options = { timeout: 20_000, encoding: 'utf8' } as const;
    const { status, stderr } = spawnSync(process.execPath, [bin, 'relay', ...place], options);
    assert.equal(status, 1, stderr);
    assert.match(stderr, /the port is taken; choose another port/);
  });
});
