import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
/** Clock ticks per second of /proc/PID/stat: 100 on every Linux that Node.js runs on. */
const ticksPerSecond = 100;

/** A server under load, in a process of its own. */
export class BenchServer {
  readonly url: string;
  readonly pid: number;
  /** The line with which it said that it listens. */
  readonly first: Readonly<Record<string, unknown>>;
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, first: { url: string; pid: number }) {
    this.#child = child;
    this.url = first.url;
    this.pid = first.pid;
    this.first = first;
  }

  /** Starts a script of the project and waits until it prints where it listens. */
  static start(script: string, args: readonly string[]): Promise<BenchServer> {
    const child = spawn(process.execPath, [root + script, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
    return new Promise((resolve, reject) => {
      child.once('exit', (code) => reject(new Error(`${script} ended with ${code}`)));
      createInterface(child.stdout!).once('line', (line) =>
        resolve(new BenchServer(child, JSON.parse(line))),
      );
    });
  }

  static simHost(scene: string, args: readonly string[] = []): Promise<BenchServer> {
    const fixed = ['--scene', root + scene, '--port', '0', '--json', '--log-level', 'none'];
    return BenchServer.start('bin/sim-host.mjs', [...fixed, ...args]);
  }

  static rawUws(changes = 13): Promise<BenchServer> {
    return BenchServer.start('bench/peers/raw-uws.mjs', [String(changes)]);
  }

  /** CPU time that the process has used, in seconds. */
  cpuSeconds(): number {
    const fields = readFileSync(`/proc/${this.pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ');
    return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
  }

  /** Working set in bytes. */
  workingSet(): number {
    const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${this.pid}/status`, 'utf8'))!;
    return Number(kilobytes) * 1024;
  }

  stop(): Promise<void> {
    return new Promise((resolve) => {
      this.#child.removeAllListeners('exit');
      this.#child.once('exit', () => resolve());
      this.#child.kill('SIGTERM');
      setTimeout(() => this.#child.kill('SIGKILL'), 3000).unref();
    });
  }
}
