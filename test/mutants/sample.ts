import { createHash } from 'node:crypto';
import { deathOf } from './death.js';
import type { Scenario } from './jobs.js';
import { engineOf, keyOf, type Mutant } from './mutant.js';
import type { Pool } from './pool.js';
import type { Result } from './report.js';
import type { Verdicts } from './verdicts.js';

export interface Known {
  readonly mutant: Mutant;
  /** `features/evt/stream.feature:54` */
  readonly by: string;
}

/** Some of those that a scenario has killed: the same ones for as long as their code is. */
export function sampleOf(mutants: readonly Mutant[], verdicts: Verdicts, size: number): Known[] {
  const rank = ({ mutant }: Known): string =>
    createHash('sha1')
      .update(`sample ${keyOf(mutant)}`)
      .digest('hex');
  return mutants
    .flatMap((mutant): Known[] => {
      const by = verdicts.killerOf(mutant);
      return by === undefined || !isScenario(by) ? [] : [{ mutant, by }];
    })
    .sort((a, b) => (rank(a) < rank(b) ? -1 : 1))
    .slice(0, size);
}

/**
 * Does the scenario that has killed it still do so? Scenarios move in their file, and are rewritten: whatever else is in it
 * may do it instead.
 */
export async function killAgain(
  { mutant, by }: Known,
  all: readonly Scenario[],
  pool: Pool,
): Promise<Result> {
  const file = by.replace(/:\d+$/, '');
  const others = all.filter(({ place }) => place !== by && place.startsWith(`${file}:`));
  for (const scenarios of [all.filter(({ place }) => place === by), others]) {
    if (scenarios.length === 0) continue;
    const job = { mutant: mutant.id, isOfModules: true, engine: engineOf(mutant) };
    const killed = await deathOf(pool, job, scenarios);
    if (killed !== undefined) return { mutant, reaching: [], killed };
  }
  return { mutant, reaching: [] };
}

export function isScenario(by: string): boolean {
  return by.includes('.feature:');
}
