import { HttpClient, type Json } from '../../conformance/client/index.js';
import { type BenchContext, repeated, type Scenario, using, usingPeer } from '../lib/context.js';
import { StreamReaders } from '../lib/readers.js';
import { autocannonLoad, hasWrk, type RestRequest, wrkLoad } from '../lib/rest-load.js';
import { manyObjects } from '../lib/scenes.js';
import { BenchServer } from '../lib/server.js';
import { exponent, figure, figuresOf, ratioOf } from '../lib/stats.js';

export const demo = 'scenes/demo.yaml';
const property = '/exposed/object/key-light/intensity';
export const get: RestRequest = { path: property };
export const put: RestRequest = { method: 'PUT', path: property, body: '{"value":2.5}' };

/**
 * Reads and writes of a property, compared with peers; with wrk if it is installed, because autocannon is slower
 * than the servers.
 */
export const properties: Scenario = {
  name: 'property',
  title: 'One property',
  async run(context) {
    for (const [name, request, least] of [
      ['GET', get, 0.7],
      ['PUT', put, 0.5],
    ] as const) {
      await besidePeers(context, `${name} of one property`, request, least);
    }
    await withSubscribers(context);
  },
};

async function besidePeers(
  context: BenchContext,
  name: string,
  request: RestRequest,
  least: number,
): Promise<void> {
  const { options, progress } = context;
  const measure = (server: BenchServer) => perSecond(server, request, options.duration);
  const ours: number[] = [];
  const peers: Record<string, number[]> = { 'raw uWebSockets.js': [], fastify: [], 'node:http': [] };
  const files: Record<string, string> = {
    'raw uWebSockets.js': 'raw-uws',
    fastify: 'fastify',
    'node:http': 'node-http',
  };
  for (let run = 0; run < options.runs; run++) {
    progress(`${name}, run ${run + 1} of ${options.runs}`);
    ours.push(await using(BenchServer.simHost(demo), measure));
    for (const peer of Object.keys(peers)) {
      const rate = await usingPeer(BenchServer.peer(files[peer]!, 0), measure);
      if (rate !== undefined) peers[peer]!.push(rate);
    }
  }
  const ratio = ratioOf(ours, peers['raw uWebSockets.js']);
  context.row({
    scenario: 'property',
    name,
    unit: 'requests a second',
    value: figure(ours),
    peers: figuresOf(peers),
    ...(ratio && {
      ratio,
      aim: { text: `at least ${least} of raw uWebSockets.js`, isMet: ratio.median >= least },
    }),
    note: hasWrk ? 'load by wrk' : 'load by autocannon, which is the limit',
  });
}

async function perSecond(server: BenchServer, request: RestRequest, seconds: number): Promise<number> {
  if (hasWrk) {
    await wrkLoad(server, request, 1);
    return wrkLoad(server, request, seconds);
  }
  return (await autocannonLoad(server, request, { seconds, connections: 32, pipelining: 8 })).perSecond;
}

/** Writes with many subscribers: the last value of a path in a frame is sent. */
async function withSubscribers({ options, progress, row }: BenchContext): Promise<void> {
  for (const subscribers of [0, Math.min(1000, options.subscribers)]) {
    progress(`PUT with ${subscribers} subscribers`);
    const runs = await repeated(options.runs, () =>
      using(BenchServer.simHost(demo), async (server) => {
        const readers = new StreamReaders();
        await readers.open(server.url, subscribers);
        const { perCpuSecond } = await autocannonLoad(server, put, {
          seconds: options.duration,
          connections: options.connections,
          pipelining: 1,
        });
        readers.close();
        return perCpuSecond;
      }),
    );
    row({
      scenario: 'property',
      name: `PUT with ${subscribers} subscribers`,
      unit: 'requests per CPU second',
      value: figure(runs),
    });
  }
}

const demoRequests: Readonly<Record<string, RestRequest>> = {
  object: { path: '/exposed/object/main-camera' },
  'property read': get,
  'property write': put,
  function: { method: 'POST', path: '/exposed/function/StudioManager/Sum', body: '{"args":[2,3]}' },
  performance: { path: '/api/performance' },
  types: { path: '/exposed/types' },
};

function noHost(baseUrl: string): never {
  throw new Error(`no host answers at ${baseUrl}`);
}

/** Requests that fit any host: its first writable number or switch gets its current value. */
async function requestsOf(baseUrl: string): Promise<Record<string, RestRequest>> {
  const http = new HttpClient(baseUrl);
  try {
    const { objects } = (await http.request('GET', '/exposed/objects').catch(() => noHost(baseUrl))).json;
    const { types } = (await http.request('GET', '/exposed/types')).json;
    const always = { performance: demoRequests.performance!, types: demoRequests.types! };
    for (const object of objects) {
      const type = types.find((each: Json) => each.type === object['@type']);
      const property = type?.properties.find(
        ({ name, isReadOnly }: Json) => !isReadOnly && ['number', 'boolean'].includes(typeof object[name]),
      );
      if (property === undefined) continue;
      const path = `/exposed/object/${encodeURIComponent(object['@id'])}`;
      const body = JSON.stringify({ value: object[property.name] });
      return {
        object: { path },
        'property read': { path: `${path}/${property.name}` },
        'property write': { method: 'PUT', path: `${path}/${property.name}`, body },
        ...always,
      };
    }
    return always;
  } finally {
    http.close();
  }
}

