import type { Command } from 'commander';
import { above0, baseUrl, count, inputFile, outputFile, repeatable } from './arguments.js';
import type { ExitCode } from './exit-codes.js';
import { runOptional } from './optional-package.js';

const examples = `
Load goes only to this machine unless --base-url says otherwise. A full run takes about twenty minutes.

Exit codes: 0 measured, 1 a ratio fell (--compare), 2 invalid options, or the run itself failed.

Examples:
  $ sim-host bench --scenario ratios                     a minute or two: relative to bare uWebSockets.js
  $ sim-host bench --scenario property --scenario idle   some scenarios
  $ sim-host bench --json > new.json                     everything, as JSON for programs
  $ sim-host bench --compare old.json                    exit code 1 if a ratio to bare uWebSockets.js fell
  $ sim-host bench --report out.html                     a page with plots
  $ sim-host bench --base-url http://10.0.0.5:9095       the routes of any host
`;

/** Adds `sim-host bench`, which loads the benchmarks when it runs. */
export function addBench(program: Command, onExitCode: (code: ExitCode) => void): void {
  program
    .command('bench')
    .description('Measure a host under load, next to other servers in the same run')
    .option(
      '--scenario <name>',
      'only this scenario: ratios, property, routes, lists, batches, deliveries, broadcast, idle, growth, files, relays',
      repeatable(),
    )
    .option('--base-url <url>', 'running host to measure', baseUrl)
    .option('--duration <seconds>', 'duration of the load for each figure', above0, 3)
    .option('--connections <count>', 'connections of the REST load', count, 16)
    .option('--subscribers <count>', 'maximum number of event streams', count, 5000)
    .option('--runs <count>', 'runs; the median counts', count, 3)
    .option('--json', 'print JSON')
    .option('--report <file>', 'write a report with plots and tables', outputFile)
    .option('--compare <file>', 'compare the ratios with an earlier --json', inputFile)
    .option('--margin <share>', 'share by which a ratio may fall', above0, 0.25)
    .addHelpText('after', examples)
    .action(async (options: object) => onExitCode(await runOptional('@sim-host/bench', 'runBench', options)));
}
