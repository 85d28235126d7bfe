import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Stands before a server as a bad network does: slow, cut off, or so that nothing gets through and neither side hears of it. */
export class TcpProxy {
  readonly #target: number;
  readonly #server = createServer((client) => this.#accept(client));
  readonly #sockets = new Set<Socket>();
  /** What comes in one direction waits for so long, in milliseconds. */
  delayMs = 0;
  /** What comes is swallowed. */
  isSilent = false;
  /** What has come since then, of both sides. */
  swallowed = '';
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
    let before = 0;
    from.on('data', (bytes) => {
      if (this.isSilent) {
        this.swallowed += bytes.toString('latin1');
        return;
      }
      // What came before goes first, also where it had to wait for longer.
      const due = Math.max(before, performance.now() + this.delayMs);
      if (due <= performance.now()) return void to.write(bytes);
      before = due;
      setTimeout(() => to.destroyed || to.write(bytes), due - performance.now());
    });
    from.on('error', () => {});
    from.on('close', () => {
      this.#sockets.delete(from);
      to.destroy();
    });
  }
}
