import { HttpClient } from '../../conformance/client/index.js';
import { type BenchContext, type Scenario, using } from '../lib/context.js';
import { eventBytes, StreamReaders } from '../lib/readers.js';
import { manyChanges } from '../lib/scenes.js';
import { BenchServer, PeerMissing } from '../lib/server.js';
import { exponent, figure, pause, percentile } from '../lib/stats.js';

const streamPeers: Readonly<Record<string, string>> = {
  'raw uWebSockets.js': 'raw-uws',
  'node:http': 'node-http',
  'better-sse': 'better-sse',
  'nginx with nchan': 'nchan',
};

/** Deliveries to a thousand subscribers, beside the peers, per CPU second of the server. */
export const deliveries: Scenario = {
  name: 'deliveries',
  title: 'Deliveries, 13 changes a frame',
  async run(context) {
    const { options, folder, progress, row } = context;
    const count = Math.min(1000, options.subscribers);
    const scene = manyChanges(folder, 13);
    const ours: number[] = [];
    const peers: Record<string, number[]> = {};
    const missing = new Set<string>();
    for (let run = 0; run < options.runs; run++) {
      progress(`${count} subscribers, run ${run + 1} of ${options.runs}`);
      ours.push(
        await using(BenchServer.simHost(scene), (server) => perCpuSecond(server, count, options.duration)),
      );
      for (const [peer, file] of Object.entries(streamPeers)) {
        if (missing.has(peer)) continue;
        progress(`${count} subscribers of ${peer}, run ${run + 1}`);
        try {
          const start = BenchServer.peer(file, 13);
          const rate = await using(start, (server) => perCpuSecond(server, count, options.duration));
          peers[peer] = [...(peers[peer] ?? []), rate];
        } catch (error) {
          if (!(error instanceof PeerMissing)) throw error;
          missing.add(peer);
          progress(`${error.message} is not installed and left out`);
        }
      }
    }
    const ratio = figure(ours.map((value, i) => value / peers['raw uWebSockets.js']![i]!));
    row({
      scenario: 'deliveries',
      name: `${count} subscribers`,
      unit: 'events per CPU second',
      value: figure(ours),
      peers: Object.fromEntries(Object.entries(peers).map(([peer, values]) => [peer, figure(values)])),
      ratio,
      aim: {
        text: 'at least 0.8 of raw uWebSockets.js with one coalesced write per subscriber and frame',
        isMet: ratio.median >= 0.8,
      },
      note: `raw uWebSockets.js and node:http write once per frame and subscriber, better-sse and nchan once per event${[...missing].map((peer) => `; ${peer} is not installed`).join('')}`,
    });
  },
};

