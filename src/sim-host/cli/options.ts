import { type Command, InvalidArgumentError, Option } from 'commander';
import type { SimHostOptions } from '../sim-host.js';
import {
  addressRange,
  decimal,
  filled,
  hostName,
  inputFile,
  integer,
  origin,
  seed,
  severalBetweenCommas,
  token,
} from './arguments.js';
import { demoScene } from './package-info.js';

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
}

const port = integer(0, 65_535, 'It must be a port from 0 (any free one) to 65535.');
const rate = decimal(1, 1000, 'It must be a number from 1 to 1000.');

/** Adds the options to a command. Each has an environment variable, over which the option itself wins. */
export function addRunOptions(command: Command): Command {
  const add = (variable: string, option: Option) => command.addOption(option.env(`SIM_HOST_${variable}`));
  add(
    'SCENE',
    new Option('--scene <file>', 'scene file to run; the demo scene unless given')
      .default(demoScene)
      .argParser(filled),
  );
  add('PORT', new Option('--port <port>', 'port of the service, 0 for any free one').argParser(port));
  add('HOST', new Option('--host <address>', 'address to listen on').argParser(filled));
  add(
    'ALLOW_EXTERNAL_CONNECTIONS',
    flag('--allow-external-connections', 'listen on all network interfaces; use with --token'),
  );
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
    'ALLOW',
    new Option(
      '--allow <range>',
      'let these addresses call and no others, such as 192.168.1.0/24; may be given again',
    ).argParser(severalBetweenCommas(addressRange)),
  );
  add(
    'TLS_CERT',
    new Option('--tls-cert <file>', 'certificate for HTTPS, in PEM form; with --tls-key').argParser(
      inputFile,
    ),
  );
  add('TLS_KEY', new Option('--tls-key <file>', 'its private key').argParser(inputFile));
  add(
    'TLS_PASSPHRASE',
    new Option('--tls-passphrase <text>', 'of the key, when it is encrypted').argParser(filled),
  );
  add(
    'ALLOW_ORIGIN',
    new Option(
      '--allow-origin <origin>',
      'let pages of this origin call the service, * of all; may be given again',
    ).argParser(severalBetweenCommas(origin)),
  );
  add(
    'ALLOW_HOST',
    new Option(
      '--allow-host <name>',
      'be called under this host name, too, as behind a proxy; may be given again',
    ).argParser(severalBetweenCommas(hostName)),
  );
  add(
    'HTTP',
    new Option('--http <engine>', 'uws, node, or auto (default): uWebSockets.js where it loads').choices([
      'uws',
      'node',
      'auto',
    ]),
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
  command.option('--check [file]', 'only check the scene file and print every mistake', filled);
  return command;
}

/** A switch whose variable may also say no. */
function flag(flags: string, description: string): Option {
  return new Option(`${flags} [yes|no]`, description).preset('yes').argParser(yesOrNo);
}

function yesOrNo(value: string): boolean {
  if (/^(yes|true|on|1)$/i.test(value)) return true;
  if (/^(no|false|off|0)$/i.test(value)) return false;
  throw new InvalidArgumentError('It must be yes or no.');
}

function shownLevel(value: string): ShownLevel {
  const level = shownLevels.find((known) => known === value.toLowerCase());
  if (level === undefined) throw new InvalidArgumentError(`It must be one of ${shownLevels.join(', ')}.`);
  return level;
}
