/**
 * The ground figures of the README: sim-host beside raw uWebSockets.js in one run, as ratios. What is compared is work
 * per CPU second of the server, so that neither the load generator nor a noisy machine decides.
 */
import autocannon from 'autocannon';
import { eventBytes, StreamReaders } from './lib/readers.js';
import { BenchServer } from './lib/server.js';

const seconds = Number(process.argv[2] ?? 4);
const rounds = Number(process.argv[3] ?? 3);
const path = '/exposed/object/key-light/intensity';

async function requestsPerCpuSecond(
  server: BenchServer,
  options: Partial<autocannon.Options>,
): Promise<number> {
  const run = (duration: number) =>
    autocannon({ url: server.url + path, connections: 32, pipelining: 8, duration, ...options });
  await run(1);
  const before = server.cpuSeconds();
  const { requests, non2xx, errors } = await run(seconds);
  if (non2xx + errors > 0) throw new Error(`${non2xx + errors} requests of ${server.url} failed`);
  return requests.total / (server.cpuSeconds() - before);
}

async function deliveriesPerCpuSecond(server: BenchServer, subscribers: number): Promise<number> {
  const size = await eventBytes(server.url);
  const readers = new StreamReaders();
  await readers.open(server.url, subscribers);
  await pause(1000);
  const before = { cpu: server.cpuSeconds(), bytes: readers.bytes };
  await pause(seconds * 1000);
  const rate = (readers.bytes - before.bytes) / size / (server.cpuSeconds() - before.cpu);
  readers.close();
  return rate;
}

async function bytesPerIdleSubscriber(server: BenchServer, subscribers: number): Promise<number> {
  const warm = new StreamReaders();
  await warm.open(server.url, 200);
  warm.close();
  await pause(1000);
  const before = server.workingSet();
  const readers = new StreamReaders();
  await readers.open(server.url, subscribers);
  await pause(1500);
  const bytes = (server.workingSet() - before) / subscribers;
  readers.close();
  return bytes;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

interface Figure {
  readonly name: string;
  readonly simHost: () => Promise<BenchServer>;
  readonly raw: () => Promise<BenchServer>;
  readonly measure: (server: BenchServer) => Promise<number>;
  readonly unit: string;
}

const put: Partial<autocannon.Options> = {
  method: 'PUT',
  headers: { 'Content-Type': 'application/json' },
  body: '{"value":2.5}',
};
const demo = () => BenchServer.simHost('scenes/demo.yaml');
const quiet = () => BenchServer.simHost('bench/scenes/stream.yaml', ['--clock', 'manual']);
const figures: readonly Figure[] = [
  {
    name: 'GET of one property',
    simHost: demo,
    raw: () => BenchServer.rawUws(),
    measure: (server) => requestsPerCpuSecond(server, {}),
    unit: 'requests per CPU second',
  },
  {
    name: 'PUT of one property',
    simHost: demo,
    raw: () => BenchServer.rawUws(),
    measure: (server) => requestsPerCpuSecond(server, put),
    unit: 'requests per CPU second',
  },
  {
    name: 'deliveries, 1,000 subscribers, 13 changes a frame',
    simHost: () => BenchServer.simHost('bench/scenes/stream.yaml'),
    raw: () => BenchServer.rawUws(),
    measure: (server) => deliveriesPerCpuSecond(server, 1000),
    unit: 'events per CPU second',
  },
  {
    name: 'memory per idle subscriber, of 2,000',
    simHost: quiet,
    raw: () => BenchServer.rawUws(0),
    measure: (server) => bytesPerIdleSubscriber(server, 2000),
    unit: 'bytes',
  },
];

const median = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;

console.log(`${seconds} s each, median of ${rounds} rounds, Node.js ${process.versions.node}\n`);
console.log('| figure | sim-host | raw uWebSockets.js | ratio | spread |');
console.log('|---|---|---|---|---|');
for (const { name, simHost, raw, measure, unit } of figures) {
  const pairs: { ours: number; theirs: number }[] = [];
  for (let i = 0; i < rounds; i++) {
    const measureOne = async (start: () => Promise<BenchServer>) => {
      const server = await start();
      try {
        return await measure(server);
      } finally {
        await server.stop();
      }
    };
    process.stderr.write(`${name}: round ${i + 1} of ${rounds}\n`);
    pairs.push({ ours: await measureOne(simHost), theirs: await measureOne(raw) });
  }
  const ratios = pairs.map(({ ours, theirs }) => ours / theirs);
  const show = (value: number) => Math.round(value).toLocaleString('en');
  const ours = median(pairs.map((pair) => pair.ours));
  const theirs = median(pairs.map((pair) => pair.theirs));
  const spread = `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`;
  console.log(
    `| ${name} | ${show(ours)} | ${show(theirs)} ${unit} | ${median(ratios).toFixed(2)} | ${spread} |`,
  );
}
