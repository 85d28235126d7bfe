import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { AttachedHost } from './attached-host.js';
import { type ChildOutput, endsWithInput, readJsonLines } from './child.js';
import type { Json } from './http.js';
import { simHostRoot } from './places.js';
import { proxied } from './proxied.js';

const command = join(simHostRoot, 'bin', 'sim-host.mjs');

/** Milliseconds after which a host that was asked to end is killed. */
const stopLimitMs = 10_000;

/** A finished run of the command. */
export interface CommandResult {
  /** Null if it was killed. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the command to its end. After `limitMs` it is killed, and its `stderr` reports that. */
export async function runCommand(
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
  limitMs = 50_000,
  input = '',
): Promise<CommandResult> {
  const child = spawn(process.execPath, [command, ...args], { env: { ...process.env, ...env } });
  // A command that ends before it reads all its input reports that by its exit code.
  child.stdin.on('error', () => {}).end(input);
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk));
  const timer = setTimeout(() => {
    stderr += `\nkilled: it had not ended after ${limitMs / 1000} s`;
    child.kill('SIGKILL');
  }, limitMs);
  const code = await exitCode(child);
  clearTimeout(timer);
  return { code, stdout, stderr };
}

function exitCode(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => child.once('close', (code) => resolve(code)));
}

/** A sim-host in its own process. */
export class SimHostProcess extends AttachedHost {
  readonly pid: number;
  /** The JSON lines after the first. */
  readonly lines: readonly Json[];
  readonly exited: Promise<number | null>;
  readonly #child: ChildProcess;
  readonly #output: ChildOutput;

  private constructor(child: ChildProcess, first: Json, output: ChildOutput) {
    super(first.url, { url: first.control ?? undefined, token: first.controlToken });
    this.#child = child;
    this.#output = output;
    this.pid = first.pid;
    this.lines = output.lines;
    this.exited = exitCode(child);
  }

  /**
   * Starts a host on free ports and waits until it listens.
   * @throws Error with its exit code and output if it ends, prints something else, or prints nothing
   */
  static async start(
    args: readonly string[],
    env: NodeJS.ProcessEnv = {},
    withControl = true,
  ): Promise<SimHostProcess> {
    const all = [command, '--json', '--port', '0', ...(withControl ? ['--control'] : []), ...args];
    const child = spawn(process.execPath, all, {
      env: { ...process.env, ...endsWithInput, ...env },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    const output = readJsonLines(child, 'sim-host');
    return new SimHostProcess(child, await proxied(await output.first, args), output);
  }

  get stderr(): string {
    return this.#output.stderr();
  }

  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  /** Leaves later output in its pipe. */
  stopReading(): void {
    this.#child.stdout?.pause();
  }

  /** Ends the process and returns its exit code. @throws Error if it had to be killed */
  async stop(): Promise<number | null> {
    this.close();
    this.signal('SIGTERM');
    let isKilled = false;
    const timer = setTimeout(() => {
      isKilled = true;
      this.signal('SIGKILL');
    }, stopLimitMs);
    const code = await this.exited;
    clearTimeout(timer);
    if (isKilled) throw new Error(`sim-host did not end within ${stopLimitMs / 1000} s: ${this.stderr}`);
    return code;
  }
}

/** Starts and ends a host, so that a run reports once if none can start. @throws Error */
export async function requireStart(): Promise<void> {
  const host = await SimHostProcess.start(['--clock', 'manual']);
  await host.stop();
}
