import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { AttachedHost } from './attached-host.js';
import type { Json } from './http.js';
import { simHostRoot } from './places.js';

const command = join(simHostRoot, 'bin', 'sim-host.mjs');

/** A finished run of the command. */
export interface CommandResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the command to its end. */
export async function runCommand(
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<CommandResult> {
  const child = spawn(process.execPath, [command, ...args], { env: { ...process.env, ...env } });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk));
  const code = await exitCode(child);
  return { code, stdout, stderr };
}

function exitCode(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => child.once('close', (code) => resolve(code)));
}

/** A sim-host in a process of its own. */
export class SimHostProcess extends AttachedHost {
  readonly pid: number;
  /** The JSON lines after the first. */
  readonly lines: readonly Json[];
  readonly exited: Promise<number | null>;
  readonly #child: ChildProcess;
  readonly #errors: () => string;

  private constructor(child: ChildProcess, first: Json, lines: readonly Json[], errors: () => string) {
    super(first.url, first.control ?? undefined);
    this.#child = child;
    this.pid = first.pid;
    this.lines = lines;
    this.#errors = errors;
    this.exited = exitCode(child);
  }

  /** Starts a host on free ports and waits until it listens. @throws Error with what it printed when it does not. */
  static start(
    args: readonly string[],
    env: NodeJS.ProcessEnv = {},
    withControl = true,
  ): Promise<SimHostProcess> {
    const all = [command, '--json', '--port', '0', ...(withControl ? ['--control'] : []), ...args];
    const child = spawn(process.execPath, all, {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let stderr = '';
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk));
    const lines: Json[] = [];
    return new Promise((resolve, reject) => {
      child.once('exit', (code) => reject(new Error(`sim-host ended with ${code}: ${stderr}`)));
      createInterface(child.stdout).on('line', (line) => {
        lines.push(JSON.parse(line));
        if (lines.length === 1) resolve(new SimHostProcess(child, lines[0], lines, () => stderr));
      });
    });
  }

  get stderr(): string {
    return this.#errors();
  }

  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  /** Ends the process; its exit code. */
  stop(): Promise<number | null> {
    this.close();
    this.signal('SIGTERM');
    return this.exited;
  }
}
