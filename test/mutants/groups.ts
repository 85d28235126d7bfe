import { deathOf } from './death.js';
import type { Scenario } from './jobs.js';
import { engineOf, type Mutant } from './mutant.js';
import type { Pool } from './pool.js';
import type { Death } from './report.js';

/** So many that live are awake together: more of them hide one another, fewer cost more. */
const groupSize = 10;

/** Mutants that may be awake together: each of a place of its own, far from the others. */
export function groupsOf(mutants: readonly Mutant[]): Mutant[][] {
  const groups: Mutant[][] = [];
  for (const mutant of mutants) {
    const isFar = (other: Mutant): boolean =>
      other.file !== mutant.file && engineOf(other) === engineOf(mutant);
    const group = groups.find((each) => each.length < groupSize && each.every(isFar));
    if (group === undefined) groups.push([mutant]);
    else group.push(mutant);
  }
  return groups;
}

/**
 * Puts those that live after the nearest scenarios to all the others that reach them, many at once: what fails is tried with
 * each of them alone, and only that counts.
 */
export class Together {
  readonly #pool: Pool;
  readonly #scenariosOf: (mutant: Mutant) => readonly Scenario[];

  readonly #ofModules: ReadonlySet<string>;

  constructor(
    pool: Pool,
    ofModules: ReadonlySet<string>,
    scenariosOf: (mutant: Mutant) => readonly Scenario[],
  ) {
    this.#pool = pool;
    this.#ofModules = ofModules;
    this.#scenariosOf = scenariosOf;
  }

  /** Whom a scenario kills, and how; the others live. */
  async killed(group: readonly Mutant[]): Promise<Map<Mutant, Death>> {
    const places = [
      ...new Set(group.flatMap((mutant) => this.#scenariosOf(mutant).map(({ place }) => place))),
    ];
    const deaths = new Map<Mutant, Death>();
    if (places.length === 0) return deaths;
    const together = group.map(({ id }) => id);
    const isOfModules = together.some((id) => this.#ofModules.has(id));
    const engine = engineOf(group[0]!);
    const outcome = await this.#pool.run(
      { together, isOfModules, engine, scenarios: places },
      60 + places.length,
    );
    if (outcome === undefined) return this.#killedOfHalves(group);
    const failed = new Set(outcome.failures?.map(({ place }) => place));
    for (const mutant of group) {
      const own = this.#scenariosOf(mutant).filter(({ place }) => failed.has(place));
      if (own.length === 0) continue;
      const death = await this.#deathAlone(mutant, own);
      if (death !== undefined) deaths.set(mutant, death);
    }
    return deaths;
  }

  #deathAlone(mutant: Mutant, scenarios: readonly Scenario[]): Promise<Death | undefined> {
    const isOfModules = this.#ofModules.has(mutant.id);
    return deathOf(this.#pool, { mutant: mutant.id, isOfModules, engine: engineOf(mutant) }, scenarios);
  }

  /** One of them keeps the run from its end. */
  async #killedOfHalves(group: readonly Mutant[]): Promise<Map<Mutant, Death>> {
    if (group.length === 1) {
      const [mutant] = group;
      const death = await this.#deathAlone(mutant!, this.#scenariosOf(mutant!));
      return new Map(death === undefined ? [] : [[mutant!, death]]);
    }
    const middle = Math.ceil(group.length / 2);
    return new Map([
      ...(await this.killed(group.slice(0, middle))),
      ...(await this.killed(group.slice(middle))),
    ]);
  }
}
