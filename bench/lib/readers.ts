import { connect, type Socket } from 'node:net';
import type { BenchServer } from './server.js';
import { pause } from './stats.js';

export interface ReaderOptions {
  /** Excludes connection events, of which 5,000 simultaneous subscribers would cause 12 million. */
  readonly isObjectsOnly?: boolean;
  /** Calls back for every event of this stream instead of counting only bytes. */
  readonly onEvent?: (id: string, text: string, at: number) => void;
}

/** An event with its id; peers order the lines differently. */
const idLine = /(?:event: ?data\n)?id: ?([^\n]+)\n(?:event: ?data\n)?data: ?([^\n]*)\n(?:id: ?[^\n]*\n)?/g;

const buffer = Buffer.allocUnsafeSlow(64 * 1024);

/** Passes on the complete events of a text and returns the rest. */
function eachEvent(text: string, onEvent: NonNullable<ReaderOptions['onEvent']>): string {
  let end = 0;
  for (const match of text.matchAll(idLine)) {
    onEvent(match[1]!, match[2]!, performance.now());
    end = match.index + match[0].length;
  }
  return text.slice(end);
}

/** Event streams that are only read and counted, so that the load is not the limit. */
export class StreamReaders {
  readonly #sockets: Socket[] = [];
  bytes = 0;
  closed = 0;

  /** Opens `count` streams, some at a time, and waits for their heads. */
  async open(url: string, count: number, options: ReaderOptions = {}): Promise<void> {
    const { port } = new URL(url);
    const perRound = 100;
    for (let left = count; left > 0; left -= perRound) {
      const round = Array.from({ length: Math.min(left, perRound) }, () =>
        this.#openOne(Number(port), options),
      );
      await Promise.all(round);
    }
  }

  #openOne(port: number, { isObjectsOnly, onEvent }: ReaderOptions): Promise<void> {
    return new Promise((resolve, reject) => {
      let isOpen = false;
      let rest = '';
      const take = (length: number) => {
        this.bytes += length;
        if (!isOpen) {
          isOpen = true;
          resolve();
        }
        if (onEvent !== undefined) rest = eachEvent(rest + buffer.toString('latin1', 0, length), onEvent);
        return true;
      };
      // All share one buffer, because a stream object would be slower than the read.
      const socket = connect({ port, host: '127.0.0.1', onread: { buffer, callback: take } });
      this.#sockets.push(socket);
      socket.on('error', (error) => (isOpen ? undefined : reject(error)));
      socket.on('close', () => this.closed++);
      const query = isObjectsOnly ? '?kinds=exposed_object_updated' : '';
      socket.write(
        `GET /api/stream${query} HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n`,
      );
    });
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy();
  }
}

/** The mean length of an event block in bytes, by which byte counts are divided. */
export async function eventBytes(url: string): Promise<number> {
  const readers = new StreamReaders();
  const lengths: number[] = [];
  await readers.open(url, 1, {
    onEvent: (id, text) => lengths.push(`id: ${id}\nevent: data\ndata: ${text}\n\n`.length),
  });
  const patience = performance.now() + 10_000;
  while (lengths.length < 200) {
    if (performance.now() > patience) throw new Error(`${url} sends no events`);
    await pause(20);
  }
  readers.close();
  return lengths.reduce((sum, length) => sum + length, 0) / lengths.length;
}

/** Events delivered per CPU second of the server. */
export async function perCpuSecond(
  server: BenchServer,
  subscribers: number,
  seconds: number,
): Promise<number> {
  const size = await eventBytes(server.url);
  const readers = new StreamReaders();
  await readers.open(server.url, subscribers, { isObjectsOnly: true });
  await pause(1000);
  const before = { cpu: server.cpuSeconds(), bytes: readers.bytes };
  await pause(seconds * 1000);
  const bytes = readers.bytes - before.bytes;
  const rate = bytes / size / (server.cpuSeconds() - before.cpu);
  readers.close();
  if (bytes === 0) throw new Error(`${server.url} sent no events to ${subscribers} subscribers`);
  return rate;
}
