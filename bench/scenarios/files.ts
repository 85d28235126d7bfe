import { createWriteStream } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { HttpClient, type Json } from '../../conformance/client/index.js';
import { type BenchContext, type Scenario, using } from '../lib/context.js';
import { manyObjects } from '../lib/scenes.js';
import { BenchServer } from '../lib/server.js';
import { figure, pause } from '../lib/stats.js';

const objects = 10_000;
const entries = 30_000;
/** Size of one entry of the large file, so that all entries have 15 MB. */
const bytesPerEntry = 500;
/** Time for which a host remembers its longest frame. */
const windowMs = 5000;

/** Measures the effect of large saves and loads on frames, compared with an idle host in the same run. */
export const files: Scenario = {
  name: 'files',
  title: 'Files',
  async run(context) {
    const scene = manyObjects(context.folder, objects);
    const runs: Record<string, Measured[]> = {};
    const note = (name: string, measured: Measured) => {
      runs[name] = [...(runs[name] ?? []), measured];
    };
    for (let run = 1; run <= context.options.runs; run++) {
      const project = await mkdtemp(join(context.folder, 'files-'));
      const inProject = (action: (host: FilesHost) => Promise<void>) =>
        using(BenchServer.controlled(scene, ['--project', project]), async (server) => {
          const host = new FilesHost(server, (text) => context.progress(`run ${run}: ${text}`));
          await host.begin();
          await action(host).finally(() => host.end());
        });
      await inProject((host) => saves(host, note));
      await inProject((host) => loads(host, note));
      await largeFile(join(project, 'large.live.json'));
      await inProject((host) => large(host, note));
    }
    for (const [name, measured] of Object.entries(runs)) report(context, name, measured);
  },
};

/** There is no aim for loads, because they replace the objects in one frame. */
const reloadName = 'load, base scene of 10,000 objects reloaded';

type Note = (name: string, measured: Measured) => void;

/** In a new process: 1,000 of 10,000 objects were edited, then ten, then none. */
async function saves(host: FilesHost, note: Note): Promise<void> {
  await host.edit(1000, 2);
  note('first save, 1,000 of 10,000 objects edited', await host.measure('live.save', { path: 'show' }));
  await host.edit(10, 3);
  note('save, 10 of them edited', await host.measure('live.save'));
  note('save, nothing edited', await host.measure('live.save'));
  await host.edit(objects, 4);
  note('save, all 10,000 edited', await host.measure('live.save', { path: 'all' }));
}

/** In a new process with another open file. */
async function loads(host: FilesHost, note: Note): Promise<void> {
  note(
    'first load on top, 1,000 of 10,000 objects differ',
    await host.measure('live.load', { path: 'show' }),
  );
  note('load on top, nothing differs', await host.measure('live.load'));
  await host.edit(1000, 9);
  note('load on top, 1,000 of 10,000 objects differ', await host.measure('live.load'));
  const reload = { forceBaseSceneReload: true };
  note(reloadName, await host.measure('live.load', reload));
  note(
    'load of all 10,000, base scene reloaded',
    await host.measure('live.load', { path: 'all', ...reload }),
  );
}

async function large(host: FilesHost, note: Note): Promise<void> {
  note('first load of 15 MB, 30,000 entries', await host.measure('live.load', { path: 'large' }));
  note('load of 15 MB again', await host.measure('live.load'));
  await host.edit(10, 5);
  note('save of 15 MB, 10 objects edited', await host.measure('live.save'));
}

interface Measured {
  /** Milliseconds by which the longest frame exceeded that of the idle host. */
  readonly overIdle: number;
  readonly tookMs: number;
  readonly cpuMs: number;
}

class FilesHost {
  readonly #server: BenchServer;
  readonly #http: HttpClient;
  readonly #progress: (text: string) => void;
  #idle = 0;

  constructor(server: BenchServer, progress: (text: string) => void) {
    this.#server = server;
    this.#http = new HttpClient(server.url);
    this.#progress = progress;
  }

