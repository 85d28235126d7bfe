import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Scenario } from './jobs.js';
import { Kept } from './kept.js';
import type { Mutant } from './mutant.js';
import type { Pool } from './pool.js';

/** Which scenarios run the code of which mutants. */
export class Reach {
  readonly #scenarios: readonly Scenario[];
  readonly #reached: readonly ReadonlySet<string>[];

  /** Ids of mutants. */
  readonly #byFile = new Map<string, string[]>();

  private constructor(
    scenarios: readonly Scenario[],
    reached: readonly (readonly string[])[],
    mutants: readonly Mutant[],
  ) {
    this.#scenarios = scenarios;
    for (const { file, id } of mutants) this.#byFile.set(file, [...(this.#byFile.get(file) ?? []), id]);
    this.#reached = reached.map((ids) => new Set(ids));
  }

  /**
   * Runs each scenario once on hosts in which all mutants sleep, which takes minutes; what it finds out is kept in `file` for as
   * long as `version` is the same.
   */
  static async find(
    pool: Pool,
    scenarios: readonly Scenario[],
    mutants: readonly Mutant[],
    file: string,
    version: string,
    progress: (text: string) => void,
    engine?: 'node',
  ): Promise<Reach> {
    const kept = new Kept<readonly string[]>(file, version);
    let done = 0;
    await pool.each(scenarios, async ({ place }) => {
      if (kept.get(place) === undefined) {
        const { reached = [], failures } = (await pool.run({ engine, scenarios: [place] }, 120)) ?? {};
        const fails = failures?.length !== 0;
        if (fails) progress(`fails without a mutant, and is left out: ${place}`);
        kept.set(place, fails ? [] : reached);
      }
      if (++done % 50 === 0) progress(`${done} of ${scenarios.length} scenarios looked at`);
    });
    return new Reach(
      scenarios,
      scenarios.map(({ place }) => kept.get(place) ?? []),
      mutants,
    );
  }

  /** Those that run its code: first the ones that run most of its file, and of them the ones that run little else. */
  scenariosOf({ id, file }: Mutant): Scenario[] {
    const own = this.#byFile.get(file) ?? [];
    const share = (reached: ReadonlySet<string>): number => own.filter((each) => reached.has(each)).length;
    return this.#scenarios
      .map((scenario, i) => ({ scenario, reached: this.#reached[i]! }))
      .filter(({ reached }) => reached.has(id))
      .map(({ scenario, reached }) => ({ scenario, reached, share: share(reached) }))
      .sort((a, b) => b.share - a.share || a.reached.size - b.reached.size)
      .map(({ scenario }) => scenario);
  }
}

/** They prove commands, each in a process of its own: what they reach of the service others reach in a tenth of the time. */
const ofCommands = /^features\/(cli|command)\//;

/** All that are put to the service. */
export async function scenariosOf(pool: Pool): Promise<readonly Scenario[]> {
  const outcome = await pool.run({}, 120);
  const scenarios = (outcome?.scenarios ?? []).filter(({ place }) => !ofCommands.test(place));
  if (scenarios.length === 0) throw new Error('there are no scenarios to run');
  return scenarios;
}

/** Those that prove a rule: what is to notice a fault that was written by hand for it. */
export function provers(rule: string, scenarios: readonly Scenario[]): Scenario[] {
  return scenarios.filter(({ rules }) => rules.includes(rule));
}

const preload = new URL('preload.mjs', import.meta.url).href;

/** Ids of the mutants in code that runs while modules are loaded. */
export async function idsOfModules(root: string): Promise<ReadonlySet<string>> {
  const reached = join(root, 'reached-of-modules');
  rmSync(reached, { force: true });
  const child = fork(join(root, 'dist', 'sim-host', 'cli', 'many-hosts.js'), {
    execArgv: [`--import=${preload}`],
    env: { ...process.env, SIM_HOST_REACHED: reached },
  });
  const left = once(child, 'exit');
  // It ends once it is loaded and nobody is there.
  child.disconnect();
  await left;
  return new Set(readFileSync(reached, 'utf8').trim().split(/\s+/));
}