async function perCpuSecond(server: BenchServer, subscribers: number, seconds: number): Promise<number> {
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

/** Subscribers times changing properties: what arrives, what is lost, how late, and how the frames fare meanwhile. */
export const broadcast: Scenario = {
  name: 'broadcast',
  title: 'Broadcast at 60 Hz',
  async run(context) {
    const { options, progress, growth } = context;
    const points: [number, number][] = [];
    for (const subscribers of [1, 100, 1000, 5000].filter((count) => count <= options.subscribers)) {
      for (const changes of [1, 13, 100]) {
        progress(`${subscribers} subscribers, ${changes} changes a frame`);
        const cpu = await oneBroadcast(context, subscribers, changes);
        if (changes === 13) points.push([subscribers, cpu]);
      }
    }
    // One subscriber costs what the frame costs.
    const steady = points.slice(1);
    if (steady.length < 2) return;
    growth({
      name: 'Broadcast of 13 changes',
      x: 'subscribers',
      y: 'CPU share',
      points,
      exponent: exponent(steady),
    });
  },
};

async function oneBroadcast(
  { options, folder, row }: BenchContext,
  subscribers: number,
  changes: number,
): Promise<number> {
  return using(BenchServer.simHost(manyChanges(folder, changes)), async (server) => {
    const readers = new StreamReaders();
    await readers.open(server.url, subscribers);
    const watched = new Watch();
    await readers.open(server.url, 1, { onEvent: (id, text, at) => watched.take(id, text, at) });
    await pause(1500);
    const before = {
      cpu: server.cpuSeconds(),
      own: process.cpuUsage(),
      at: performance.now(),
      bytes: readers.bytes,
    };
    const seconds = Math.max(options.duration, 5.2);
    watched.begin();
    const latencies = await watched.writes(server.url, seconds);
    const took = (performance.now() - before.at) / 1000;
    const cpu = (server.cpuSeconds() - before.cpu) / took;
    const own = process.cpuUsage(before.own);
    const load = (own.user + own.system) / 1e6 / took;
    const perSecond = (readers.bytes - before.bytes) / took / watched.meanBytes;
    const { frameJitter } = await server.control('state');
    readers.close();
    const isLarge = subscribers === 5000 && changes === 1;
    row({
      scenario: 'broadcast',
      name: `${subscribers} subscribers, ${changes} changes a frame`,
      unit: 'events a second',
      value: figure([perSecond]),
      ...(isLarge && {
        aim: { text: 'frame jitter p99 under 2 ms at 5,000 subscribers', isMet: frameJitter < 2 },
      }),
      note:
        `lost ${watched.lost}; write to event p50 ${percentile(latencies, 0.5).toFixed(1)}, p99 ${percentile(latencies, 0.99).toFixed(1)}, ` +
        `p99.9 ${percentile(latencies, 0.999).toFixed(1)} ms; frame jitter p99 ${frameJitter.toFixed(2)} ms; CPU ${(100 * cpu).toFixed(0)} %, of the load ${(100 * load).toFixed(0)} %; ` +
        `${(server.workingSet() / 2 ** 20).toFixed(0)} MiB`,
    });
    return cpu;
  });
}

/** One stream that is read word by word: gaps in its ids, and when the writes come back. */
class Watch {
  lost = 0;
  #last: number | undefined;
  #count = 0;
  #bytes = 0;
  readonly #sent = new Map<number, number>();
  readonly #latencies: number[] = [];

  get meanBytes(): number {
    return this.#bytes / Math.max(1, this.#count);
  }

  /** From here on a gap in the ids is a loss; before, the app is not told of its own coming. */
  begin(): void {
    this.lost = 0;
  }

  take(id: string, text: string, at: number): void {
    const seq = Number(id.slice(id.lastIndexOf(':') + 1));
    if (this.#last !== undefined) this.lost += seq - this.#last - 1;
    this.#last = seq;
    this.#count++;
    this.#bytes += `id: ${id}\nevent: data\ndata: ${text}\n\n`.length;
    const [, value] = /"value":([\d.]+),"id":"[^"]+","path":"manual"/.exec(text) ?? [];
    const sentAt = value === undefined ? undefined : this.#sent.get(Number(value));
    if (sentAt !== undefined) this.#latencies.push(at - sentAt);
  }

  /**
   * Writes at fixed times, whatever the server does, and measures from those times: a server that stalls is not excused
   * from the writes that it made wait (no coordinated omission).
   */
  async writes(url: string, seconds: number): Promise<number[]> {
    const http = new HttpClient(url);
    const period = 10.3;
    const start = performance.now();
    const answers: Promise<unknown>[] = [];
    for (let i = 1; performance.now() - start < seconds * 1000; i++) {
      const due = start + i * period;
      await pause(Math.max(0, due - performance.now()));
      this.#sent.set(i, due);
      answers.push(http.request('PUT', '/exposed/object/thing/manual', { body: { value: i } }));
    }
    await Promise.all(answers);
    await pause(200);
    http.close();
    return this.#latencies.sort((a, b) => a - b);
  }
}

/** Memory that a subscriber costs who is there and hears nothing. */
export const idle: Scenario = {
  name: 'idle',
  title: 'Idle subscribers',
  async run({ options, folder, progress, row }) {
    const count = Math.min(2000, options.subscribers);
    const ours: number[] = [];
    const raw: number[] = [];
    for (let run = 0; run < options.runs; run++) {
      progress(`memory of ${count} idle subscribers, run ${run + 1}`);
      const start = BenchServer.simHost(manyChanges(folder, 1), ['--clock', 'manual']);
      ours.push(await using(start, (server) => bytesEach(server, count)));
      raw.push(await using(BenchServer.peer('raw-uws', 0), (server) => bytesEach(server, count)));
    }
    const value = figure(ours);
    row({
      scenario: 'idle',
      name: `memory per idle subscriber, of ${count}`,
      unit: 'bytes',
      value,
      peers: { 'raw uWebSockets.js': figure(raw) },
      ratio: figure(ours.map((bytes, i) => bytes / raw[i]!)),
      aim: { text: 'at most 2,500 bytes', isMet: value.median <= 2500 },
    });
  },
};

async function bytesEach(server: BenchServer, count: number): Promise<number> {
  const warm = new StreamReaders();
  await warm.open(server.url, 200);
  warm.close();
  await pause(1000);
  const before = server.workingSet();
  const readers = new StreamReaders();
  await readers.open(server.url, count);
  await pause(1500);
  const bytes = (server.workingSet() - before) / count;
  readers.close();
  return bytes;
}

/** Readers that read slowly or not at all beside healthy ones; and everybody who comes at once. */
export const storms: Scenario = {
  name: 'storms',
  title: 'Slow readers and storms',
  async run({ options, folder, progress, row }) {
    const count = Math.min(1000, options.subscribers);
    await using(BenchServer.simHost(manyChanges(folder, 13)), async (server) => {
      progress('slow readers beside healthy ones');
      const healthy = new StreamReaders();
      const watched = new Watch();
      await healthy.open(server.url, count * 0.9);
      await healthy.open(server.url, 1, { onEvent: (id, text, at) => watched.take(id, text, at) });
      const slow = new StreamReaders();
      await slow.open(server.url, count * 0.1, { bytesPerSecond: 1000 });
      await slow.open(server.url, 5, { bytesPerSecond: 0 });
      await pause(8000);
      watched.begin();
      const memory = server.workingSet();
      await pause(8000);
      const { frameJitter, subscribers } = await server.control('state');
      row({
        scenario: 'storms',
        name: `${count * 0.1} readers of 1 kB/s and 5 that never read, beside ${count * 0.9}`,
        unit: 'events lost by healthy readers',
        value: figure([watched.lost]),
        aim: { text: 'none', isMet: watched.lost === 0 && healthy.closed === 0 },
        note: `memory grew by ${((server.workingSet() - memory) / 2 ** 20).toFixed(1)} MiB in the last 8 s; ${subscribers} streams are left; frame jitter p99 ${frameJitter.toFixed(2)} ms`,
      });
      slow.close();
      healthy.close();
      await pause(500);
      await storm(server, count, progress, row);
    });
  },
};

async function storm(
  server: BenchServer,
  count: number,
  progress: BenchContext['progress'],
  row: BenchContext['row'],
): Promise<void> {
  progress('connect storm, and a reconnect storm with replay');
  const first = new StreamReaders();
  let last = '';
  await first.open(server.url, 1, { onEvent: (id) => (last = id) });
  await pause(500);
  for (const [name, lastEventId] of [
    ['connect', undefined],
    ['reconnect with replay', last],
  ] as const) {
    const readers = new StreamReaders();
    const started = performance.now();
    await readers.open(server.url, count, lastEventId === undefined ? {} : { lastEventId });
    const took = performance.now() - started;
    const { longestFrame } = await server.control('state');
    row({
      scenario: 'storms',
      name: `${name} storm of ${count}`,
      unit: 'connections a second',
      value: figure([(1000 * count) / took]),
      note: `longest frame ${longestFrame.toFixed(1)} ms`,
    });
    readers.close();
    await pause(500);
  }
  first.close();
}
