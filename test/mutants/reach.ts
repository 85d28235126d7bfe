import type { Scenario } from './jobs.js';
import { Kept } from './kept.js';
import type { Mutant } from './mutant.js';
import type { Pool } from './pool.js';

/** Which scenarios run the code of which mutants. */
export class Reach {
  readonly #scenarios: readonly Scenario[];
  readonly #reached: readonly ReadonlySet<string>[];

  private constructor(scenarios: readonly Scenario[], reached: readonly (readonly string[])[]) {
    this.#scenarios = scenarios;
    this.#reached = reached.map((ids) => new Set(ids));
  }

  /**
   * Runs each scenario once on hosts in which all mutants sleep, which takes minutes; what it finds out is kept in `file` for as
   * long as `version` is the same.
   */
  static async find(
    pool: Pool,
    scenarios: readonly Scenario[],
    file: string,
    version: string,
    progress: (text: string) => void,
  ): Promise<Reach> {
    const kept = new Kept<readonly string[]>(file, version);
    let done = 0;
    await pool.each(scenarios, async ({ place }) => {
      if (kept.get(place) === undefined) {
        const { reached = [], killedBy } = (await pool.run({ scenarios: [place] }, 120)) ?? {};
        if (killedBy !== undefined) progress(`fails without a mutant, and is left out: ${place}`);
        kept.set(place, killedBy === undefined ? reached : []);
      }
      if (++done % 50 === 0) progress(`${done} of ${scenarios.length} scenarios looked at`);
    });
    return new Reach(
      scenarios,
      scenarios.map(({ place }) => kept.get(place) ?? []),
    );
  }

  /** Those that run its code, the ones that run little else first. */
  scenariosOf({ id }: Mutant): Scenario[] {
    return this.#scenarios
      .map((scenario, i) => ({ scenario, reached: this.#reached[i]! }))
      .filter(({ reached }) => reached.has(id))
      .sort((a, b) => a.reached.size - b.reached.size)
      .map(({ scenario }) => scenario);
  }
}

/** All that there are. */
export async function scenariosOf(pool: Pool): Promise<readonly Scenario[]> {
  const outcome = await pool.run({}, 120);
  const scenarios = outcome?.scenarios ?? [];
  if (scenarios.length === 0) throw new Error('there are no scenarios to run');
  return scenarios;
}

/** Those that prove a rule: what is to notice a fault that was written by hand for it. */
export function provers(rule: string, scenarios: readonly Scenario[]): Scenario[] {
  return scenarios.filter(({ rules }) => rules.includes(rule));
}
