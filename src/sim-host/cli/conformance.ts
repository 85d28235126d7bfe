import { type Command, Option } from 'commander';
import { baseUrl, filled, integer, outputFolder, seed, several } from './arguments.js';
import { loadCompanion } from './companion.js';
import { CliError, type ExitCode, exitCodes } from './exit-codes.js';

const examples = `
Exit codes: 0 all applicable rules hold, 1 some do not, 2 wrong options, or the run itself failed.

Examples:
  $ sim-host conformance                               sim-host itself, a fresh one for each scenario
  $ sim-host conformance --base-url http://10.0.0.5:9095   any host: what needs no scene and no hands on its machine
  $ sim-host conformance --rule DEP-2 --rule DEP-3     some rules
  $ sim-host conformance --area PRM --out reports      an area, with results.json, junit.xml and report.html
  $ sim-host conformance --base-url http://10.0.0.5:9095 --profile unity-0.20    what a Unity player of that version is to hold
  $ sim-host conformance --dry-run                     the catalogue of rules and scenarios
`;

const parallel = integer(0, 64, 'It must be an integer from 0 (one after the other) to 64.');

/** Adds `sim-host conformance`. The suite is loaded when it is run. */
export function addConformance(program: Command, onExitCode: (code: ExitCode) => void): void {
  const ids = several((value) => filled(value).toUpperCase());
  program
    .command('conformance')
    .description('proves a host against the rules of the specification, one by one')
    .option('--base-url <url>', 'a host that runs already; without one the suite starts sim-host', baseUrl)
    .option('--control <url>', 'the control channel of that host', baseUrl)
    .option('--control-token <secret>', 'the token of that channel, which its host has printed', filled)
    .option('--token <secret>', 'the token that the host asks for', filled)
    .option('--object <id>', 'work with this object, by id or source key; found out when left out', filled)
    .option(
      '--member <name>',
      'write this number of it, which stands still otherwise, and put it back',
      filled,
    )
    .option('--profile <name>', 'only what that host is to hold, for example unity-0.20', filled)
    .option('--rule <id>', 'only this rule, for example DEP-2; may be given again', ids)
    .option('--area <area>', 'only the rules of this area, for example DEP; may be given again', ids)
    .option('--tags <expression>', 'only scenarios with these tags', filled)
    .option('--dry-run', 'only list what would be run')
    .option('--fail-fast', 'end with the first scenario that fails')
    .option('--out <folder>', 'write results.json, junit.xml, report.html and summary.txt', outputFolder)
    .option('--seed <number>', 'seed of the generative part', seed)
    .addOption(
      // On one host they would write to the same objects, and it would be blamed for it.
      new Option('--parallel <count>', 'scenarios at a time, of hosts that the suite starts; 2 unless given')
        .argParser(parallel)
        .conflicts('baseUrl'),
    )
    .helpOption('-h, --help', 'show this help')
    .addHelpText('after', examples)
    .action(async (options: object) => {
      const runConformance = await loadCompanion('@sim-host/conformance', 'runConformance');
      try {
        onExitCode(await runConformance(options));
      } catch (error) {
        throw new CliError(exitCodes.usage, explain(error as Error), { cause: error });
      }
    });
}

/** Cucumber names the step of its own that failed, and not what was wrong. */
function explain({ message }: Error): string {
  const isTags = message.includes('pickles:filter');
  return isTags ? '--tags must be an expression such as "@PRM-1 and not @own-host"' : message;
}
