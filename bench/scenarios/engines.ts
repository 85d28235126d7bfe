import { type BenchContext, type Scenario, using, usingPeer } from '../lib/context.js';
import { requestsPerCpuSecond } from '../lib/rest-load.js';
import { manyChanges, manyObjects } from '../lib/scenes.js';
import { BenchServer } from '../lib/server.js';
import { figure } from '../lib/stats.js';
import { demo, get, put } from './rest.js';
import { bytesEach, collectable, perCpuSecond } from './stream.js';

/** The same work on every engine, by its name. */
interface Comparison {
  readonly name: string;
  readonly unit: string;
  readonly servers: Readonly<Record<string, () => Promise<BenchServer>>>;
  readonly measure: (server: BenchServer) => Promise<number>;
}

const onNode = 'node:http engine';
const onUws = 'uWebSockets.js engine';
const bare = 'bare node:http';

/** Compares the node:http engine with the other one and with bare node:http. */
export const engines: Scenario = {
  name: 'engines',
  title: 'Engines',
  async run(context) {
    const { options, folder } = context;
    const hasUws = await usingPeer(BenchServer.peer('raw-uws', 0), async () => true);
    const host = (scene: string, args: readonly string[] = [], env: NodeJS.ProcessEnv = {}) => ({
      [onNode]: () => BenchServer.simHost(scene, [...args, '--http', 'node'], env),
      ...(hasUws && { [onUws]: () => BenchServer.simHost(scene, [...args, '--http', 'uws'], env) }),
    });
    const requests = 'requests per CPU second';
    const subscribers = Math.min(1000, options.subscribers);
    const idle = Math.min(2000, options.subscribers);
    const all: Comparison[] = [
      {
        name: 'GET of one property',
        unit: requests,
        servers: { ...host(demo), [bare]: () => BenchServer.peer('node-http', 0) },
        measure: (server) => requestsPerCpuSecond(server, get, options.duration, options.connections),
      },
      {
        name: 'PUT of one property',
        unit: requests,
        servers: { ...host(demo), [bare]: () => BenchServer.peer('node-http', 0) },
        measure: (server) => requestsPerCpuSecond(server, put, options.duration, options.connections),
      },
      {
        name: 'list of 1,000 objects',
        unit: 'lists per CPU second',
        servers: host(manyObjects(folder, 1000)),
        measure: (server) => requestsPerCpuSecond(server, { path: '/exposed/objects' }, options.duration, 8),
      },
      {
        name: `13 changes a frame to ${subscribers} subscribers`,
        unit: 'events per CPU second',
        servers: { ...host(manyChanges(folder, 13)), [bare]: () => BenchServer.peer('node-http', 13) },
        measure: (server) => perCpuSecond(server, subscribers, options.duration),
      },
      {
        name: `memory per idle subscriber, of ${idle}`,
        unit: 'bytes',
        servers: {
          ...host(manyChanges(folder, 1), ['--clock', 'manual'], collectable),
          [bare]: () => BenchServer.peer('node-http', 0, collectable),
        },
        measure: (server) => bytesEach(server, idle),
      },
    ];
    for (const each of all) await inTurns(context, each);
  },
};

async function inTurns({ options, progress, row }: BenchContext, comparison: Comparison): Promise<void> {
  const { name, unit, servers, measure } = comparison;
  const results = new Map<string, number[]>(Object.keys(servers).map((server) => [server, []]));
  for (let run = 0; run < options.runs; run++) {
    progress(`${name}, run ${run + 1} of ${options.runs}`);
    for (const [server, start] of Object.entries(servers)) {
      results.get(server)!.push(await using(start(), measure));
    }
  }
  const [[, own], ...others] = [...results] as [[string, number[]], ...[string, number[]][]];
  const shares = others.map(([server, values]) => {
    const share = figure(own.map((value, i) => value / values[i]!)).median;
    return `${share.toFixed(2)} of the ${server}`.replace('the bare', 'bare');
  });
  row({
    scenario: 'engines',
    name: `node:http: ${name}`,
    unit,
    value: figure(own),
    peers: Object.fromEntries(others.map(([server, values]) => [server, figure(values)])),
    note: shares.join(', '),
  });
}
