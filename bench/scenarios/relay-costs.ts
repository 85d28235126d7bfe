import type { BenchContext } from '../lib/context.js';
import type { BenchNats } from '../lib/nats.js';
import { eventBytes, StreamReaders } from '../lib/readers.js';
import { shares, withRelay } from '../lib/relayed.js';
import { autocannonLoad, type RestRequest } from '../lib/rest-load.js';
import { BenchServer } from '../lib/server.js';
import { exponent, figure, pause } from '../lib/stats.js';
import { perCpuSecond } from './stream.js';

/** Measures the costs used in docs/scaling.md: of events for NATS, relays and hosts, and of deliveries for relays. */
export async function whatChangesCost(context: BenchContext, nats: BenchNats): Promise<void> {
  const { options, progress, row } = context;
  for (const changes of [1, 13, 100]) {
    const what = `${changes} changes a frame`;
    progress(`${what} and one subscriber at a relay`);
    await withRelay(context, nats, changes, async ({ host, relay }) => {
      const size = await eventBytes(relay.url);
      const readers = new StreamReaders();
      await readers.open(relay.url, 1, { isObjectsOnly: true });
      await pause(2000);
      const bytes = readers.bytes;
      const used = await shares({ NATS: nats, 'a relay': relay, 'the host': host }, options);
      const perSecond = (readers.bytes - bytes) / size / (options.duration * options.runs);
      readers.close();
      for (const [who, value] of Object.entries(used))
        row({
          scenario: 'relays',
          name: `CPU of ${who}, ${what}`,
          unit: 'of a core',
          value: figure([value]),
          note: `one subscriber; ${size.toFixed(0)} bytes an event, ${perSecond.toFixed(0)} events a second`,
        });
      const count = Math.min(changes < 100 ? 1000 : 300, options.subscribers);
      progress(`${what} and ${count} subscribers at a relay`);
      row({
        scenario: 'relays',
        name: `deliveries of a relay, ${what}`,
        unit: 'events per CPU second',
        value: figure([await perCpuSecond(relay, count, options.duration)]),
        note: `${count} subscribers`,
      });
    });
  }
}

/** CPU of NATS by the number of relays that read from it. */
export async function whatRelaysCost(context: BenchContext, nats: BenchNats): Promise<void> {
  const { options, progress, growth } = context;
  const points: [number, number][] = [];
  await withRelay(context, nats, 13, async ({ place, relay }) => {
    const readers = new StreamReaders();
    await readers.open(relay.url, 1);
    const others: BenchServer[] = [];
    try {
      for (const count of [1, 4, 8]) {
        progress(`NATS with ${count} relays`);
        while (others.length < count - 1) others.push(await BenchServer.relay(place));
        await pause(2000);
        points.push([count, (await shares({ nats }, options)).nats]);
      }
    } finally {
      readers.close();
      await Promise.all(others.map((each) => each.stop()));
    }
  });
  growth({
    name: 'CPU of NATS, 13 changes a frame',
    x: 'relays',
    y: 'CPU share',
    points,
    exponent: exponent(points),
  });
}

/** Cost of a request through a relay. */
export async function whatRequestsCost(context: BenchContext, nats: BenchNats): Promise<void> {
  const { options, progress, row } = context;
  const path = '/exposed/object/thing/manual';
  const requests: RestRequest[] = [{ path }, { method: 'PUT', path, body: '{"value":1}' }];
  for (const request of requests) {
    const { method = 'GET' } = request;
    progress(`${method} by way of a relay`);
    await withRelay(context, nats, 1, async ({ host, relay }) => {
      const before = { host: host.cpuSeconds(), relay: relay.cpuSeconds(), nats: nats.cpuSeconds() };
      const load = { seconds: options.duration, connections: options.connections, pipelining: 1 };
      const { perSecond } = await autocannonLoad(relay, request, load);
      const count = perSecond * options.duration;
      const used = {
        'a relay': relay.cpuSeconds() - before.relay,
        'the host': host.cpuSeconds() - before.host,
        NATS: nats.cpuSeconds() - before.nats,
      };
      for (const [who, seconds] of Object.entries(used))
        row({
          scenario: 'relays',
          name: `${method} by way of a relay, at ${who}`,
          unit: 'requests per CPU second',
          value: figure([count / seconds]),
          note: `${options.connections} connections`,
        });
    });
  }
}
