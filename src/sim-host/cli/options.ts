import { type Command, InvalidArgumentError } from 'commander';
import type { SimHostOptions } from '../sim-host.js';
import {
  addressRange,
  decimal,
  filled,
  hostName,
  inputFile,
  integer,
  origin,
  ownAddress,
  seed,
  severalBetweenCommas,
  token,
  yesOrNo,
} from './arguments.js';
import { demoScene } from './package-info.js';
import { type AddOption, withVariables } from './variables.js';

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

/** Adds the options to a command. */
export function addRunOptions(command: Command): Command {
  const add = withVariables(command, isUsed);
  const scene = 'scene file to run, with the code of its modules; the demo scene unless given';
  add('--scene <file>', scene, filled, demoScene);
  addListenOptions(add);
  add('--token <secret>', 'token that every request must bear', token);
  add('--read-token <secret>', 'token that opens reading alone, beside --token', token);
  add('--pair [access]', 'show a code that buys a device its token: full (default), or read')
    .preset('full')
    .choices(['full', 'read']);
  add('--clock <mode>', 'real (default), or manual: frames advance only by clock.step').choices([
    'real',
    'manual',
  ]);
  add('--rate <hz>', 'frames per second', rate);
  add('--seed <number>', 'seed of everything random', seed);
  add('--project <folder>', 'folder for saved scenes and settings', filled);
  add(
    '--control [port]',
    'open the control channel on this loopback port, any free one unless given',
    port,
  ).preset('0');
  const levels = `lowest level of the log to print: ${shownLevels.join(', ')}`;
  add('--log-level <level>', levels, shownLevel, 'log');
  add('--panel [yes|no]', 'serve the page that steers the host at its address', yesOrNo)
    .preset('yes')
    .hideHelp();
  command.option('--no-panel', 'do not serve the page that steers the host at its address');
  addJsonOption(add);
  add(
    '--watch [yes|no]',
    'reload the scene when its file is saved; with mistakes the one that runs goes on',
    yesOrNo,
  )
    .preset('yes')
    .conflicts('check');
  addNatsOptions(add, 'publish over NATS for relays');
  command.option('--check [file]', 'only check the scene file and print every mistake; runs no code', filled);
  command.option('--modules', 'with --check: load the modules of the scene too, which runs their code');
  return command;
}

/** Adds where apps come in, and who may. */
export function addListenOptions(add: AddOption): void {
  add('--port <port>', 'port of the service, 0 for any free one', port);
  add('--host <address>', 'address to listen on', ownAddress);
  add(
    '--allow-external-connections [yes|no]',
    'listen on all network interfaces; use with --token',
    yesOrNo,
  ).preset('yes');
  add(
    '--allow <range>',
    'let these addresses call and no others, such as 192.168.1.0/24; may be given again',
    severalBetweenCommas(addressRange),
  );
  add('--tls-cert <file>', 'certificate for HTTPS, in PEM form; with --tls-key', inputFile);
  add('--tls-key <file>', 'its private key', inputFile);
  add('--tls-passphrase <text>', 'of the key, when it is encrypted', filled);
  add(
    '--allow-origin <origin>',
    'let pages of this origin call the service, * of all; may be given again',
    severalBetweenCommas(origin),
  );
  add(
    '--allow-host <name>',
    'be called under this host name, too, as behind a proxy; may be given again',
    severalBetweenCommas(hostName),
  );
  add('--http <engine>', 'uws, node, or auto (default): uWebSockets.js where it loads').choices([
    'uws',
    'node',
    'auto',
  ]);
}

/** Adds where NATS is, and by which name a host is found there. @param what the command does with it */
export function addNatsOptions(add: AddOption, what: string): void {
  add('--nats <url>', `${what}, such as nats://127.0.0.1:4222; several servers between commas`, filled);
  add('--nats-name <name>', 'name of the host there, which tells several apart; default', filled);
  add('--nats-credentials <file>', 'credentials for NATS: a .creds file, or the seed of a key', inputFile);
  add('--nats-ca <file>', 'certificates of who signs those of NATS (tls://), in PEM', inputFile);
}

export function addJsonOption(add: AddOption): void {
  const text = 'print JSON lines: where it listens first, then the log';
  add('--json [yes|no]', text, yesOrNo, false).preset('yes');
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
