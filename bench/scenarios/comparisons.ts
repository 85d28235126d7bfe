import type { Comparison, Measure } from '../lib/compare.js';
import type { BenchContext } from '../lib/context.js';
import { perCpuSecond } from '../lib/readers.js';
import { atTheLimit, type RestRequest } from '../lib/rest-load.js';
import { manyChanges } from '../lib/scenes.js';
import { BenchServer } from '../lib/server.js';

export const demo = 'scenes/demo.yaml';
const property = '/exposed/object/key-light/intensity';
export const get: RestRequest = { path: property };
export const put: RestRequest = { method: 'PUT', path: property, body: '{"value":2.5}' };

export const raw = 'raw uWebSockets.js';

/** Requests of one kind to a saturated server. */
export function resting(request: RestRequest, { options }: BenchContext, connections?: number): Measure {
  return async (server) => {
    const { perCpuSecond: rate, cpu } = await atTheLimit(server, request, options.duration, connections);
    return { rate, cpu };
  };
}

/** Reads or writes of one property. */
export function ofOneProperty(
  name: string,
  request: RestRequest,
  ratio: number,
  context: BenchContext,
): Comparison {
  return {
    name: `${name} of one property, per CPU second`,
    unit: 'requests per CPU second',
    ours: () => BenchServer.simHost(demo),
    peers: { [raw]: () => BenchServer.peer('raw-uws', 0) },
    measure: resting(request, context),
    least: { ratio, of: `${raw} with a constant answer` },
  };
}

/** Writes in batches compared with single ones. */
export function batchesOf(size: number, context: BenchContext): Comparison {
  const item = { method: 'PUT', path: put.path, body: JSON.parse(put.body!) };
  const body = JSON.stringify({ requests: Array.from({ length: size }, () => item) });
  const batch = resting({ method: 'POST', path: '/exposed/batch', body }, context, 8);
  return {
    name: `Writes in batches of ${size.toLocaleString('en')} beside single PUTs`,
    unit: 'writes per CPU second',
    ours: () => BenchServer.simHost(demo),
    peers: { 'single PUTs': () => BenchServer.simHost(demo) },
    measure: async (server) => {
      const { rate, ...rest } = await batch(server);
      return { ...rest, rate: rate * size };
    },
    measurePeer: resting(put, context),
    ...(size === 1000 && { least: { ratio: 10, of: 'single PUTs' } }),
  };
}

/** Events of 13 changes a frame. */
export function deliveriesTo(count: number, { options, folder }: BenchContext): Comparison {
  const subscribers = Math.min(count, options.subscribers);
  return {
    name: `13 changes a frame to ${subscribers} subscribers`,
    unit: 'events per CPU second',
    ours: () => BenchServer.simHost(manyChanges(folder, 13)),
    peers: { [raw]: () => BenchServer.peer('raw-uws', 13) },
    measure: async (server) => ({ rate: await perCpuSecond(server, subscribers, options.duration) }),
    least: {
      ratio: count < 1000 ? 0.8 : 0.9,
      of: `${raw} with one coalesced write per subscriber and frame`,
    },
  };
}
