import { type Command, InvalidArgumentError, Option } from 'commander';
import { loadCompanion } from './companion.js';
import { CliError, type ExitCode, exitCodes } from './exit-codes.js';

const examples = `
Load goes to this machine alone unless --base-url says otherwise. A full run takes about twenty minutes.

Examples:
  $ sim-host bench --scenario ratios                     a minute or two: beside raw uWebSockets.js
  $ sim-host bench --scenario property --scenario idle   some scenarios
  $ sim-host bench --json > new.json                     everything, for machines
  $ sim-host bench --compare old.json                    exit code 1 when a ratio to raw uWebSockets.js fell
  $ sim-host bench --report out.html                     a page with plots
  $ sim-host bench --base-url http://10.0.0.5:9095       the routes of any host
`;

/** Adds `sim-host bench`. The benchmarks are loaded when they are run. */
export function addBench(program: Command, onExitCode: (code: ExitCode) => void): void {
  const several = (value: string, before: readonly string[] = []) => [...before, value];
  program
    .command('bench')
    .description('measures a host under load, beside peers in the same run')
    .option(
      '--scenario <name>',
      'only this one: ratios, engines, property, routes, lists, batches, deliveries, broadcast, idle, storms, growth, loop',
      several,
    )
    .option('--base-url <url>', 'a host that runs already')
    .addOption(new Option('--duration <seconds>', 'load for each figure').default(3).argParser(above0))
    .addOption(
      new Option('--connections <count>', 'connections of the REST load').default(16).argParser(above0),
    )
    .addOption(
      new Option('--subscribers <count>', 'most event streams at once').default(5000).argParser(above0),
    )
    .addOption(new Option('--runs <count>', 'runs, of which the median counts').default(3).argParser(above0))
    .option('--json', 'print JSON')
    .option('--report <file>', 'write one page with plots and tables')
    .option('--compare <file>', 'compare the ratios with those of an earlier --json')
    .addOption(new Option('--margin <share>', 'how far a ratio may fall').default(0.25).argParser(above0))
    .helpOption('--help', 'show this help')
    .addHelpText('after', examples)
    .action(async (options: object) => {
      const { runBench } = await loadCompanion('@sim-host/bench');
      try {
        onExitCode(await runBench(options));
      } catch (error) {
        throw new CliError(exitCodes.usage, (error as Error).message, { cause: error });
      }
    });
}

function above0(value: string): number {
  const number = Number(value);
  if (!(number > 0)) throw new InvalidArgumentError('It must be a number above 0.');
  return number;
}
