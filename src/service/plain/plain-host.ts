import { randomInt, randomUUID } from 'node:crypto';
import { exceptionText } from '../exception-text.js';
import type { AssetInfo, Host, HostObjects, LogEntry, LogLevel } from '../host.js';
import { FpsSampler } from './fps-sampler.js';
import { FrameTimer, systemScheduler } from './frame-timer.js';

export interface PlainHostOptions {
  readonly name: string;
  readonly version?: string;
  /** Frames per second in which changes are gathered and sent; 60 when left out. */
  readonly rate?: number;
  /** Assets that asset references may name. */
  readonly assets?: readonly AssetInfo[];
  /** Where log entries go; the console's error stream when left out. */
  readonly log?: (entry: LogEntry) => void;
}

/** A host that can be stopped: it holds a timer. */
export interface PlainHost extends Host {
  stop(): void;
}

/** The host of a TypeScript application without an engine: real time, plain objects, no scene. */
export function createPlainHost(options: PlainHostOptions): PlainHost {
  const startedAt = performance.now();
  const now = () => performance.now() - startedAt;
  const posted: (() => void)[] = [];
  const frameEnds = new Set<() => void>();
  const sampler = new FpsSampler();
  const log = createLog(now, options.log ?? ((entry) => console.error(`${entry.level}: ${entry.message}`)));
  const guarded = (task: () => void) => {
    try {
      task();
    } catch (error) {
      log.write('Exception', exceptionText(error));
    }
  };
  let count = 0;
  const timer = new FrameTimer(systemScheduler, 1000 / (options.rate ?? 60), () => {
    count++;
    sampler.count(now());
    for (const task of posted.splice(0)) guarded(task);
    for (const listener of frameEnds) guarded(listener);
  });
  let nextId = BigInt(randomInt(1 << 16, 2 ** 31));
  return {
    application: {
      name: options.name,
      version: options.version ?? '0.0.0',
      engineVersion: `Node.js ${process.versions.node}`,
      mode: 'player',
    },
    clock: { mode: 'real', now, wallTime: () => Date.now() },
    frames: {
      get count() {
        return count;
      },
      fps: () => sampler.read(now()),
      post: (task) => void posted.push(task),
      onFrameEnd: (listener) => subscribe(frameEnds, listener),
    },
    ids: { next: () => nextId++, session: () => randomUUID() },
    objects: plainObjects,
    assets: createAssets(options.assets ?? []),
    images: { png: () => undefined },
    log,
    memory: { workingSet: () => process.memoryUsage.rss() },
    stop: () => timer.stop(),
  };
}

/** No object is the engine's: every question has its harmless answer. */
const plainObjects: HostObjects = {
  instanceId: () => undefined,
  instanceIdToObject: () => undefined,
  isDestroyed: () => false,
  gameObject: () => undefined,
  name: () => undefined,
  setName: () => {},
  active: () => true,
  setActive: () => {},
  transform: () => ({
    position: { x: 0, y: 0, z: 0 },
    rotation: { x: 0, y: 0, z: 0, w: 1 },
    scale: { x: 1, y: 1, z: 1 },
  }),
  setTransform: () => {},
  components: () => [],
  parent: () => undefined,
  setParent: () => {},
  onDestroyed: () => () => {},
  onChanged: () => () => {},
};

function createAssets(assets: readonly AssetInfo[]): Host['assets'] {
  const byGuid = new Map(assets.map((asset) => [asset.guid, asset]));
  return { find: (guid) => byGuid.get(guid), all: () => byGuid.values(), onLoaded: () => () => {} };
}

function createLog(now: () => number, print: (entry: LogEntry) => void): Host['log'] {
  const listeners = new Set<(entry: LogEntry) => void>();
  let seq = 0;
  return {
    write(level: LogLevel, message: string) {
      const entry = { seq: ++seq, level, message, thread: 'main', time: now() };
      print(entry);
      for (const listener of listeners) listener(entry);
    },
    onEntry: (listener) => subscribe(listeners, listener),
  };
}

function subscribe<T>(listeners: Set<T>, listener: T): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
