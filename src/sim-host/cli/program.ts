import { Command, CommanderError } from 'commander';
import { exceptionText } from '../../service/exception-text.js';
import { addBench } from './bench.js';
import { addConformance } from './conformance.js';
import { CliError, exitCodes } from './exit-codes.js';
import { addRunOptions, type RunOptions } from './options.js';
import { packageVersion } from './package-info.js';
import { endingSignals } from './signals.js';
import { printable, printableLines } from './terminal/text.js';

const examples = `
Every option has an environment variable: SIM_HOST_PORT for --port, SIM_HOST_LOG_LEVEL for
--log-level. Options win over variables, and those over the scene file.

Examples:
  $ sim-host                                       the demo scene on http://127.0.0.1:9095
  $ curl http://127.0.0.1:9095/exposed/objects     what it exposes
  $ curl -X PUT http://127.0.0.1:9095/exposed/object/key-light/intensity \\
         -H 'Content-Type: application/json' -d '{"value": 2.5}'
  $ curl -N http://127.0.0.1:9095/api/stream       what changes, as it changes

  $ sim-host --scene studio.yaml --check           all mistakes of a scene file, nothing run
  $ sim-host --scene studio.yaml --port 0 --json   for scripts: any free port, printed as JSON
  $ sim-host --clock manual --control 9096         time stands still until it is told to go on:
  $ curl -X POST http://127.0.0.1:9096/control/clock.step -d '{"frames": 60}'
  $ sim-host --allow-external-connections --token "$(openssl rand -hex 16)"
`;

/** The command line of `sim-host`. A later subcommand is a file that adds itself here. */
export function createProgram(onExitCode: (code: number) => void): Command {
  const program = new Command('sim-host')
    .description('Runs a simulated host application from a scene file, with its remote-control service.')
    .version(packageVersion, '--version')
    .helpOption('--help', 'show this help')
    // Options behind a subcommand are its own, also where they have the same name.
    .enablePositionalOptions()
    // Without the details that commander adds: presets and variables are explained once, below.
    .configureHelp({ optionDescription: (option) => option.description })
    .addHelpText('after', examples);
  addRunOptions(program).action(async (options: RunOptions) => {
    // Loaded when needed, so that --help and --version answer at once.
    if (options.check !== undefined) {
      const { checkScene } = await import('./check.js');
      onExitCode(await checkScene(options));
    } else {
      // Before the rest is loaded: as process 1 of a container nothing else would end it meanwhile.
      const signals = endingSignals();
      const { runScene } = await import('./run.js');
      onExitCode(await runScene(options, signals));
    }
  });
  addConformance(program, onExitCode);
  addBench(program, onExitCode);
  return program;
}

/** Runs the command line; resolves with the exit code when the command has ended. */
export async function main(args: readonly string[]): Promise<number> {
  let exitCode: number = exitCodes.ok;
  const program = createProgram((code) => {
    exitCode = code;
  });
  program.exitOverride().configureOutput({ outputError: (text, write) => write(oneLine(text)) });
  try {
    await program.parseAsync(args, { from: 'user' });
    return exitCode;
  } catch (error) {
    // Commander has printed its message; its errors are wrong options, but for the help and the version.
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.ok : exitCodes.usage;
    const message = error instanceof CliError ? error.message : exceptionText(error);
    console.error(`sim-host: ${printableLines(message).join('\n')}`);
    return error instanceof CliError ? error.exitCode : exitCodes.failure;
  }
}

/** The fix, where commander's own message does not name it. */
const hints = [
  { when: /unknown option/, hint: '; sim-host --help lists them' },
  { when: /too many arguments/, hint: ' A scene is named with --scene FILE.' },
  { when: /argument missing/, hint: '; see sim-host --help' },
];

/** Commander's message on one line: its hint at a similar option comes on a second. */
function oneLine(text: string): string {
  const lines = text
    .trim()
    .replace(/^error: /, '')
    .replaceAll(/\s*\n\s*/g, ' ');
  const message = printable(lines);
  return `sim-host: ${message}${hints.find(({ when }) => when.test(message))?.hint ?? ''}\n`;
}
