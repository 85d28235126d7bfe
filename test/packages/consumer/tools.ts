import { type BenchCommand, runBench } from '@sim-host/bench';
import { type ConformanceOptions, runConformance } from '@sim-host/conformance';

/** What the command of sim-host runs may be run by a program too. */
export async function both(rules: ConformanceOptions, load: BenchCommand): Promise<boolean> {
  return (await runConformance(rules)) === 0 && (await runBench(load)) === 0;
}
