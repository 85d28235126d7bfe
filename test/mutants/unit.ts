import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { killTree } from '../../scripts/run.mjs';
import { testFiles } from '../../scripts/test-files.mjs';
import type { Mutant } from './mutant.js';
import type { Pool } from './pool.js';

/** Longer than the slowest file takes on a busy machine, with all mutants asleep. */
const longestMs = 180_000;
/** Measures how the time of lookups grows, which with all mutants in the code takes longer than anybody waits. */
const tooSlow = ['src/service/paths.test.ts'];
const preload = new URL('preload.mjs', import.meta.url).href;

/** What else may notice a mutant: a file of tests, or a command. */
interface Prover {
  readonly name: string;
  /** Of Node.js. */
  readonly args: readonly string[];
  /** The folder of the mutants that it is started for; all of them when left out. */
  readonly folder?: string;
}

/** By which of them, and whether it is because it has not ended in time. */
export interface UnitDeath {
  readonly by: string;
  readonly isLate: boolean;
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
  /** How long each takes with all mutants asleep, in milliseconds; undefined of one that does not pass then. */
  readonly #takes = new Map<Prover, Promise<number | undefined>>();

  /** @param root of the instrumented sim-host */
  constructor(root: string) {
    this.#root = root;
    const files = testFiles(root).filter((file) => /^src[\\/]/.test(file) && !tooSlow.includes(file));
    this.#provers = [...files.map(tests), ...oracles, ...relays];
  }

  /** Runs each once, with all mutants asleep: which of them does it run? */
  async find(pool: Pool, progress: (text: string) => void): Promise<void> {
    await pool.each(this.#provers, async (prover, i) => {
      const reached = resolve(this.#root, `reached-${i}`);
      rmSync(reached, { force: true });
      const takes = this.#measured(prover, { SIM_HOST_REACHED: reached });
      this.#takes.set(prover, takes);
      if ((await takes) === undefined) progress(`fails without a mutant, and is left out: ${prover.name}`);
      else if (existsSync(reached))
        this.#reached.set(prover, new Set(readFileSync(reached, 'utf8').trim().split(/\s+/)));
    });
  }

  /** Does what has killed it before do so again? */
  async killsAgain(mutant: Mutant, name: string): Promise<UnitDeath | undefined> {
    const prover = this.#provers.find((each) => each.name === name);
    return prover && this.#death(prover, mutant);
  }

  /** What notices the mutant, of those that reach it: the ones that run little else come first. */
  async killerOf(mutant: Mutant, from: number, to?: number): Promise<UnitDeath | undefined> {
    const near = [...this.#reached]
      .filter(([{ folder = mutant.folder }, reached]) => folder === mutant.folder && reached.has(mutant.id))
      .sort(([, a], [, b]) => a.size - b.size);
    for (const [prover] of near.slice(from, to)) {
      const death = await this.#death(prover, mutant);
      if (death !== undefined) return death;
    }
    return undefined;
  }

  /**
   * What has not ended in time is a death only where the same takes far less at the same moment with all mutants asleep: otherwise it
   * is the machine that is slow.
   */
  async #death(prover: Prover, mutant: Mutant): Promise<UnitDeath | undefined> {
    const takes = this.#takes.get(prover) ?? this.#measured(prover, {});
    this.#takes.set(prover, takes);
    const usual = await takes;
    if (usual === undefined) return undefined;
    const limit = 30_000 + 5 * usual;
    const end = await this.#run(prover, { SIM_HOST_AWAKE: this.#awake(mutant) }, limit);
    if (end === 'passes') return undefined;
    if (end === 'fails') return { by: prover.name, isLate: false };
    const now = await this.#measured(prover, {});
    return now !== undefined && now * 4 < limit ? { by: prover.name, isLate: true } : undefined;
  }

  async #measured(prover: Prover, env: NodeJS.ProcessEnv): Promise<number | undefined> {
    const startedAt = performance.now();
    const end = await this.#run(prover, env, longestMs);
    return end === 'passes' ? performance.now() - startedAt : undefined;
  }

  #awake({ id }: Mutant): string {
    const file = resolve(this.#root, `awake-${id}`);
    writeFileSync(file, id);
    return file;
  }

  #run(prover: Prover, env: NodeJS.ProcessEnv, limitMs: number): Promise<'passes' | 'fails' | 'is late'> {
    const child = spawn(process.execPath, prover.args, {
      cwd: this.#root,
      stdio: 'ignore',
      env: { ...process.env, ...env, NODE_OPTIONS: `--import=${preload}` },
      detached: process.platform !== 'win32',
    });
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      killTree(child);
    }, limitMs);
    return new Promise((done) => {
      child.once('exit', (code) => {
        clearTimeout(timer);
        done(isLate ? 'is late' : code === 0 ? 'passes' : 'fails');
      });
    });
  }
}
