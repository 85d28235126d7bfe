import { type Command, InvalidArgumentError, Option } from 'commander';
import { loadCompanion } from './companion.js';
import { CliError, type ExitCode, exitCodes } from './exit-codes.js';

const examples = `
Exit code: 0 all applicable rules hold, 1 some do not, 2 the run itself failed.

Examples:
  $ sim-host conformance                               sim-host itself, a fresh one for each scenario
  $ sim-host conformance --base-url http://10.0.0.5:9095   any host: what needs no scene and no hands on its machine
  $ sim-host conformance --rule DEP-2 --rule DEP-3     some rules
  $ sim-host conformance --area PRM --out reports      an area, with results.json, junit.xml and report.html
  $ sim-host conformance --dry-run                     the catalogue of rules and scenarios
`;

/** Adds `sim-host conformance`. The suite is loaded when it is run. */
export function addConformance(program: Command, onExitCode: (code: ExitCode) => void): void {
  const several = (value: string, before: readonly string[] = []) => [...before, value.toUpperCase()];
  program
    .command('conformance')
    .description('proves a host against the rules of the specification, one by one')
    .option('--base-url <url>', 'a host that runs already; without one the suite starts sim-host')
    .option('--control <url>', 'the control channel of that host')
    .option('--token <secret>', 'the token that the host asks for')
    .option('--rule <id>', 'only this rule, for example DEP-2; may be given again', several)
    .option('--area <area>', 'only the rules of this area, for example DEP; may be given again', several)
    .option('--tags <expression>', 'only scenarios with these tags')
    .option('--dry-run', 'only list what would be run')
    .option('--fail-fast', 'end with the first scenario that fails')
    .option('--out <folder>', 'write results.json, junit.xml and report.html')
    .addOption(new Option('--seed <number>', 'seed of the generative part').argParser(integer))
    .addOption(new Option('--parallel <count>', 'scenarios at a time; 2 unless given').argParser(integer))
    .helpOption('--help', 'show this help')
    .addHelpText('after', examples)
    .action(async (options: object) => {
      const { runConformance, Output } = await loadCompanion('@sim-host/conformance');
      try {
        onExitCode(await runConformance(options, new Output()));
      } catch (error) {
        throw new CliError(exitCodes.usage, (error as Error).message, { cause: error });
      }
    });
}

function integer(value: string): number {
  if (!/^\d+$/.test(value)) throw new InvalidArgumentError('It must be an integer.');
  return Number(value);
}
