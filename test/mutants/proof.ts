import { deathOf } from './death.js';
import { groupsOf, Together } from './groups.js';
import type { Scenario } from './jobs.js';
import { Kept } from './kept.js';
import { engineOf, keyOf, type Mutant } from './mutant.js';
import type { Pool } from './pool.js';
import { provers, type Reach } from './reach.js';
import type { Result, Verdict } from './report.js';
import type { UnitTests } from './unit.js';

/** Most mutants die of these, and all of the others are started for those alone that do not. */
const nearest = 12;

export interface Means {
  readonly pool: Pool;
  readonly scenarios: readonly Scenario[];
  /** Left out where all have a rule that should notice. */
  readonly reach: Reach | undefined;
  /** With node:http, for the code that speaks it; left out where none of that is tried. */
  readonly reachOfNode: Reach | undefined;
  /** Ids of those in code that runs while modules are loaded. */
  readonly ofModules: ReadonlySet<string>;
  /** Left out where scenarios alone may kill. */
  readonly unitTests: UnitTests | undefined;
  /** Whether a scenario may kill. */
  readonly counts: (scenario: Scenario) => boolean;
  /** Where each stage keeps what it has found out, for as long as the version is the same. */
  readonly folder: string;
  readonly version: string;
  readonly progress: (text: string) => void;
  /** Told each verdict that stays, at once. */
  readonly onVerdict: (mutant: Mutant, verdict: Verdict) => void;
}

/**
 * The stages of a proof, cheap ones first: the nearest scenarios, the nearest unit tests, all other scenarios with many
 * mutants awake together, all other unit tests.
 */
export class Proof {
  readonly #means: Means;
  readonly #results = new Map<Mutant, Verdict>();

  constructor(means: Means) {
    this.#means = means;
  }

  async of(mutants: readonly Mutant[]): Promise<Result[]> {
    const { unitTests, progress, pool } = this.#means;
    // In no order of folders: a run that is cut off has a sample of all.
    for (const mutant of [...mutants].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))) {
      const reaching = [...new Set(this.#near(mutant).flatMap(({ rules }) => rules))];
      this.#results.set(mutant, { reaching });
    }
    await this.#stage('nearest scenarios', this.#alive(), (mutant) => this.#nearest(mutant));
    // Whoever is interrupted now knows of them that they are not among those that die at once.
    for (const mutant of this.#alive())
      this.#means.onVerdict(mutant, { ...this.#results.get(mutant)!, isOpen: true });
    const generated = (): Mutant[] => this.#alive().filter(({ rule }) => rule === undefined);
    if (unitTests !== undefined && generated().length > 0) {
      await unitTests.find(pool, progress);
      await this.#stage('nearest unit tests', generated(), (mutant) => this.#unitTests(mutant, 0, 3));
    }
    await this.#together(generated());
    if (unitTests !== undefined)
      await this.#stage('other unit tests', generated(), (mutant) => this.#unitTests(mutant, 3));
    for (const mutant of this.#alive()) this.#means.onVerdict(mutant, this.#results.get(mutant)!);
    return [...this.#results].map(([mutant, verdict]) => ({ mutant, ...verdict }));
  }

  #alive(): Mutant[] {
    return [...this.#results].filter(([, { killed }]) => killed === undefined).map(([mutant]) => mutant);
  }

  #near(mutant: Mutant): readonly Scenario[] {
    const { reach, reachOfNode, scenarios, counts } = this.#means;
    const reached = engineOf(mutant) === 'node' ? reachOfNode : reach;
    const own = mutant.rule !== undefined ? provers(mutant.rule, scenarios) : reached!.scenariosOf(mutant);
    return own.filter(counts);
  }

  async #stage(
    name: string,
    mutants: readonly Mutant[],
    killerOf: (mutant: Mutant) => Promise<Verdict['killed'] | undefined>,
  ): Promise<void> {
    const { pool, progress } = this.#means;
    const kept = this.#kept(name);
    progress(`${name}: ${mutants.length}`);
    let done = 0;
    let deaths = 0;
    await pool.each(mutants, async (mutant) => {
      const known = kept.get(keyOf(mutant));
      const killed = known === undefined ? ((await killerOf(mutant)) ?? null) : known;
      if (known === undefined) kept.set(keyOf(mutant), killed);
      if (killed !== null) this.#die(mutant, killed);
      if (killed !== null) deaths++;
      if (++done % 20 === 0) progress(`${name}: ${done} of ${mutants.length}, ${deaths} killed`);
    });
  }

  #kept(stage: string): Kept<NonNullable<Verdict['killed']> | null> {
    const { folder, version } = this.#means;
    return new Kept(`${folder}/${stage.replaceAll(' ', '-')}`, version);
  }

  #die(mutant: Mutant, killed: NonNullable<Verdict['killed']>): void {
    const verdict = { ...this.#results.get(mutant)!, killed };
    this.#results.set(mutant, verdict);
    this.#means.onVerdict(mutant, verdict);
  }

  async #nearest(mutant: Mutant): Promise<Verdict['killed'] | undefined> {
    const own = this.#near(mutant);
    // A fault with a rule is that rule's alone.
    const scenarios = mutant.rule === undefined ? own.slice(0, nearest) : own;
    if (scenarios.length === 0) return undefined;
    const { pool, ofModules } = this.#means;
    const job = { mutant: mutant.id, isOfModules: ofModules.has(mutant.id), engine: engineOf(mutant) };
    return deathOf(pool, job, scenarios);
  }

  async #unitTests(mutant: Mutant, from: number, to?: number): Promise<Verdict['killed'] | undefined> {
    const death = await this.#means.unitTests?.killerOf(mutant, from, to);
    return death === undefined ? undefined : { ...death, rules: [] };
  }

  async #together(mutants: readonly Mutant[]): Promise<void> {
    const { pool, progress } = this.#means;
    const kept = this.#kept('other scenarios');
    for (const mutant of mutants) {
      const known = kept.get(keyOf(mutant));
      if (known !== undefined && known !== null) this.#die(mutant, known);
    }
    const others = new Together(pool, this.#means.ofModules, (mutant) => this.#near(mutant).slice(nearest));
    const groups = groupsOf(mutants.filter((mutant) => kept.get(keyOf(mutant)) === undefined));
    progress(`other scenarios: ${groups.flat().length} in ${groups.length} groups`);
    let done = 0;
    await pool.each(groups, async (group) => {
      const deaths = await others.killed(group);
      for (const mutant of group) {
        const killed = deaths.get(mutant) ?? null;
        kept.set(keyOf(mutant), killed);
        if (killed !== null) this.#die(mutant, killed);
      }
      progress(
        `other scenarios: group ${++done} of ${groups.length}, ${deaths.size} of ${group.length} killed`,
      );
    });
  }
}
