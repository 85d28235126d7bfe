import type { Job, Scenario } from './jobs.js';
import type { Pool } from './pool.js';
import type { Death } from './report.js';

/**
 * What a mutant dies of among some scenarios. A run that does not end is no death by itself, since a busy machine is slow too: the
 * scenario is looked for that keeps it from its end, and has to end with all mutants asleep, in a quarter of the time or less.
 */
export async function deathOf(
  pool: Pool,
  job: Job & { readonly mutant: string },
  scenarios: readonly Scenario[],
): Promise<Death | undefined> {
  const limitS = 60 + scenarios.length * 2;
  const outcome = await pool.run({ ...job, scenarios: scenarios.map(({ place }) => place) }, limitS);
  if (outcome !== undefined) {
    const [failure] = outcome.failures ?? [];
    return failure && { by: failure.place, rules: failure.rules, message: failure.message };
  }
  const [only] = scenarios;
  if (scenarios.length > 1) {
    for (const each of scenarios) {
      const death = await deathOf(pool, job, [each]);
      if (death !== undefined) return death;
    }
    return undefined;
  }
  const { mutant: _, ...asleep } = job;
  const startedAt = performance.now();
  const without = await pool.run({ ...asleep, scenarios: [only!.place] }, limitS);
  const isSlow = without === undefined || performance.now() - startedAt > (limitS * 1000) / 4;
  return isSlow ? undefined : { by: only!.place, rules: only!.rules, isLate: true };
}
