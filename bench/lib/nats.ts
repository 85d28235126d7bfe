import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { harnessRoot, processUsage, readJsonLines } from '../../conformance/client/index.js';
import { PeerMissing } from './server.js';
import { pause } from './stats.js';

/** A NATS server with JetStream, for successive measurements. */
export class BenchNats {
  readonly url: string;
  readonly #child: ChildProcess;
  readonly #pid: number;

  private constructor(url: string, child: ChildProcess, pid: number) {
    this.url = url;
    this.#child = child;
    this.#pid = pid;
  }

  /** @throws PeerMissing if nats-server is not installed */
  static async start(folder: string): Promise<BenchNats> {
    if (spawnSync('nats-server', ['--version']).status !== 0) throw new PeerMissing('nats-server');
    const port = await freePort();
    const args = [join(harnessRoot, 'bench', 'peers', 'nats.mjs'), String(port), join(folder, 'nats')];
    const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'pipe'] });
    const { pid } = await readJsonLines(child, 'nats-server').first;
    while (!(await listens(port))) await pause(20);
    return new BenchNats(`nats://127.0.0.1:${port}`, child, pid);
  }

  /** CPU time used, in seconds. */
  cpuSeconds(): number {
    return processUsage(this.#pid).cpuSeconds;
  }

  stop(): void {
    this.#child.kill();
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
