import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Stands before a server as a bad network does: slow, or cut so that neither side hears of it. */
export class TcpProxy {
  readonly #target: number;
  readonly #server = createServer((client) => this.#accept(client));
  readonly #sockets = new Set<Socket>();
  /** What comes in one direction waits for so long, in milliseconds. */
  delayMs = 0;
  #isCut = false;

  constructor(target: number) {
    this.#target = target;
  }

  async start(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return `nats://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Connections break, and nobody gets through. */
  cut(): void {
    this.#isCut = true;
    for (const socket of this.#sockets) socket.destroy();
  }

  mend(): void {
    this.#isCut = false;
  }

  stop(): void {
    this.cut();
    this.#server.close();
  }

  #accept(client: Socket): void {
    if (this.#isCut) return void client.destroy();
    const server = connect(this.#target, '127.0.0.1');
    this.#pass(client, server);
    this.#pass(server, client);
  }

  #pass(from: Socket, to: Socket): void {
    this.#sockets.add(from);
    from.on('data', (bytes) => {
      if (this.delayMs === 0) to.write(bytes);
      else setTimeout(() => to.destroyed || to.write(bytes), this.delayMs);
    });
    from.on('error', () => {});
    from.on('close', () => {
      this.#sockets.delete(from);
      to.destroy();
    });
  }
}
