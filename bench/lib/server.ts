import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { cpus } from 'node:os';
import { isAbsolute, join } from 'node:path';
import {
  endsWithInput,
  HttpClient,
  harnessRoot,
  type Json,
  processUsage,
  readJsonLines,
  simHostRoot,
} from '../../conformance/client/index.js';

/** Without `taskset`, as on macOS and Windows, the system chooses the cores. */
const canPin = cpus().length > 1 && spawnSync('taskset', ['--version']).status === 0;

/** Keeps the load and its child processes away from the core of the server. */
export function pinLoad(): boolean {
  const others = `1-${cpus().length - 1}`;
  return canPin && spawnSync('taskset', ['-a', '-p', '-c', others, String(process.pid)]).status === 0;
}

/** Thrown if a peer is not installed; the message names it. */
class PeerMissing extends Error {}

/** Returns undefined for a peer that is not installed. @throws other errors */
export function unlessMissing(error: unknown): undefined {
  if (!(error instanceof PeerMissing)) throw error;
}

/** A server under load in its own process, on its own core if possible. */
export class BenchServer {
  readonly url: string;
  readonly pid: number;
  readonly controlUrl: string | undefined;
  /** Undefined for a running host. */
  readonly #child: ChildProcess | undefined;
  readonly #control: HttpClient | undefined;

  private constructor(
    child: ChildProcess | undefined,
    first: { url: string; pid: number; control?: string | null },
  ) {
    this.#child = child;
    this.url = first.url;
    this.pid = first.pid;
    this.controlUrl = first.control ?? undefined;
    this.#control = first.control ? new HttpClient(first.control) : undefined;
  }

  /** Starts a script and waits until it prints its address. */
  static async start(
    script: string,
    args: readonly string[],
    env: NodeJS.ProcessEnv = {},
  ): Promise<BenchServer> {
    const command = [process.execPath, script, ...args];
    const [program, ...rest] = canPin ? ['taskset', '-c', '0', ...command] : command;
    const child = spawn(program!, rest, {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: { ...process.env, SIM_HOST_ROOT: simHostRoot, ...endsWithInput, ...env },
    });
    const first = await readJsonLines(child, script).first;
    if (first.event === 'missing') {
      child.kill();
      throw new PeerMissing(first.what);
    }
    return new BenchServer(child, first);
  }

  /** Starts a host with a control channel, whose simulated network handles every response. */
  static controlled(
    scene: string,
    args: readonly string[] = [],
    env: NodeJS.ProcessEnv = {},
  ): Promise<BenchServer> {
    return BenchServer.simHost(scene, ['--control', '0', ...args], env);
  }

  /** Starts a host as in production. */
  static simHost(
    scene: string,
    args: readonly string[] = [],
    env: NodeJS.ProcessEnv = {},
  ): Promise<BenchServer> {
    const file = isAbsolute(scene) ? scene : join(simHostRoot, scene);
    const fixed = ['--scene', file, '--port', '0', '--json', '--log-level', 'none'];
    return BenchServer.start(join(simHostRoot, 'bin', 'sim-host.mjs'), [...fixed, ...args], env);
  }

  /** Starts a relay. @param place NATS server and name under which the host is published */
  static relay(place: readonly string[]): Promise<BenchServer> {
    const args = ['relay', ...place, '--port', '0', '--json'];
    return BenchServer.start(join(simHostRoot, 'bin', 'sim-host.mjs'), args);
  }

  /** A running host, whose process usage is unknown. */
  static async attached(url: string): Promise<BenchServer> {
    return new BenchServer(undefined, { url: url.replace(/\/$/, ''), pid: process.pid });
  }

  static peer(name: string, changes = 13, env: NodeJS.ProcessEnv = {}): Promise<BenchServer> {
    return BenchServer.start(join(harnessRoot, 'bench', 'peers', `${name}.mjs`), [String(changes)], env);
  }

  /** CPU time used by the process, in seconds. */
  cpuSeconds(): number {
    return processUsage(this.pid).cpuSeconds;
  }

  /** Working set in bytes. */
  workingSet(): number {
    return processUsage(this.pid).workingSet;
  }

  /** Runs a command of sim-host's control channel. */
  async control(name: string, body: Json = {}): Promise<Json> {
    const answer = await this.#control!.request('POST', `/control/${name}`, { body });
    if (answer.status !== 200) throw new Error(`${name}: ${answer.text}`);
    return answer.json;
  }

  stop(): Promise<void> {
    this.#control?.close();
    const child = this.#child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
    return new Promise((resolve) => {
      child.removeAllListeners('exit');
      child.once('exit', () => resolve());
      child.kill('SIGTERM');
      setTimeout(() => child.kill('SIGKILL'), 3000).unref();
    });
  }
}

/** CPU shares of the server and of this process, the load, since the call. */
export function measureCpu(server: BenchServer): () => { seconds: number; cpu: number; load: number } {
  const before = { cpu: server.cpuSeconds(), own: process.cpuUsage(), at: performance.now() };
  return () => {
    const seconds = (performance.now() - before.at) / 1000;
    const own = process.cpuUsage(before.own);
    return {
      seconds,
      cpu: (server.cpuSeconds() - before.cpu) / seconds,
      load: (own.user + own.system) / 1e6 / seconds,
    };
  };
}
