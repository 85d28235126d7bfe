import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { SimHostProcess, simHostRoot } from '../../conformance/client/index.js';

/** The HTTP engine of the host. */
export type Engine = 'uws' | 'node';

/** The resources of the host after a garbage collection; memory in bytes. */
export interface Usage {
  readonly heapUsed: number;
  readonly external: number;
  /** Active resources of the event loop: timers, sockets of node:http, … */
  readonly handles: number;
  /** Open sockets and files; 0 if the system does not report them. */
  readonly descriptors: number;
  /** The largest working set since the start. */
  readonly peakMemory: number;
}

const folder = join(simHostRoot, 'test', 'soak');
const probe = pathToFileURL(join(folder, 'probe.mjs')).href;

/** Time limit of a sample, which only a host that hangs reaches. */
const sampleLimitMs = 60_000;

/** A host of the soak's scene that reports its resources. */
export class SoakHost {
  /** The reason of an unexpected end; undefined while it runs. */
  died: string | undefined;
  readonly project: string;
  readonly #process: SimHostProcess;
  #isStopping = false;

  private constructor(process: SimHostProcess, project: string) {
    this.#process = process;
    this.project = project;
    process.exited.then((code) => {
      if (!this.#isStopping) this.died = `the host ended with ${code}: ${process.stderr.slice(-800)}`;
    });
  }

  static async start(engine: Engine, project: string): Promise<SoakHost> {
    const scene = join(folder, 'scene.yaml');
    const args = ['--scene', scene, '--project', project, '--http', engine, '--log-level', 'none'];
    return new SoakHost(await SimHostProcess.start(args, { NODE_OPTIONS: `--import ${probe}` }), project);
  }

  get url(): string {
    return this.#process.url;
  }

  /** Runs a command of the control API. @throws Error if it is refused */
  control(name: string, body: object = {}) {
    return this.#process.control(name, body);
  }

  /** @throws Error if the host does not answer */
  async sample(): Promise<Usage> {
    const { lines } = this.#process;
    const known = lines.length;
    this.#process.signal('SIGUSR2');
    for (const endsAt = performance.now() + sampleLimitMs; performance.now() < endsAt; await pause(20)) {
      const usage = lines.slice(known).find(({ event }) => event === 'usage');
      if (usage !== undefined) return usage;
    }
    throw new Error(this.died ?? 'the host does not report its resources');
  }

  /** @throws Error if it does not end with exit code 0 */
  async stop(): Promise<void> {
    this.#isStopping = true;
    const code = await this.#process.stop();
    if (code !== 0) throw new Error(`the host ended with ${code}: ${this.#process.stderr.slice(-800)}`);
  }
}
