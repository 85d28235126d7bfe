import { type Command, InvalidArgumentError, Option } from 'commander';
import type { SimHostOptions } from '../sim-host.js';
import { decimal, filled, integer, seed, token } from './arguments.js';
import { addDoorOptions, addNatsOptions, flag } from './door-options.js';
import { demoScene } from './package-info.js';
import { withVariables } from './variables.js';

/** What `--log-level` takes; `error` stands for Error, Exception and Assert. */
export const shownLevels = ['log', 'warning', 'error', 'none'] as const;
export type ShownLevel = (typeof shownLevels)[number];

/** The options of `sim-host`; what is undefined, the scene file decides. */
export interface RunOptions extends Omit<SimHostOptions, 'commandsInProcess'> {
  readonly scene: string;
  readonly logLevel: ShownLevel;
  readonly json: boolean;
  /** Only check the scene; a text is the scene to check. */
  readonly check?: string | true;
  /** With `check`: the scene's modules are loaded, too. */
  readonly modules?: true;
}

const port = integer(0, 65_535, 'It must be a port from 0 (any free one) to 65535.');
const rate = decimal(1, 1000, 'It must be a number from 1 to 1000.');

/** Adds the options to a command. Each has an environment variable, over which the option itself wins. */
export function addRunOptions(command: Command): Command {
  const add = withVariables(command, isUsed);
  add(
    'SCENE',
    new Option(
      '--scene <file>',
      'scene file to run, with the code of its modules; the demo scene unless given',
    )
      .default(demoScene)
      .argParser(filled),
  );
  addDoorOptions(add);
  add('TOKEN', new Option('--token <secret>', 'token that every request must bear').argParser(token));
  add(
    'READ_TOKEN',
    new Option('--read-token <secret>', 'token that opens reading alone, beside --token').argParser(token),
  );
  add(
    'PAIR',
    new Option('--pair [access]', 'show a code that buys a device its token: full (default), or read')
      .preset('full')
      .choices(['full', 'read']),
  );
  add(
    'CLOCK',
    new Option('--clock <mode>', 'real (default), or manual: frames advance only by clock.step').choices([
      'real',
      'manual',
    ]),
  );
  add('RATE', new Option('--rate <hz>', 'frames per second').argParser(rate));
  add('SEED', new Option('--seed <number>', 'seed of everything random').argParser(seed));
  add('PROJECT', new Option('--project <folder>', 'folder for saved scenes and settings').argParser(filled));
  add(
    'CONTROL',
    new Option(
      '--control [port]',
      'open the control channel on this loopback port, any free one unless given',
    )
      .preset('0')
      .argParser(port),
  );
  add(
    'LOG_LEVEL',
    new Option('--log-level <level>', `lowest level of the log to print: ${shownLevels.join(', ')}`)
      .default('log')
      .argParser(shownLevel),
  );
  add(
    'PANEL',
    flag(
      '--panel',
      'serve the page that steers the host at its address, as it does unless told otherwise',
    ).hideHelp(),
  );
  command.option('--no-panel', 'do not serve the page that steers the host at its address');
  add('JSON', flag('--json', 'print JSON lines: where it listens first, then the log').default(false));
  add(
    'WATCH',
    flag(
      '--watch',
      'reload the scene when its file is saved; with mistakes the one that runs goes on',
    ).conflicts('check'),
  );
  addNatsOptions(add, 'publish over NATS for relays');
  command.option(
    '--check [file]',
    'only check the scene file and print its errors, stage by stage: form, names, values; runs no code',
    filled,
  );
  command.option('--modules', 'with --check: load the modules of the scene too, which runs their code');
  return command;
}

/** Help and a wrong command use no variable, `--check` those of what it checks. */
function isUsed(option: string, command: Command): boolean {
  const { help, check } = command.opts<Partial<RunOptions> & { help?: true }>();
  if (help || command.args.length > 0) return false;
  return check === undefined || ['scene', 'json'].includes(option);
}

function shownLevel(value: string): ShownLevel {
  const level = shownLevels.find((known) => known === value.toLowerCase());
  if (level === undefined) throw new InvalidArgumentError(`It must be one of ${shownLevels.join(', ')}.`);
  return level;
}
