import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** False if nats-server is not installed; in CI its tests then fail instead of being skipped. */
export const hasNatsServer =
  Boolean(process.env.CI) || spawnSync('nats-server', ['--version'], { stdio: 'ignore' }).status === 0;

/** Why tests with NATS are skipped; false if they run. */
export const withoutNats = hasNatsServer
  ? false
  : 'nats-server is not installed: apt-get install nats-server';

/** A NATS server for one test, which can be restarted on its port. */
export class NatsServer {
  readonly #folder = mkdtempSync(join(tmpdir(), 'nats-'));
  readonly #config: string;
  /** Distinguishes it from another server on its port. */
  readonly #name = `test-${process.pid}-${randomInt(2 ** 32)}`;
  #port = 0;
  #child: ChildProcess | undefined;

  /** @param config additional configuration in NATS syntax; JetStream is enabled unless it says otherwise */
  constructor(config = '') {
    this.#config = config;
  }

  get port(): number {
    return this.#port;
  }

  get url(): string {
    return `nats://127.0.0.1:${this.#port}`;
  }

  async start(): Promise<void> {
    if (this.#port !== 0) return this.#startOn(this.#port);
    for (let tries = 1; ; tries++) {
      // Below the ports of outgoing connections, so that it is free again after a restart.
      this.#port = randomInt(20_000, 32_000);
      try {
        return await this.#startOn(this.#port);
      } catch (error) {
        // The port is probably taken.
        if (tries === 20 || (error as NodeJS.ErrnoException).code === 'ENOENT') throw error;
      }
    }
  }

  async #startOn(port: number): Promise<void> {
    const jetstream = /^jetstream/m.test(this.#config) ? '' : `jetstream { store_dir: "${this.#folder}" }`;
    const file = join(this.#folder, 'nats.conf');
    mkdirSync(this.#folder, { recursive: true });
    writeFileSync(
      file,
      `listen: "127.0.0.1:${port}"\nserver_name: ${this.#name}\n${jetstream}\n${this.#config}\n`,
    );
    const child = spawn('nats-server', ['--config', file], { stdio: 'ignore' });
    this.#child = child;
    const ended = new Promise<never>((_, reject) => {
      child.once('error', reject);
      child.once('exit', () => reject(new Error(`nats-server does not start on port ${port}`)));
    });
    await Promise.race([this.#listens(child), ended]);
    ended.catch(() => {});
  }

  /** Kills the server, like a power failure. */
  async stop(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (child === undefined || child.exitCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }

  /** Deletes the server's files. */
  forget(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #listens(child: ChildProcess): Promise<void> {
    while (child.exitCode === null) {
      const socket = connect(this.#port, '127.0.0.1');
      const isUp = await Promise.race([
        once(socket, 'data').then(([info]) => String(info).includes(this.#name)),
        once(socket, 'error').then(() => false),
      ]).catch(() => false);
      socket.destroy();
      if (isUp) return;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}
