import type { Command } from 'commander';
import { type Json, type PropertyUpdated, RemoteError, type RemoteHost } from '../../../client/index.js';
import { printable } from '../../../service/common/printable.js';
import { count } from '../arguments.js';
import { keysOf } from '../exposed/keys.js';
import { addRemote, type RemoteOptions, withHost } from './connection.js';
import { targetOf } from './targets.js';
import { print, shown } from './values.js';

interface WatchOptions extends RemoteOptions {
  readonly count?: number;
}

/** Adds `watch`. */
export function addWatch(program: Command): void {
  addRemote(
    program,
    'watch [targets...]',
    'Print changes of all or some values until Ctrl+C',
    `  $ sim-host watch                                  every change of every object
  $ sim-host watch key-light/intensity mover/phase  the values now, and each other one
  $ sim-host watch key-light/intensity --json --count 2
`,
  )
    .option('--count <lines>', 'stop after this many lines', count)
    .action((targets: readonly string[], options: WatchOptions) =>
      withHost(options, async (host) => {
        const lines = new Lines(options);
        if (targets.length === 0) await watchAll(host, lines);
        else for (const target of targets) await watchOne(host, target, lines);
        reportInterruptions(host);
        await lines.ended;
      }),
    );
}

/** Prints lines until their number is reached or a signal ends the command. */
class Lines {
  readonly ended: Promise<void>;
  readonly #options: WatchOptions;
  #left: number;
  #end!: () => void;
  #fail!: (error: unknown) => void;

  constructor(options: WatchOptions) {
    this.#options = options;
    this.#left = options.count ?? Number.POSITIVE_INFINITY;
    this.ended = new Promise((resolve, reject) => {
      this.#end = resolve;
      this.#fail = reject;
    });
    // It may fail before anything waits for it.
    this.ended.catch(() => {});
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, this.#end);
  }

  print(path: string, value: Json | undefined): void {
    if (this.#left-- <= 0) return;
    try {
      const time = new Date().toISOString();
      const text = value === undefined ? '(gone)' : shown(value);
      print(this.#options, { time, path, value: value ?? null }, [`${path} ${text}`]);
    } catch (error) {
      // A value may be too deep to print.
      return this.#fail(error);
    }
    if (this.#left <= 0) this.#end();
  }
}

/** Watches one value. A missing object is an immediate error; one that is removed later may return. */
async function watchOne(host: RemoteHost, text: string, lines: Lines): Promise<void> {
  const target = targetOf(text);
  const object = host.object(target.key);
  if (target.path === '') await object.read();
  else await object.get(target.path);
  object.subscribe(target.path as 'a', (value) => lines.print(text, value));
}

/** Watches all objects. Reads the keys again from hosts that do not send them with events. */
async function watchAll(host: RemoteHost, lines: Lines): Promise<void> {
  let keys = new Map<string, string>();
  const readKeys = async () => {
    const objects = await host.objects();
    const names = keysOf(objects);
    keys = new Map(objects.map((each, i) => [each['@id'], names[i]!]));
  };
  const keyOf = ({ id, source }: PropertyUpdated) => source ?? keys.get(id) ?? id;
  await readKeys();
  host.onEvent((event) => {
    if (event.type === 'exposed_object_updated')
      lines.print([keyOf(event), event.path].filter(Boolean).join('/'), event.value);
    else if (event.type === 'exposed_objects_changed' && event.sources === undefined)
      void readKeys().catch(ignoreRefusal);
  });
}

/** Ignores errors of the host, since the stream reports a broken connection as well. */
function ignoreRefusal(error: unknown): void {
  if (!(error instanceof RemoteError)) throw error;
}

function reportInterruptions(host: RemoteHost): void {
  host.state.subscribe((state) => {
    if (state === 'waiting' || state === 'refused')
      console.error(`sim-host: ${printable(host.lastError?.message ?? state)}; trying again`);
  });
}
