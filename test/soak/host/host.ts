import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  endsWithInput,
  type Json,
  processUsage,
  readJsonLines,
  simHostRoot,
} from '../../../conformance/client/index.js';
import { once } from './once.js';

/** The HTTP engine of the host. */
export type Engine = 'uws' | 'node';

export interface HostOptions {
  readonly engine: Engine;
  /** Folder of the project. */
  readonly project: string;
}

/** The resources of the process after a collection; memory in bytes. */
export interface Usage {
  readonly rss: number;
  readonly heapUsed: number;
  readonly external: number;
  /** Active resources of the event loop: timers, sockets of node:http, … */
  readonly handles: number;
  /** Open sockets and other descriptors; undefined if the system does not report them. */
  readonly descriptors: number | undefined;
}

export const soakScene = join(simHostRoot, 'test', 'soak', 'scene.yaml');
const probe = pathToFileURL(join(simHostRoot, 'test', 'soak', 'host', 'probe.mjs')).href;

/** Seconds in which a host must end, also on a busy machine. */
const mayEndIn = { spent: 5, seconds: 60 } as const;

/** Time limit of a control command and of a sample. */
const patienceMs = 60_000;

/** A sim-host in its own process with a probe. */
export class SoakHost {
  readonly url: string;
  readonly port: number;
  readonly controlUrl: string;
  readonly project: string;
  readonly pid: number;
  readonly exited: Promise<{ readonly code: number | null; readonly signal: string | null }>;
  #isStopping = false;
  /** The reason of an unexpected end; undefined while it runs. */
  died: string | undefined;
  readonly #child: ChildProcess;
  readonly #controlToken: string | undefined;
  readonly #stderr: () => string;

  private constructor(child: ChildProcess, first: Json, project: string, stderr: () => string) {
    this.#child = child;
    this.url = first.url;
    this.port = Number(new URL(first.url).port);
    this.controlUrl = first.control;
    this.project = project;
    this.pid = first.pid;
    this.#controlToken = first.controlToken;
    this.#stderr = stderr;
    this.exited = new Promise((resolve) => {
      child.once('exit', (code, signal) => {
        if (!this.#isStopping)
          this.died = `ended with ${signal ?? `exit code ${code}`}: ${stderr().slice(-800)}`;
        resolve({ code, signal });
      });
    });
  }

  static async start({ engine, project }: HostOptions): Promise<SoakHost> {
    const fixed = ['--scene', soakScene, '--project', project, '--http', engine];
    const all = [...fixed, '--port', '0', '--json', '--control', '--log-level', 'none'];
    const child = spawn(process.execPath, [join(simHostRoot, 'bin', 'sim-host.mjs'), ...all], {
      stdio: ['pipe', 'pipe', 'pipe', 'ipc'],
      env: { ...process.env, ...endsWithInput, NODE_OPTIONS: `--import ${probe}` },
    });
    const output = readJsonLines(child, 'sim-host');
    return new SoakHost(child, await output.first, project, output.stderr);
  }

  /** Runs a command of the control channel. @throws Error if it is refused */
  async control(name: string, body: Json = {}): Promise<Json> {
    const options = { body, limitMs: patienceMs, token: this.#controlToken };
    const answer = await once(this.controlUrl, 'POST', `/control/${name}`, options);
    if (answer.status !== 200) throw new Error(`${name}: ${answer.status} ${answer.text}`);
    return answer.json;
  }

  /** Collects garbage and returns the remaining resources. */
  async sample(): Promise<Usage> {
    return { ...(await this.#askProbe()), descriptors: descriptorsOf(this.pid) };
  }

  #askProbe(): Promise<Json> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => done(undefined), patienceMs);
      const done = (answer: Json) => {
        clearTimeout(timer);
        this.#child.off('message', done);
        if (answer === undefined)
          return reject(new Error(this.died ?? 'the probe in the host does not answer'));
        resolve(answer);
      };
      this.#child.on('message', done);
      this.#child.send('sample', (error) => error !== null && done(undefined));
    });
  }

  /** Ends it normally. @throws Error if it does not end normally */
  async stop(): Promise<void> {
    this.#isStopping = true;
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    this.#child.kill('SIGTERM');
    const spentBefore = processUsage(this.pid).cpuSeconds;
    const toldAt = performance.now();
    let late: string | undefined;
    const timer = setInterval(() => {
      if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
      const seconds = Math.round((performance.now() - toldAt) / 1000);
      const spent = processUsage(this.pid).cpuSeconds - spentBefore;
      if (spent < mayEndIn.spent && seconds < mayEndIn.seconds) return;
      late = `${seconds} s and ${spent.toFixed(1)} s of processor time`;
      this.#child.kill('SIGKILL');
    }, 1000);
    const { code } = await this.exited;
    clearInterval(timer);
    if (late !== undefined) throw new Error(`the host had not ended ${late} after SIGTERM`);
    if (code !== 0)
      throw new Error(`the host ended with ${code} after SIGTERM: ${this.#stderr().slice(-800)}`);
  }

  /** Kills it. */
  async kill(): Promise<void> {
    this.#isStopping = true;
    this.#child.kill('SIGKILL');
    await this.exited;
  }
}

function descriptorsOf(pid: number): number | undefined {
  if (process.platform !== 'linux') return undefined;
  const folder = `/proc/${pid}/fd`;
  // Objects that are removed during the listing are ignored.
  return readdirSync(folder).filter((name) => {
    try {
      return readlinkSync(join(folder, name)) !== '';
    } catch {
      return false;
    }
  }).length;
}
