import assert from 'node:assert/strict';
import { test } from 'node:test';
import { foreignPromise, hostileThings, proxyOfTraps } from '../../../test/support/hostile.js';
import { createService } from '../../../test/support/service.js';
import type { Handler } from '../index.js';

type Handle = Handler['routes'][number]['handle'];

function raise(thing: unknown): never {
  throw thing;
}

/** Routes with invalid answers and the text of the message. */
const noAnswers: Readonly<Record<string, readonly [answer: unknown, message: RegExp]>> = {
  nothing: [undefined, /answered with undefined/],
  number: [5, /answered with 5/],
  status: [{ status: 'x', body: '{}' }, /a status from 200 to 599/],
  low: [{ status: 199, body: '{}' }, /a status from 200 to 599/],
  high: [{ status: 600, body: '{}' }, /a status from 200 to 599/],
  fraction: [{ status: 200.5, body: '{}' }, /a status from 200 to 599/],
  type: [{ contentType: 7, body: '{}' }, /a content type/],
  headers: [{ headers: 7, body: '{}' }, /headers as pairs/],
  header: [{ headers: [['x', 5]], body: '{}' }, /headers as pairs/],
  short: [{ headers: [['x']], body: '{}' }, /headers as pairs/],
  text: [{ headers: ['xy'], body: '{}' }, /headers as pairs/],
  stream: [{ open: true }, /function open/],
  body: [{ body: 7 }, /a body of text/],
  object: [{ lamps: [] }, /handle must return JSON text or \{ status, .*without body; use JSON\.stringify/],
};

for (const engine of ['auto', 'node'] as const) {
  test(`an error in a route of the application affects only its own request (${engine})`, async (t) => {
    const { service, log } = createService(t, { http: { engine } });
    const routes = new Map<string, Handle>();
    for (const [name, thing] of Object.entries(hostileThings)) {
      routes.set(`throws/${name}`, () => raise(thing));
      routes.set(`rejects/${name}`, async () => raise(await thing));
      routes.set(`thenable/${name}`, () => foreignPromise(() => raise(thing)) as Promise<string>);
    }
    for (const [name, [answer]] of Object.entries(noAnswers)) {
      routes.set(`answers/${name}`, () => answer as string);
      routes.set(`answers-later/${name}`, async () => answer as string);
    }
    routes.set('proxy', () => proxyOfTraps as never);
    routes.set('later-proxy', async () => proxyOfTraps as never);
    routes.set('pieces', () => ({
      body: (function* () {
        yield '{';
        raise(proxyOfTraps);
      })(),
    }));
    routes.set('open', () => ({ contentType: 'text/plain', open: () => raise(proxyOfTraps) }));
    routes.set('owner', () => ({
      contentType: 'text/plain',
      open(response) {
        response.owner = { onClosed: () => raise(proxyOfTraps), onWritable: () => raise(proxyOfTraps) };
        response.write('x');
        setImmediate(() => response.close());
      },
    }));
    service.addHandler({
      routes: [...routes].map(([path, handle]) => ({ method: 'GET', path: `/app/${path}`, handle })),
    });
    const { url } = await service.start();
    for (const path of routes.keys()) {
      log.length = 0;
      const answer = await fetch(`${url}/app/${path}`).then(
        async (response) => ({ status: response.status, text: await response.text().catch(() => '') }),
        () => undefined,
      );
      const isPartial = ['pieces', 'open', 'owner'].includes(path);
      if (!isPartial) {
        assert.equal(answer?.status, 500, path);
        const { error } = JSON.parse(answer!.text);
        assert.match(
          error,
          (path.startsWith('answers') && noAnswers[path.split('/')[1]!]?.[1]) || /^Internal error: ./,
          path,
        );
      }
      assert.equal(log.length, 1, `${path} is logged once: ${log}`);
      assert.ok(log[0]!.startsWith(`Exception GET /app/${path}: `), log[0]);
      assert.equal((await fetch(`${url}/api/status`)).status, 200, `after ${path}`);
    }
  });

  test(`a route of the application can read the caller after the request has ended (${engine})`, async (t) => {
    const { service } = createService(t, { http: { engine } });
    const handle: Handle = async (request) => {
      await new Promise((resolve) => setImmediate(resolve));
      return JSON.stringify([request.clientId, request.lastEventId, request.query('a')]);
    };
    let immediate: Handle | undefined;
    const clientId = new Promise<string>((resolve) => {
      immediate = (request) => {
        setImmediate(() => resolve(request.clientId));
        return '{}';
      };
    });
    service.addHandler({
      routes: [
        { method: 'GET', path: '/app/who', handle },
        { method: 'POST', path: '/app/who', handle },
        { method: 'GET', path: '/app/at-once', handle: immediate! },
      ],
    });
    const { url } = await service.start();
    const headers = { 'X-Client-ID': 'tablet', 'Last-Event-ID': 'x:7' };
    for (const init of [{}, { method: 'POST' }, { method: 'POST', body: '{"a":1}' }]) {
      const answer = await fetch(`${url}/app/who?a=b`, { ...init, headers });
      assert.deepEqual(await answer.json(), ['tablet', 'x:7', 'b'], JSON.stringify(init));
    }
    await (await fetch(`${url}/app/at-once`, { headers })).text();
    assert.equal(await clientId, 'tablet');
  });
}
