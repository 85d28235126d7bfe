import { randomInt, randomUUID } from 'node:crypto';
import { blamingCaller } from '../classes/caller.js';
import { type ApplicationCode, callOutside, reportTo } from '../common/application-code.js';
import { checkNames } from '../common/check-options.js';
import { exceptionText, valueText } from '../common/exception-text.js';
import { Listeners } from '../common/listeners.js';
import { platform } from '../common/platform.js';
import { entryLines } from '../common/printable.js';
import type { AssetInfo, Host, HostObjects, LogEntry, LogLevel } from '../host.js';
import { plainNames, serviceNames } from '../option-names.js';
import { FrameTimer, systemScheduler } from './frame-timer.js';
import { type FrameLoop, PlainFrames } from './plain-frames.js';

export interface PlainHostOptions {
  readonly name: string;
  readonly version?: string;
  /** Frames per second of the timer; changes are sent once per frame. Defaults to 60. */
  readonly rate?: number;
  /**
   * Replaces the timer: `'own'` if the application calls `host.tick()` at the end of each frame, or a loop that calls
   * back once per frame.
   */
  readonly loop?: 'own' | FrameLoop;
  /**
   * Ends the application. Called after a quit was accepted and its caller has received the response; may be
   * asynchronous, and its errors are logged. Without it, requests to quit are answered as unsupported.
   */
  readonly onQuit?: () => unknown;
  /** Assets that asset references may name. */
  readonly assets?: readonly AssetInfo[];
  /** Receives log entries. Defaults to the console's error stream. */
  readonly log?: (entry: LogEntry) => void;
}

/** The host of an application without an engine. Its frames run while a service runs on it. */
export interface PlainHost extends Host {
  /**
   * Ends a frame and sends its changes. Call it once per frame with `loop: 'own'`. Errors of listeners are logged.
   * @throws Error if the host has another loop
   */
  tick(): void;
  /** Ends the frames immediately. `service.stop()` does so with the last service of the host. */
  stop(): void;
}

/**
 * The host of a TypeScript application without an engine: real time, plain objects, no scene.
 * @throws Error without a name, which remote apps show, and for an invalid loop or rate
 */
export function createPlainHost(options: PlainHostOptions): PlainHost {
  blamingCaller(createPlainHost, () => checkPlainOptions(options));
  const { onQuit } = options;
  const startedAt = platform.now();
  const now = () => platform.now() - startedAt;
  const log = createLog(
    now,
    options.log ?? ((entry) => console.error(`${entry.level}: ${entryLines(entry.message).join('\n')}`)),
  );
  const frames = new PlainFrames(now, reportTo(log), chosenLoop(options));
  let nextId = BigInt(randomInt(1 << 16, 2 ** 31));
  return {
    application: {
      name: options.name,
      version: options.version ?? '0.0.0',
      engineVersion: `Node.js ${process.versions.node}`,
      mode: 'player',
    },
    clock: { mode: 'real', now, wallTime: platform.wallNow },
    frames,
    ids: { next: () => nextId++, session: () => randomUUID() },
    objects: plainObjects,
    assets: createAssets(options.assets ?? []),
    images: { png: () => undefined },
    log,
    memory: { workingSet: () => process.memoryUsage.rss() },
    ...(onQuit !== undefined && { quit: () => onQuit() }),
    tick: () => {
      if (options.loop !== 'own')
        throw new Error("host.tick() is for a host that was created with loop: 'own'");
      frames.frame();
    },
    stop: () => frames.stop(),
  };
}

/** @throws Error that names the option and a valid value */
function checkPlainOptions(options: PlainHostOptions): void {
  if (typeof options === 'object' && options !== null)
    checkNames(
      'createPlainHost',
      options,
      plainNames satisfies Record<keyof PlainHostOptions, unknown>,
      "{ name: 'My application' }",
      {
        'new RemoteControlService({ … })': serviceNames,
      },
    );
  if (typeof options?.name !== 'string' || options.name === '')
    throw new Error("An application needs a name: createPlainHost({ name: 'My application' })");
  for (const name of ['onQuit', 'log'] as const)
    if (options[name] !== undefined && typeof options[name] !== 'function')
      throw new Error(`createPlainHost: ${name} must be a function, and is ${valueText(options[name])}`);
  chosenLoop(options);
}

/** @throws Error for an invalid loop or rate */
function chosenLoop({ loop, rate = 60 }: PlainHostOptions): FrameLoop {
  if (loop === 'own') return { onFrame: () => () => {} };
  if (loop !== undefined) {
    if (typeof loop.onFrame === 'function') return loop;
    throw new Error(
      "createPlainHost: loop is 'own' (call host.tick() once per frame) or has a method onFrame(frame)",
    );
  }
  if (typeof rate !== 'number' || !(rate > 0 && rate <= 1000)) {
    throw new Error(`createPlainHost: rate is in frames per second, above 0 and up to 1000, and not ${rate}`);
  }
  return {
    onFrame: (frame) => {
      const timer = new FrameTimer(systemScheduler, 1000 / rate, frame);
      return () => timer.stop();
    },
  };
}

/** No object is an engine object, so each method returns a neutral value. */
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
  const listeners = new Listeners<[LogEntry]>((error) => onConsole.report('A listener of the log', error));
  let seq = 0;
  return {
    write(level: LogLevel, message: string) {
      const entry = { seq: ++seq, level, message, thread: 'main', time: now() };
      callOutside(onConsole, 'The log of the application', () => print(entry));
      listeners.notify(entry);
    },
    onEntry: (listener) => listeners.add(listener),
  };
}

/** Reports errors of the log itself. */
const onConsole: ApplicationCode = {
  report: (where, error) => console.error(entryLines(`${where} failed: ${exceptionText(error)}`).join('\n')),
};
