import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Scenario } from './jobs.js';
import type { Mutant } from './mutant.js';
import type { Pool } from './pool.js';

/** Which scenarios run the code of which mutants. */
export class Reach {
  readonly #mutants: readonly Mutant[];
  readonly #scenarios: readonly Scenario[];
  readonly #reached: readonly ReadonlySet<string>[];

  private constructor(
    mutants: readonly Mutant[],
    scenarios: readonly Scenario[],
    reached: readonly (readonly string[])[],
  ) {
    this.#mutants = mutants;
    this.#scenarios = scenarios;
    this.#reached = reached.map((ids) => new Set(ids));
  }

  /**
   * Runs each scenario once on hosts in which all mutants sleep, which takes minutes; what it has found is kept in `file` for as
   * long as mutants and scenarios are the same.
   */
  static async find(
    pool: Pool,
    mutants: readonly Mutant[],
    file: string,
    progress: (text: string) => void,
  ): Promise<Reach> {
    const outcome = await pool.run({}, 120);
    const scenarios = outcome?.scenarios ?? [];
    if (scenarios.length === 0) throw new Error('there are no scenarios to run');
    const version = createHash('sha1')
      .update(JSON.stringify([scenarios, mutants.map(({ id, name }) => [id, name])]))
      .digest('hex');
    if (existsSync(file)) {
      const kept = JSON.parse(readFileSync(file, 'utf8'));
      if (kept.version === version) return new Reach(mutants, scenarios, kept.reached);
    }
    const reached: (readonly string[])[] = scenarios.map(() => []);
    let done = 0;
    await pool.each(scenarios, async ({ place }, i) => {
      const { reached: ids = [], killedBy } = (await pool.run({ scenarios: [place] }, 120)) ?? {};
      if (killedBy !== undefined) progress(`fails without a mutant, and is left out: ${place}`);
      else reached[i] = ids;
      if (++done % 50 === 0) progress(`${done} of ${scenarios.length} scenarios looked at`);
    });
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify({ version, reached }));
    return new Reach(mutants, scenarios, reached);
  }

  /** Those that run its code, the ones that run little else first. */
  scenariosOf(mutant: Mutant): Scenario[] {
    const ids = this.#idsAt(mutant);
    return this.#scenarios
      .map((scenario, i) => ({ scenario, reached: this.#reached[i]! }))
      .filter(({ reached }) => ids.some((id) => reached.has(id)))
      .sort((a, b) => a.reached.size - b.reached.size)
      .map(({ scenario }) => scenario);
  }

  /** Code that was written by hand counts no runs: those of its lines do, else of its file. */
  #idsAt({ id, operator, file, line, lastLine }: Mutant): string[] {
    if (operator !== 'ByHand') return [id];
    const ofFile = this.#mutants.filter((each) => each.file === file && each.operator !== 'ByHand');
    const ofLines = ofFile.filter((each) => each.line >= line && each.lastLine <= lastLine);
    return (ofLines.length > 0 ? ofLines : ofFile).map((each) => each.id);
  }
}
