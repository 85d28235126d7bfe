import { type BenchCommand, runBench } from '@sim-host/bench';
import { type ConformanceOptions, runConformance } from '@sim-host/conformance';

/** Programs may run the same functions as the command. */
export async function both(rules: ConformanceOptions, load: BenchCommand): Promise<boolean> {
  return (await runConformance(rules)) === 0 && (await runBench(load)) === 0;
}
