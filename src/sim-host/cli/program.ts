import { Command, CommanderError } from 'commander';
import { exceptionText } from '../../service/common/exception-text.js';
import { meantOrAvailable } from '../../service/common/nearest-name.js';
import { printable, printableLines } from '../../service/common/printable.js';
import { addBench } from './bench.js';
import { addCapture } from './capture/command.js';
import { addConformance } from './conformance.js';
import { CliError, exitCodes, usageError } from './exit-codes.js';
import { addRunOptions, type RunOptions } from './options.js';
import { packageVersion } from './package-info.js';
import { addRecord } from './record/command.js';
import { addRelay } from './relay.js';
import { addCompletion } from './remote/completion.js';
import { addDiff } from './remote/diff.js';
import { addFiles } from './remote/files.js';
import { addPrompts } from './remote/prompts.js';
import { addReading } from './remote/read.js';
import { addTypes } from './remote/types.js';
import { addWatch } from './remote/watch.js';
import { addWriting } from './remote/write.js';
import { endingSignals } from './signals.js';
import { dropUnusedVariables } from './variables.js';

const examples = `
Every option except --check and --modules has an environment variable: SIM_HOST_PORT for --port,
SIM_HOST_LOG_LEVEL for --log-level. Options override variables, both override the scene file.

Examples:
  $ sim-host                                       the demo scene on http://127.0.0.1:9095
  $ curl http://127.0.0.1:9095/exposed/objects     its objects; or: sim-host ls
  $ sim-host set key-light/intensity 2.5           change a running host; see sim-host set --help
  $ curl -X PUT http://127.0.0.1:9095/exposed/object/key-light/intensity \\
         -H 'Content-Type: application/json' -d '{"value": 2.5}'
  $ curl -N http://127.0.0.1:9095/api/stream       a stream of all changes

  $ sim-host --scene studio.yaml --check           check a scene file without running code
  $ sim-host --scene studio.yaml --watch           run it, and reload it on save
  $ sim-host --scene studio.yaml --port 0 --json   for scripts: any free port, printed as JSON
  $ sim-host --clock manual --control 9096         time advances only on command:
  $ curl -X POST http://127.0.0.1:9096/control/clock.step -d '{"frames": 60}'
  $ sim-host --allow-external-connections --token "$(openssl rand -hex 16)"
                                                   for phones and other machines in the network

Exit codes: 0 normal end, also by a signal; 1 runtime failure, such as a port already in use; 2 invalid
options or errors in the scene file; 130 ended by a second Ctrl+C, without saving.
`;

/** Creates the command line of `sim-host`. */
export function createProgram(onExitCode: (code: number) => void): Command {
  const program = new Command('sim-host')
    .description('Run a simulated host application from a scene file, with its remote-control service')
    .version(packageVersion, '--version')
    // An ordinary option, so that an unknown command before it is still reported.
    .helpOption(false)
    .option('-h, --help', 'show this help')
    .helpCommand('help [command]', 'Show the help of a command')
    .allowExcessArguments()
    .exitOverride()
    .configureOutput(oneLineErrors('sim-host'))
    // Options after a subcommand belong to it, even if they have the same name.
    .enablePositionalOptions()
    // Hides presets and variables, which are explained once below.
    .configureHelp({ optionDescription: (option) => option.description })
    .addHelpText('after', examples);
  addRunOptions(program).action(async ({ help, ...options }: RunOptions & { help?: true }, { args }) => {
    if (args[0] !== undefined) throw unknownCommand(program, args[0]);
    if (help) return program.help();
    // Loaded on demand, so that --help and --version are fast.
    if (options.modules && options.check === undefined)
      throw usageError('--modules says what --check loads: give --check too');
    if (options.check !== undefined) {
      const { checkScene } = await import('./check.js');
      onExitCode(await checkScene(options));
    } else {
      // Listens first, because signals do not end process 1 of a container by default.
      const signals = endingSignals();
      const { runScene } = await import('./run.js');
      onExitCode(await runScene(options, signals));
    }
  });
  addConformance(program, onExitCode);
  addBench(program, onExitCode);
  addRelay(program, onExitCode);
  addReading(program);
  addWriting(program);
  addWatch(program);
  addPrompts(program);
  addFiles(program);
  addTypes(program);
  addDiff(program, onExitCode);
  addCompletion(program);
  addCapture(program);
  addRecord(program);
  for (const command of program.commands) {
    command
      .helpOption('-h, --help', 'show this help')
      .allowExcessArguments(false)
      .configureOutput(oneLineErrors(`sim-host ${command.name()}`));
  }
  return program;
}

function unknownCommand(program: Command, name: string): CliError {
  if (/\.(ya?ml|json)$/i.test(name))
    return usageError(`a scene is named with --scene: sim-host --scene ${name}`);
  const names = program.commands.map((command) => command.name()).filter((each) => each !== 'complete');
  return usageError(`unknown command '${name}'${meantOrAvailable(name, names)}`);
}

/** Runs the command line. Resolves with the exit code when the command has ended. */
export async function main(args: readonly string[]): Promise<number> {
  let exitCode: number = exitCodes.ok;
  const program = createProgram((code) => {
    exitCode = code;
  });
  try {
    dropUnusedVariables(args);
    const [first, ...others] = args;
    const named = first === 'help' ? others[0] : first;
    const command = program.commands.find((each) => each.name() === named);
    if (named !== undefined && !named.startsWith('-') && command === undefined)
      throw unknownCommand(program, named);
    // A command is parsed by itself, so that the variables of a run do not count.
    if (command === undefined || first === 'help') await program.parseAsync(args, { from: 'user' });
    else await command.parseAsync(others, { from: 'user' });
    return exitCode;
  } catch (error) {
    // Commander has printed its message; everything but help and version is a usage error.
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.ok : exitCodes.usage;
    const message = error instanceof CliError ? error.message : exceptionText(error);
    console.error(`sim-host: ${printableLines(message).join('\n')}`);
    return error instanceof CliError ? error.exitCode : exitCodes.failure;
  }
}

/** Formats messages of commander as one line each, with a fix. */
function oneLineErrors(name: string) {
  return {
    outputError: (text: string, write: (text: string) => void) => {
      // The suggestion of a similar option is on a second line.
      const message = text
        .trim()
        .replace(/^error: /, '')
        .replaceAll(/\s*\n\s*/g, ' ');
      const isUnexplained = /unknown option|too many arguments|argument missing|missing required/.test(
        message,
      );
      write(`sim-host: ${printable(message)}${isUnexplained ? `; see ${name} --help` : ''}\n`);
    },
  };
}
