import { type Command, Option } from 'commander';
import { baseUrl, integer, nonEmpty, outputFolder, repeatable, seed } from './arguments.js';
import type { ExitCode } from './exit-codes.js';
import { runOptional } from './optional-package.js';

const examples = `
Exit codes: 0 all applicable rules hold, 1 some do not, 2 invalid options, or the run itself failed.

Examples:
  $ sim-host conformance                               sim-host itself, a fresh one for each scenario
  $ sim-host conformance --base-url http://10.0.0.5:9095   any host: scenarios that need only the service
  $ sim-host conformance --rule DEP-2 --rule DEP-3     some rules
  $ sim-host conformance --area PRM --out reports      an area, with results.json, junit.xml and report.html
  $ sim-host conformance --base-url http://10.0.0.5:9095 --profile unity-0.20    rules that apply to a Unity player of that version
  $ sim-host conformance --dry-run                     the list of rules and scenarios
`;

const parallel = integer(0, 64, 'It must be an integer from 0 (one after the other) to 64.');

/** Adds `sim-host conformance`, which loads the suite when it runs. */
export function addConformance(program: Command, onExitCode: (code: ExitCode) => void): void {
  const ids = repeatable((value) => nonEmpty(value).toUpperCase());
  program
    .command('conformance')
    .description('Verify a host against the rules of the specification')
    .option('--base-url <url>', 'running host to verify (default: the suite starts sim-host)', baseUrl)
    .option('--control <url>', 'control API of that host', baseUrl)
    .option('--control-token <secret>', 'token of the control API, as printed by its host', nonEmpty)
    .option('--token <secret>', 'token of the host', nonEmpty)
    .option('--object <id>', 'object to test, by id or source key (default: chosen by the suite)', nonEmpty)
    .option(
      '--member <name>',
      'number of that object to write and restore; nothing else may change it',
      nonEmpty,
    )
    .option('--profile <name>', 'only the rules of this profile, such as unity-0.20', nonEmpty)
    .option('--rule <id>', 'only this rule, such as DEP-2; repeatable', ids)
    .option('--area <area>', 'only the rules of this area, such as DEP; repeatable', ids)
    .option('--tags <expression>', 'only scenarios with these tags', nonEmpty)
    .option('--dry-run', 'only list what would run')
    .option('--fail-fast', 'stop at the first failing scenario')
    .option('--out <folder>', 'write results.json, junit.xml, report.html and summary.txt', outputFolder)
    .option('--seed <number>', 'seed of generated tests', seed)
    .addOption(
      // Parallel scenarios would write to the same objects of a single host.
      new Option('--parallel <count>', 'scenarios at a time, on hosts that the suite starts (default: 2)')
        .argParser(parallel)
        .conflicts('baseUrl'),
    )
    .addHelpText('after', examples)
    .action(async (options: object) =>
      onExitCode(await runOptional('@sim-host/conformance', 'runConformance', options)),
    );
}
