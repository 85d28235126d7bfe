import { type ChildProcess, fork } from 'node:child_process';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { AttachedHost, type ControlPlace } from './attached-host.js';
import { simHostRoot } from './places.js';
import { proxied } from './proxied.js';

const program = join(simHostRoot, 'dist', 'sim-host', 'cli', 'host-worker.js');

/** The messages to host-worker.js. */
type Request = { readonly id: number } & (
  | { readonly start: readonly string[]; readonly module?: string | undefined }
  | { readonly stop: true }
);

/** The messages from host-worker.js. */
interface Answer {
  readonly id: number;
  readonly url?: string;
  readonly control?: string;
  readonly controlToken?: string;
  readonly error?: string;
}

/** Number of hosts that one process runs before the next process takes over. */
const hostsPerProcess = 200;

/** A process that runs hosts one after the other. */
class Nursery {
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  #started = 0;

  constructor() {
    const env = { ...process.env, SIM_HOST_ROOT: simHostRoot };
    this.#child = fork(program, { stdio: ['ignore', 'ignore', 'pipe', 'ipc'], execArgv: [], env });
    let stderr = '';
    this.#child.stderr?.on('data', (chunk: Buffer) => (stderr += chunk));
    this.#child.on('message', (answer: Answer) => {
      this.#waiting.get(answer.id)?.(answer);
      this.#waiting.delete(answer.id);
    });
    this.#child.once('exit', (code, signal) => {
      const error = `sim-host ended with ${signal ?? `exit code ${code}`}: ${stderr}`;
      for (const [id, settle] of this.#waiting) settle({ id, error });
    });
    // The suite does not wait for it at its end.
    this.#child.unref();
    this.#child.channel?.unref();
    (this.#child.stderr as Socket).unref();
  }

  get isUsable(): boolean {
    return this.#started < hostsPerProcess && this.#child.exitCode === null && this.#child.connected;
  }

  async start(args: readonly string[], module?: string): Promise<WarmHost> {
    const id = ++this.#started;
    const { url: own = '', ...more } = await this.#ask({ id, start: args, module });
    const { url, control, controlToken } = await proxied({ ...more, url: own }, args);
    return new WarmHost(url, { url: control, token: controlToken }, () => this.#ask({ id, stop: true }));
  }

  /** Resolves when it has ended; it is killed if it does not end. */
  async end(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const exited = new Promise((resolve) => this.#child.once('exit', resolve));
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), 2000);
    this.#child.ref();
    if (this.#child.connected) this.#child.disconnect();
    await exited;
    clearTimeout(timer);
  }

  async #ask(request: Request): Promise<Answer> {
    const answer = await new Promise<Answer>((resolve) => {
      this.#waiting.set(request.id, resolve);
      this.#child.channel?.ref();
      this.#child.send(request, (error) => {
        if (error !== null) resolve({ id: request.id, error: `sim-host ended: ${error.message}` });
      });
    });
    this.#child.channel?.unref();
    if (answer.error !== undefined) throw new Error(answer.error);
    return answer;
  }
}

let nursery: Nursery | undefined;

/**
 * A sim-host in a shared process that starts 20 times faster; it hides the state and output of a process.
 */
export class WarmHost extends AttachedHost {
  readonly #end: () => Promise<unknown>;

  constructor(url: string, control: ControlPlace, end: () => Promise<unknown>) {
    super(url, control);
    this.#end = end;
  }

  /**
   * Starts a host on free ports.
   * @param module URL of a module that its process imports before the start
   * @throws Error with the reason if it does not start
   */
  static start(args: readonly string[], module?: string): Promise<WarmHost> {
    if (nursery?.isUsable !== true) {
      void nursery?.end();
      nursery = new Nursery();
    }
    return nursery.start(['--port', '0', '--control', ...args], module);
  }

  /** Ends the process; the next host starts in a new one with the current environment. */
  static async endProcess(): Promise<void> {
    await nursery?.end();
    nursery = undefined;
  }

  async stop(): Promise<void> {
    this.close();
    await this.#end();
  }
}
