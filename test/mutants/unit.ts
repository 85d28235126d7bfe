import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { killTree } from '../../scripts/run.mjs';
import { testFiles } from '../../scripts/test-files.mjs';
import type { Mutant } from './mutant.js';
import type { Pool } from './pool.js';

/** Longer than the slowest file takes on a busy machine. */
const limitMs = 180_000;
const preload = new URL('preload.mjs', import.meta.url).href;

/** What else may notice a mutant: a file of tests, or a command. */
interface Prover {
  readonly name: string;
  /** Of Node.js. */
  readonly args: readonly string[];
  /** The folder of the mutants that it is started for; all of them when left out. */
  readonly folder?: string;
}

/** Random sequences of requests with fixed seeds, compared with a naive model. */
const oracles: readonly Prover[] = [
  oracle('oracle', '--runs', '300'),
  oracle('oracle of the stage', '--stage', '--runs', '200'),
  oracle('oracle of files', '--files', '--runs', '100'),
];

/** Hosts and relays on a NATS server of their own take half a minute, mostly waiting. */
const relays: readonly Prover[] = ['relays', 'faults', 'access'].map((name) => ({
  ...tests(`test/relays/${name}.long.test.ts`),
  folder: 'nats',
}));

function oracle(name: string, ...options: readonly string[]): Prover {
  const args = ['--import', 'tsx', 'test/oracle/cli.ts', ...options, '--seed', '16', '--no-shrink'];
  return { name, args };
}

function tests(file: string): Prover {
  return { name: file, args: ['--import', 'tsx', '--test', file] };
}

/** The unit tests, the oracles and the tests of relays, run from the instrumented sources. */
export class UnitTests {
  readonly #root: string;
  readonly #provers: readonly Prover[];
  readonly #reached = new Map<Prover, ReadonlySet<string>>();
  /** How long each may take with a mutant, in milliseconds. */
  readonly #limits = new Map<Prover, number>();

  /** @param root of the instrumented sim-host */
  constructor(root: string) {
    this.#root = root;
    const files = testFiles(root).filter((file) => /^src[\\/]/.test(file));
    this.#provers = [...files.map(tests), ...oracles, ...relays];
  }

  /** Runs each once, with all mutants asleep: which of them does it run? */
  async find(pool: Pool, progress: (text: string) => void): Promise<void> {
    await pool.each(this.#provers, async (prover, i) => {
      const reached = resolve(this.#root, `reached-${i}`);
      rmSync(reached, { force: true });
      const startedAt = performance.now();
      const passes = await this.#run(prover, { SIM_HOST_REACHED: reached });
      this.#limits.set(prover, Math.min(limitMs, 30_000 + 5 * (performance.now() - startedAt)));
      if (!passes) progress(`fails without a mutant, and is left out: ${prover.name}`);
      else if (existsSync(reached))
        this.#reached.set(prover, new Set(readFileSync(reached, 'utf8').trim().split(/\s+/)));
    });
  }

  /** Does what has killed it before do so again? */
  async killsAgain(mutant: Mutant, name: string): Promise<boolean> {
    const prover = this.#provers.find((each) => each.name === name);
    return prover !== undefined && !(await this.#run(prover, { SIM_HOST_AWAKE: this.#awake(mutant) }));
  }

  /** What notices the mutant, of those that reach it: the ones that run little else come first. */
  async killerOf(mutant: Mutant, from: number, to?: number): Promise<string | undefined> {
    const near = [...this.#reached]
      .filter(([{ folder = mutant.folder }, reached]) => folder === mutant.folder && reached.has(mutant.id))
      .sort(([, a], [, b]) => a.size - b.size);
    const awake = this.#awake(mutant);
    for (const [prover] of near.slice(from, to))
      if (!(await this.#run(prover, { SIM_HOST_AWAKE: awake }))) return prover.name;
    return undefined;
  }

  #awake({ id }: Mutant): string {
    const file = resolve(this.#root, `awake-${id}`);
    writeFileSync(file, id);
    return file;
  }

  /** What does not end has failed. */
  #run(prover: Prover, env: NodeJS.ProcessEnv): Promise<boolean> {
    const child = spawn(process.execPath, prover.args, {
      cwd: this.#root,
      stdio: 'ignore',
      env: { ...process.env, ...env, NODE_OPTIONS: `--import=${preload}` },
      detached: process.platform !== 'win32',
    });
    const timer = setTimeout(() => killTree(child), this.#limits.get(prover) ?? limitMs);
    return new Promise((done) => {
      child.once('exit', (code) => {
        clearTimeout(timer);
        done(code === 0);
      });
    });
  }
}
