import { type ChildProcess, fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { killTree } from '../../scripts/run.mjs';
import type { Job, Outcome } from './jobs.js';

const program = fileURLToPath(new URL('worker.mjs', import.meta.url));
const preload = new URL('preload.mjs', import.meta.url).href;

/** Workers that take jobs, each one at a time. */
export class Pool {
  readonly #root: string;
  readonly #idle: Worker[] = [];

  /** @param root of the instrumented sim-host */
  constructor(root: string) {
    this.#root = root;
  }

  /** Answers undefined when it had not ended after `limitS` seconds, and was killed. */
  async run(job: Job, limitS: number): Promise<Outcome | undefined> {
    const worker = this.#idle.pop() ?? new Worker(this.#root);
    const outcome = await worker.run(job, limitS);
    if (worker.isUsable) this.#idle.push(worker);
    return outcome;
  }

  /** Does something for each, as many at once as there are cores. */
  async each<T>(items: readonly T[], work: (item: T, index: number) => Promise<void>): Promise<void> {
    let next = 0;
    const one = async (): Promise<void> => {
      for (let i = next++; i < items.length; i = next++) await work(items[i]!, i);
    };
    await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, one));
  }

  end(): void {
    for (const worker of this.#idle) worker.end();
  }
}

class Worker {
  readonly #child: ChildProcess;
  readonly #ready: Promise<unknown>;

  constructor(root: string) {
    this.#child = fork(program, {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      execArgv: [],
      env: { ...process.env, SIM_HOST_ROOT: root, NODE_OPTIONS: `--import=${preload}` },
      // It leads a group, which is killed with the hosts that it has started.
      detached: process.platform !== 'win32',
    });
    this.#ready = new Promise((resolve) => this.#child.once('message', resolve));
  }

  get isUsable(): boolean {
    return this.#child.connected && this.#child.exitCode === null;
  }

  async run(job: Job, limitS: number): Promise<Outcome | undefined> {
    await this.#ready;
    return new Promise((resolve) => {
      const done = (outcome?: Outcome): void => {
        clearTimeout(timer);
        this.#child.removeAllListeners();
        resolve(outcome);
      };
      const timer = setTimeout(() => {
        killTree(this.#child);
        this.#child.disconnect();
        done();
      }, limitS * 1000);
      this.#child.once('message', (outcome: Outcome) => done(outcome));
      this.#child.once('exit', () => done());
      this.#child.send(job);
    });
  }

  end(): void {
    if (this.#child.connected) this.#child.disconnect();
  }
}
