import { connect, type Socket } from 'node:net';

/** Connections that send data, read nothing and stay. */
export class SilentSockets {
  readonly #sockets: Socket[] = [];

  /**
   * Opens connections and resolves when all have sent what they can.
   * @param bytes per connection; a server need not read all
   */
  async open(port: number, count: number, bytes: string | Uint8Array): Promise<void> {
    await Promise.all(Array.from({ length: count }, () => this.#openOne(port, bytes)));
  }

  close(): void {
    for (const socket of this.#sockets) socket.resetAndDestroy();
  }

  #openOne(port: number, bytes: string | Uint8Array): Promise<void> {
    return new Promise((resolve) => {
      const socket = connect({ port, host: '127.0.0.1' });
      this.#sockets.push(socket);
      socket.pause();
      socket.on('error', () => resolve());
      socket.on('close', () => resolve());
      socket.once('connect', () => socket.write(bytes, () => resolve()));
      // A server at its limit stops reading.
      setTimeout(resolve, 3000).unref();
    });
  }
}
