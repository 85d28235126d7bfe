import { connect, type Socket } from 'node:net';

/** Event streams that are read and counted, and nothing more: the load must not be the limit. */
export class StreamReaders {
  readonly #sockets: Socket[] = [];
  bytes = 0;

  /** Opens `count` streams, some at a time, and waits until each has its head. */
  async open(url: string, count: number, query = ''): Promise<void> {
    const { port } = new URL(url);
    const perRound = 50;
    for (let left = count; left > 0; left -= perRound) {
      await Promise.all(
        Array.from({ length: Math.min(left, perRound) }, () => this.#openOne(Number(port), query)),
      );
    }
  }

  #openOne(port: number, query: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1');
      this.#sockets.push(socket);
      socket.once('error', reject);
      socket.once('data', () => resolve());
      socket.on('data', (chunk) => {
        this.bytes += chunk.length;
      });
      socket.write(
        `GET /api/stream${query} HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n`,
      );
    });
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy();
  }
}

/** The length of one event block on the stream, in bytes: what a count of bytes is divided by. */
export async function eventBytes(url: string): Promise<number> {
  const { port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), '127.0.0.1');
    let text = '';
    socket.once('error', reject);
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      const blocks = text.match(/id: [^\n]*\nevent: data\ndata: [^\n]*\n\n/g) ?? [];
      if (blocks.length < 200) return;
      socket.destroy();
      // Chunk sizes of the transfer encoding are a few bytes per frame, which holds many events.
      resolve(blocks.reduce((sum, block) => sum + block.length, 0) / blocks.length);
    });
    socket.write('GET /api/stream HTTP/1.1\r\nHost: localhost\r\n\r\n');
  });
}
