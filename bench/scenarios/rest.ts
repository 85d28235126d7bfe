import { HttpClient, type Json } from '../../conformance/client/index.js';
import { compare } from '../lib/compare.js';
import { type BenchContext, repeated, type Scenario, using } from '../lib/context.js';
import { StreamReaders } from '../lib/readers.js';
import { autocannonLoad, perCpuSecondOf, type RestRequest } from '../lib/rest-load.js';
import { manyObjects } from '../lib/scenes.js';
import { BenchServer } from '../lib/server.js';
import { exponent, figure } from '../lib/stats.js';
import { batchesOf, demo, get, ofOneProperty, put } from './comparisons.js';

/** Reads and writes of a property, compared with peers. */
export const properties: Scenario = {
  name: 'property',
  title: 'One property',
  async run(context) {
    for (const each of [ofOneProperty('GET', get, 0.9, context), ofOneProperty('PUT', put, 0.75, context)]) {
      const more = {
        fastify: () => BenchServer.peer('fastify', 0),
        'node:http': () => BenchServer.peer('node-http', 0),
      };
      await compare(context, 'property', { ...each, peers: { ...each.peers, ...more } });
    }
    await withSubscribers(context);
  },
};

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
        const scene = manyObjects(folder, count);
        const runs = await perCpuSecondOf(scene, { path }, { ...options, connections });
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
  async run(context) {
    const points: [number, number][] = [];
    for (const size of [1, 100, 1000]) {
      const rates = await compare(context, 'batches', batchesOf(size, context));
      points.push([size, (1e6 * size) / figure(rates).median]);
    }
    context.growth({
      name: 'Batch',
      x: 'items',
      y: 'CPU microseconds',
      points,
      exponent: exponent(points.slice(1)),
    });
  },
};
