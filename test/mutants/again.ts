import type { Scenario } from './jobs.js';
import type { Mutant } from './mutant.js';
import type { Pool } from './pool.js';
import type { Result } from './report.js';
import { isScenario, type Known, killAgain } from './sample.js';
import type { UnitDeath, UnitTests } from './unit.js';
import type { Verdicts } from './verdicts.js';

interface Means {
  readonly chosen: readonly Mutant[];
  readonly scenarios: readonly Scenario[];
  readonly verdicts: Verdicts;
  readonly unitTests: UnitTests;
  readonly pool: Pool;
  readonly progress: (text: string) => void;
}

/** Most of those whose code has changed around them die of what has killed them before. */
export async function killedAgain({
  chosen,
  scenarios,
  verdicts,
  unitTests,
  pool,
  progress,
}: Means): Promise<Result[]> {
  const known = chosen.flatMap((mutant): Known[] => {
    const by = mutant.rule === undefined ? verdicts.killerOf(mutant) : undefined;
    return by === undefined ? [] : [{ mutant, by }];
  });
  progress(`what has killed them before: ${known.length}`);
  const results: Result[] = [];
  await pool.each(known, async ({ mutant, by }) => {
    const result: Result = isScenario(by)
      ? await killAgain({ mutant, by }, scenarios, pool)
      : { mutant, reaching: [], ...ofUnitTests(await unitTests.killsAgain(mutant, by)) };
    if (result.killed === undefined) return;
    verdicts.set(mutant, result);
    results.push(result);
  });
  progress(`what has killed them before: ${results.length} of ${known.length} killed`);
  return results;
}

function ofUnitTests(death: UnitDeath | undefined): Pick<Result, 'killed'> {
  return death === undefined ? {} : { killed: { ...death, rules: [] } };
}