  async begin(): Promise<void> {
    this.#progress('idle');
    await this.#quiet(1000 + windowMs);
    this.#idle = await this.#longestFrame();
  }

  end(): void {
    this.#http.close();
  }

  /** Edits three members of the given number of objects to the results of `value`. */
  async edit(count: number, value: number): Promise<void> {
    const step = objects / count;
    for (let first = 0; first < count; first += 1000) {
      const requests = Array.from({ length: Math.min(1000, count) }, (_, i) => ({
        method: 'PUT',
        path: `/exposed/object/fixture-${Math.floor((first + i) * step)}`,
        body: { value: { level0: value, color: { r: value / 10 }, lens: { aperture: value } } },
      }));
      await this.#http.request('POST', '/exposed/batch', { body: { requests } });
    }
  }

  async measure(command: string, body: Json = {}): Promise<Measured> {
    this.#progress(command);
    await this.#quiet(windowMs + 200);
    const cpu = this.#server.cpuSeconds();
    const start = performance.now();
    let isDone = false;
    let longest = 0;
    const action = this.#server.control(command, body).finally(() => {
      isDone = true;
    });
    // A long action outlasts the memory of the host.
    while (!isDone) {
      await Promise.race([action, pause(windowMs / 2)]);
      longest = Math.max(longest, await this.#longestFrame());
    }
    await action;
    const tookMs = performance.now() - start;
    const cpuMs = 1000 * (this.#server.cpuSeconds() - cpu);
    await pause(200);
    longest = Math.max(longest, await this.#longestFrame());
    return { overIdle: longest - this.#idle, tookMs, cpuMs };
  }

  /** A host without requests runs its frames in groups, so it has no longest frame. */
  async #quiet(ms: number): Promise<void> {
    for (let left = ms; left > 0; left -= 1000) {
      await this.#longestFrame();
      await pause(Math.min(1000, left));
    }
  }

  async #longestFrame(): Promise<number> {
    return (await this.#server.control('state')).longestFrame;
  }
}

function report({ row }: BenchContext, name: string, measured: readonly Measured[]): void {
  const frames = figure(measured.map(({ overIdle }) => overIdle));
  const took = figure(measured.map(({ tookMs }) => tookMs));
  const cpu = figure(measured.map(({ cpuMs }) => cpuMs));
  const most = mostOf(name);
  const aim = { text: `below ${most} ms`, isMet: frames.median < most };
  row({
    scenario: 'files',
    name,
    unit: 'ms that the longest frame is longer than of the idle host',
    value: frames,
    ...(!name.includes('reloaded') && { aim }),
    note: `takes ${Math.round(took.median)} ms and ${Math.round(cpu.median)} ms of CPU`,
  });
}

/** Saves are incremental, and a load is one step. */
function mostOf(name: string): number {
  const isLarge = name.includes('15 MB');
  if (name.includes('load')) return isLarge ? 450 : 150;
  return isLarge ? 100 : 15;
}

/** Writes the file as a stream: the first entries have objects, the others are pending. */
async function largeFile(path: string): Promise<void> {
  const head = `{
  "format": "jp.lilium.remotecontrol.live",
  "formatVersion": 1,
  "objects": [`;
  const entry = (i: number) => {
    const members = {
      '@source': `fixture-${i}`,
      '@type': 'Fixture',
      level0: 0.5,
      count0: 7,
      color: { r: 0.25 },
    };
    const notes = 'x'.repeat(bytesPerEntry - 220);
    const text = JSON.stringify({ ...members, notes }, undefined, 2).replaceAll('\n', '\n    ');
    return `${i === 0 ? '' : ','}\n    ${text}`;
  };
  const lines = function* () {
    yield head;
    for (let i = 0; i < entries; i++) yield entry(i);
    yield '\n  ]\n}\n';
  };
  await pipeline(Readable.from(lines()), createWriteStream(path));
}
