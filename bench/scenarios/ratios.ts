import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { HttpClient } from '../../conformance/client/index.js';
import { type BenchContext, type Scenario, using, usingPeer } from '../lib/context.js';
import { type RestRequest, requestsPerCpuSecond } from '../lib/rest-load.js';
import { manyChanges, manyObjects } from '../lib/scenes.js';
import { BenchServer } from '../lib/server.js';
import { figure, figuresOf, ratioOf } from '../lib/stats.js';
import { demo, get, put } from './rest.js';
import { perCpuSecond } from './stream.js';

/** The same work of sim-host and of raw uWebSockets.js, per CPU second of either. */
interface Ratio {
  readonly name: string;
  readonly unit: string;
  readonly ours: () => Promise<BenchServer>;
  readonly raw: () => Promise<BenchServer>;
  readonly measure: (server: BenchServer) => Promise<number>;
  readonly least?: { readonly ratio: number; readonly of: string };
}

/**
 * What stands or falls with a change, beside raw uWebSockets.js alone, in turns. It is counted per CPU second of the
 * server, so that it needs no wrk and holds where the load is the limit: what CI compares.
 */
export const ratios: Scenario = {
  name: 'ratios',
  title: 'Ratios',
  async run(context) {
    const { options, folder } = context;
    const rest = (request: RestRequest, connections: number) => (server: BenchServer) =>
      requestsPerCpuSecond(server, request, options.duration, connections);
    const objects = manyObjects(folder, 1000);
    const list = { path: '/exposed/objects' };
    const bytes = join(folder, 'list.json');
    await using(BenchServer.simHost(objects), async (server) => {
      const http = new HttpClient(server.url);
      writeFileSync(bytes, (await http.request('GET', list.path)).text);
      http.close();
    });
    const subscribers = Math.min(1000, options.subscribers);
    const all: Ratio[] = [
      {
        name: 'GET of one property, per CPU second',
        unit: 'requests per CPU second',
        ours: () => BenchServer.simHost(demo),
        raw: () => BenchServer.peer('raw-uws', 0),
        measure: rest(get, options.connections),
      },
      {
        name: 'PUT of one property, per CPU second',
        unit: 'requests per CPU second',
        ours: () => BenchServer.simHost(demo),
        raw: () => BenchServer.peer('raw-uws', 0),
        measure: rest(put, options.connections),
      },
      {
        name: 'List of 1,000 objects, the same bytes',
        unit: 'lists per CPU second',
        ours: () => BenchServer.simHost(objects),
        raw: () => BenchServer.peer('raw-uws', 0, { BENCH_LIST: bytes }),
        measure: rest(list, 8),
        least: { ratio: 0.8, of: 'raw uWebSockets.js sending the same bytes' },
      },
      {
        name: `13 changes a frame to ${subscribers} subscribers`,
        unit: 'events per CPU second',
        ours: () => BenchServer.simHost(manyChanges(folder, 13)),
        raw: () => BenchServer.peer('raw-uws', 13),
        measure: (server) => perCpuSecond(server, subscribers, options.duration),
        least: { ratio: 0.8, of: 'raw uWebSockets.js with one coalesced write per subscriber and frame' },
      },
    ];
    for (const each of all) await inTurns(context, each);
  },
};

async function inTurns({ options, progress, row }: BenchContext, ratio: Ratio): Promise<void> {
  const { name, unit, measure, least } = ratio;
  const ours: number[] = [];
  const raw: number[] = [];
  for (let run = 0; run < options.runs; run++) {
    progress(`${name}, run ${run + 1} of ${options.runs}`);
    ours.push(await using(ratio.ours(), measure));
    const theirs = await usingPeer(ratio.raw(), measure);
    if (theirs !== undefined) raw.push(theirs);
  }
  const value = ratioOf(ours, raw);
  row({
    scenario: 'ratios',
    name,
    unit,
    value: figure(ours),
    peers: figuresOf({ 'raw uWebSockets.js': raw }),
    ...(value && { ratio: value }),
    ...(value &&
      least && {
        aim: { text: `at least ${least.ratio} of ${least.of}`, isMet: value.median >= least.ratio },
      }),
  });
}
