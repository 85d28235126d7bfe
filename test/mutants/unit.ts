import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { killTree } from '../../scripts/run.mjs';
import { testFiles } from '../../scripts/test-files.mjs';
import type { Mutant } from './mutant.js';
import type { Pool } from './pool.js';

/** Longer than the slowest file takes on a busy machine. */
const limitS = 180;
const preload = new URL('preload.mjs', import.meta.url).href;

/** The unit tests, run from the instrumented sources. */
export class UnitTests {
  readonly #root: string;
  readonly #reached = new Map<string, ReadonlySet<string>>();

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
      const passes = await this.#run(file, { SIM_HOST_REACHED: reached });
      if (!passes) progress(`fails without a mutant, and is left out: ${file}`);
      else if (existsSync(reached))
        this.#reached.set(file, new Set(readFileSync(reached, 'utf8').trim().split(/\s+/)));
    });
  }

  /** The file of which a test fails with the mutant. */
  async killerOf(mutant: Mutant): Promise<string | undefined> {
    const near = [...this.#reached]
      .filter(([, reached]) => reached.has(mutant.id))
      .sort(([, a], [, b]) => a.size - b.size);
    for (const [file] of near)
      if (!(await this.#run(file, { __STRYKER_ACTIVE_MUTANT__: mutant.id }))) return file;
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
    const timer = setTimeout(() => killTree(child), limitS * 1000);
    return new Promise((done) => {
      child.once('exit', (code) => {
        clearTimeout(timer);
        done(code === 0);
      });
    });
  }
}
