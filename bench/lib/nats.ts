import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { processUsage } from '../../conformance/client/index.js';
import { PeerMissing } from './server.js';
import { pause } from './stats.js';

/** A NATS server with JetStream, for one measurement after another. */
export class BenchNats {
  readonly url: string;
  readonly #child: ChildProcess;

  private constructor(url: string, child: ChildProcess) {
    this.url = url;
    this.#child = child;
  }

  /** @throws PeerMissing where nats-server is not installed */
  static async start(folder: string): Promise<BenchNats> {
    if (spawnSync('nats-server', ['--version']).status !== 0) throw new PeerMissing('nats-server');
    const port = await freePort();
    const args = ['-a', '127.0.0.1', '-p', String(port), '-js', '-sd', join(folder, 'nats')];
    const nats = new BenchNats(`nats://127.0.0.1:${port}`, spawn('nats-server', args, { stdio: 'ignore' }));
    while (!(await listens(port))) await pause(20);
    return nats;
  }

  /** CPU time that it has used, in seconds. */
  cpuSeconds(): number {
    return processUsage(this.#child.pid!).cpuSeconds;
  }

  stop(): void {
    this.#child.kill('SIGKILL');
  }
}

async function listens(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const isUp = await Promise.race([
    once(socket, 'data').then(() => true),
    once(socket, 'error').then(() => false),
  ]).catch(() => false);
  socket.destroy();
  return isUp;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
