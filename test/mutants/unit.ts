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

/** The unit tests, run from the instrumented sources. */
export class UnitTests {
  readonly #root: string;
  readonly #reached = new Map<string, ReadonlySet<string>>();
  /** How long each may take with a mutant, in milliseconds. */
  readonly #limits = new Map<string, number>();

  /** @param root of the instrumented sim-host */
  constructor(root: string) {
    this.#root = root;
  }

  /** Runs each file once, with all mutants asleep: which of them does it run? */
  async find(pool: Pool, progress: (text: string) => void): Promise<void> {
    const files = testFiles(this.#root).filter((file) => /^src[\\/]/.test(file));
    await pool.each(files, async (file, i) => {
      const reached = resolve(this.#root, `reached-${i}`);
      rmSync(reached, { force: true });
      const startedAt = performance.now();
      const passes = await this.#run(file, { SIM_HOST_REACHED: reached });
      this.#limits.set(file, Math.min(limitMs, 30_000 + 5 * (performance.now() - startedAt)));
      if (!passes) progress(`fails without a mutant, and is left out: ${file}`);
      else if (existsSync(reached))
        this.#reached.set(file, new Set(readFileSync(reached, 'utf8').trim().split(/\s+/)));
    });
  }

  /** The file of which a test fails with the mutant, of those that reach it: the ones that run little else come first. */
  async killerOf(mutant: Mutant, from: number, to?: number): Promise<string | undefined> {
    const near = [...this.#reached]
      .filter(([, reached]) => reached.has(mutant.id))
      .sort(([, a], [, b]) => a.size - b.size);
    const awake = resolve(this.#root, `awake-${mutant.id}`);
    writeFileSync(awake, mutant.id);
    for (const [file] of near.slice(from, to))
      if (!(await this.#run(file, { SIM_HOST_AWAKE: awake }))) return file;
    return undefined;
  }

  /** A test that does not end has failed. */
  #run(file: string, env: NodeJS.ProcessEnv): Promise<boolean> {
    const child = spawn(process.execPath, ['--import', 'tsx', '--test', file], {
      cwd: this.#root,
      stdio: 'ignore',
      env: { ...process.env, ...env, NODE_OPTIONS: `--import=${preload}` },
      detached: process.platform !== 'win32',
    });
    const timer = setTimeout(() => killTree(child), this.#limits.get(file) ?? limitMs);
    return new Promise((done) => {
      child.once('exit', (code) => {
        clearTimeout(timer);
        done(code === 0);
      });
    });
  }
}
