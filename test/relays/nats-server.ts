import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** False where nats-server is not installed; in CI its tests fail then instead of being left out. */
export const hasNatsServer =
  Boolean(process.env.CI) || spawnSync('nats-server', ['--version'], { stdio: 'ignore' }).status === 0;

/** Why the tests with NATS are left out; false where they run. */
export const withoutNats = hasNatsServer
  ? false
  : 'nats-server is not installed: apt-get install nats-server';

/** A NATS server of a test's own, which can be ended and started again on its port. */
export class NatsServer {
  readonly #folder = mkdtempSync(join(tmpdir(), 'nats-'));
  #port = 0;
  #child: ChildProcess | undefined;

  get port(): number {
    return this.#port;
  }

  get url(): string {
    return `nats://127.0.0.1:${this.#port}`;
  }

  async start(): Promise<void> {
    if (this.#port === 0) this.#port = await freePort();
    const args = [
      '--addr',
      '127.0.0.1',
      '--port',
      String(this.#port),
      '--jetstream',
      '--store_dir',
      this.#folder,
    ];
    this.#child = spawn('nats-server', args, { stdio: 'ignore' });
    await Promise.race([
      this.#listens(),
      once(this.#child, 'error').then(([error]) => Promise.reject(error)),
    ]);
  }

  /** Kills it, as a machine that loses power. */
  async stop(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (child === undefined || child.exitCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }

  /** Its files are gone. */
  forget(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #listens(): Promise<void> {
    for (;;) {
      const socket = connect(this.#port, '127.0.0.1');
      const isUp = await Promise.race([
        once(socket, 'data').then(() => true),
        once(socket, 'error').then(() => false),
      ]).catch(() => false);
      socket.destroy();
      if (isUp) return;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
