import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import type { Command } from 'commander';
import type { RemoteHost } from '../../../client/index.js';
import { toJson } from '../../../client/json.js';
import { printable, printableSource } from '../../../service/common/printable.js';
import { count, outputFile } from '../arguments.js';
import { CliError, exitCodes } from '../exit-codes.js';
import { counted } from '../output/diagnostics.js';
import { addRemote, type RemoteOptions, withHost } from '../remote/connection.js';
import { type Counts, record } from './recorder.js';

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
    .argument('[url]', 'URL of the host, instead of --url')
    .option('--out <file>', 'file to write (default: standard output)', outputFile)
    .option('--count <events>', 'stop after this many events', count)
    .action((url: string | undefined, options: RecordOptions) =>
      withHost({ ...options, url: url ?? options.url }, (host) => recordTo(host, options)),
    );
}

/** Records to a file, which is created when the host has responded. */
async function recordTo(host: RemoteHost, { out, token, count }: RecordOptions): Promise<void> {
  const file = out === undefined ? process.stdout : createWriteStream(out);
  const failed = once(file, 'error').then(([error]) => {
    throw new CliError(exitCodes.failure, `${out} cannot be written: ${(error as Error).message}`);
  });
  const ended = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ended.abort());
  const began = Date.now();
  try {
    const recording = record(host, token, ended, (line, counts) => {
      file.write(`${printableSource(toJson(line))}\n`);
      if (counts.events >= (count ?? Number.POSITIVE_INFINITY)) ended.abort();
    });
    const counts = await Promise.race([recording, failed]);
    const to = out === undefined ? '' : ` in ${printable(out)}`;
    console.error(`sim-host: ${summary(counts, began)}${to}`);
  } finally {
    if (file !== process.stdout) await new Promise<void>((resolve) => file.end(() => resolve()));
  }
}

function summary({ events, losses }: Counts, began: number): string {
  const seconds = Math.round((Date.now() - began) / 1000);
  const lost = losses === 0 ? 'nothing lost' : `${losses} ${losses === 1 ? 'loss' : 'losses'}`;
  return `${seconds} s, ${counted(events, 'event')}, ${lost}`;
}