/** The cost of every common route, with and without pipelining. */
export const routes: Scenario = {
  name: 'routes',
  title: 'Routes',
  async run({ options, progress, row }) {
    const requests = options.baseUrl === undefined ? demoRequests : await requestsOf(options.baseUrl);
    await using(host(options.baseUrl), async (server) => {
      for (const [name, request] of Object.entries(requests)) {
        for (const pipelining of [1, 10]) {
          progress(`${name}, pipelining ${pipelining}`);
          const load = { seconds: options.duration, connections: options.connections, pipelining };
          const runs = await repeated(options.runs, () => autocannonLoad(server, request, load));
          const p99 = figure(runs.map((run) => run.p99)).median;
          const isLimit = runs.some((run) => run.isLoadTheLimit);
          row({
            scenario: 'routes',
            name: `${name}, pipelining ${pipelining}`,
            unit: options.baseUrl === undefined ? 'requests per CPU second' : 'requests a second',
            value: figure(
              runs.map((run) => (options.baseUrl === undefined ? run.perCpuSecond : run.perSecond)),
            ),
            note: `p99 ${p99} ms${isLimit ? '; autocannon was the limit' : ''}`,
          });
        }
      }
    });
  },
};

function host(baseUrl: string | undefined): Promise<BenchServer> {
  return baseUrl === undefined ? BenchServer.simHost(demo) : BenchServer.attached(baseUrl);
}

/** Lists of 10, 1,000 and 10,000 objects. */
export const lists: Scenario = {
  name: 'lists',
  title: 'Lists',
  async run(context) {
    const { options, folder, progress, row, growth } = context;
    const points: [number, number][] = [];
    for (const count of [10, 1000, 10_000]) {
      for (const query of ['', '?nested']) {
        progress(`list of ${count} objects${query}`);
        const path = `/exposed/objects${query}`;
        const connections = count > 1000 ? 2 : 8;
        const runs = await repeated(options.runs, () =>
          using(BenchServer.simHost(manyObjects(folder, count)), async (server) => {
            const load = { seconds: options.duration, connections, pipelining: 1 };
            await autocannonLoad(server, { path }, { ...load, seconds: 1 });
            return (await autocannonLoad(server, { path }, load)).perCpuSecond;
          }),
        );
        const value = figure(runs);
        if (query === '') points.push([count, 1000 / value.median]);
        row({
          scenario: 'lists',
          name: `${count} objects${query === '' ? ' at depth 1' : ', nested'}`,
          unit: 'lists per CPU second',
          value,
        });
      }
    }
    growth({
      name: 'List at depth 1',
      x: 'objects',
      y: 'CPU milliseconds',
      points,
      exponent: exponent(points),
    });
  },
};

/** Batches of 1, 100 and 1,000 writes compared with single PUTs. */
export const batches: Scenario = {
  name: 'batches',
  title: 'Batches',
  async run({ options, progress, row, growth }) {
    const load = { seconds: options.duration, connections: 8, pipelining: 1 };
    const gains: Record<number, number[]> = { 1: [], 100: [], 1000: [] };
    const costs: Record<number, number[]> = { 1: [], 100: [], 1000: [] };
    for (let run = 0; run < options.runs; run++) {
      await using(BenchServer.simHost(demo), async (server) => {
        await autocannonLoad(server, put, { ...load, seconds: 1 });
        const single = (await autocannonLoad(server, put, load)).perCpuSecond;
        for (const size of [1, 100, 1000]) {
          progress(`batch of ${size}, run ${run + 1}`);
          const items = Array.from({ length: size }, (_, i) => ({
            method: 'PUT',
            path: property,
            body: { value: i % 8 },
          }));
          const body = JSON.stringify({ requests: items });
          await autocannonLoad(
            server,
            { method: 'POST', path: '/exposed/batch', body },
            { ...load, seconds: 1 },
          );
          const { perCpuSecond } = await autocannonLoad(
            server,
            { method: 'POST', path: '/exposed/batch', body },
            load,
          );
          gains[size]!.push((perCpuSecond * size) / single);
          costs[size]!.push(1e6 / perCpuSecond);
        }
      });
    }
    for (const size of [1, 100, 1000]) {
      const value = figure(gains[size]!);
      row({
        scenario: 'batches',
        name: `batch of ${size} beside single PUTs`,
        unit: 'times the writes per CPU second',
        value,
        ...(size === 1000 && { aim: { text: 'at least 8 times single PUTs', isMet: value.median >= 8 } }),
      });
    }
    const points = [1, 100, 1000].map((size) => [size, figure(costs[size]!).median] as const);
    growth({ name: 'Batch', x: 'items', y: 'CPU microseconds', points, exponent: exponent(points.slice(1)) });
  },
};
