import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import type { Writable } from 'node:stream';
import type { Command } from 'commander';
import type { RemoteHost } from '../../../client/index.js';
import { toJson } from '../../../client/json.js';
import { printable, printableSource } from '../../../service/common/printable.js';
import { baseUrl, count, outputFile } from '../arguments.js';
import { CliError, exitCodes } from '../exit-codes.js';
import { addRemote, type RemoteOptions, withHost } from '../remote/connection.js';
import { record } from './recorder.js';

interface RecordOptions extends RemoteOptions {
  readonly out?: string;
  readonly count?: number;
}

/** Adds `record`. */
export function addRecord(program: Command): void {
  addRemote(
    program,
    'record',
    'Record the events of a host until Ctrl+C, for `replay` in a scene file',
    `  $ sim-host record http://10.0.0.5:9095 --out session.jsonl
  $ sim-host record --count 100 > session.jsonl
  $ echo 'replay: session.jsonl' >> studio.yaml        plays it, in a copy that capture has made
`,
  )
    .argument('[url]', 'URL of the host, instead of --url', baseUrl)
    .option('--out <file>', 'file to write (default: standard output)', outputFile)
    .option('--count <events>', 'stop after this many events', count)
    .action((url: string | undefined, options: RecordOptions) =>
      withHost({ ...options, ...(url !== undefined && { url }) }, (host) => recordTo(host, options)),
    );
}

/** The file is created when the host has responded. */
async function recordTo(host: RemoteHost, { out, token, count }: RecordOptions): Promise<void> {
  const file = out === undefined ? process.stdout : createWriteStream(out);
  const failed = once(file, 'error').then(([error]) => {
    throw new CliError(exitCodes.failure, `${out} cannot be written: ${(error as Error).message}`);
  });
  const ended = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ended.abort());
  const progress = new Progress(process.stderr);
  try {
    const recording = record(host, token, ended, (line, counts) => {
      file.write(`${printableSource(toJson(line))}\n`);
      progress.show(counts);
      if (counts.events >= (count ?? Number.POSITIVE_INFINITY)) ended.abort();
    });
    const counts = await Promise.race([recording, failed]);
    progress.end(counts, out);
  } finally {
    if (file !== process.stdout) await new Promise<void>((resolve) => file.end(() => resolve()));
  }
}

/** Shows the number of recorded events on one line of the terminal. */
class Progress {
  readonly #out: Writable & { readonly isTTY?: boolean };
  readonly #began = Date.now();
  #shown = 0;

  constructor(out: Writable & { readonly isTTY?: boolean }) {
    this.#out = out;
  }

  show(counts: { events: number; losses: number }): void {
    if (!this.#out.isTTY || Date.now() - this.#shown < 200) return;
    this.#shown = Date.now();
    this.#out.write(`\r\x1b[K${this.#text(counts)}; Ctrl+C ends it`);
  }

  end(counts: { events: number; losses: number }, file: string | undefined): void {
    const to = file === undefined ? '' : ` in ${printable(file)}`;
    this.#out.write(`${this.#out.isTTY ? '\r\x1b[K' : ''}sim-host: ${this.#text(counts)}${to}\n`);
  }

  #text({ events, losses }: { events: number; losses: number }): string {
    const seconds = Math.round((Date.now() - this.#began) / 1000);
    const lost = losses === 0 ? 'nothing lost' : `${losses} ${losses === 1 ? 'loss' : 'losses'}`;
    return `${seconds} s, ${events} ${events === 1 ? 'event' : 'events'}, ${lost}`;
  }
}
