import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Simulates a bad network in front of a server: slow, cut off, or silently losing everything. */
export class TcpProxy {
  readonly #target: number;
  readonly #server = createServer((client) => this.#accept(client));
  readonly #sockets = new Set<Socket>();
  /** Delay in each direction, in milliseconds. */
  delayMs = 0;
  /** True while data is discarded. */
  isSilent = false;
  /** The discarded data of both directions. */
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

  /** Breaks all connections and refuses new ones. */
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
      // Data stays in order even if the delay changes.
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
