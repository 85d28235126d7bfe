import type { Command } from 'commander';
import type { SimHostOptions } from '../sim-host-options.js';
import {
  addressRange,
  decimal,
  hostName,
  inputFile,
  integer,
  nonEmpty,
  origin,
  ownAddress,
  repeatable,
  seed,
  token,
} from './arguments.js';
import { demoScene } from './package-info.js';
import { type AddOption, withVariables } from './variables.js';

/** Values of `--log-level`; `error` includes Exception and Assert. */
export const shownLevels = ['log', 'warning', 'error', 'none'] as const;
export type ShownLevel = (typeof shownLevels)[number];

/** The options of `sim-host`; the scene file sets those that are undefined. */
export interface RunOptions extends Omit<SimHostOptions, 'commandsInProcess'> {
  readonly scene: string;
  readonly logLevel: ShownLevel;
  readonly json: boolean;
  /** Only checks the scene, or the given one. */
  readonly check?: string | true;
  /** With `check`, also loads the modules of the scene. */
  readonly modules?: true;
}

const port = integer(0, 65_535, 'It must be a port from 0 (any free one) to 65535.');
const rate = decimal(1, 1000, 'It must be a number from 1 to 1000.');

/** Adds the options to a command. */
export function addRunOptions(command: Command): Command {
  const add = withVariables(command);
  const scene = 'scene file to run, including the code of its modules (default: the demo scene)';
  add('--scene <file>', scene, nonEmpty, demoScene);
  addListenOptions(add);
  add('--token <secret>', 'token that every request must carry', token);
  add('--read-token <secret>', 'second token, for reading only; with --token', token);
  add('--pair [access]', 'show a code that devices exchange for a token: full or read (default: full)')
    .preset('full')
    .choices(['full', 'read']);
  add('--clock <mode>', 'real, or manual: frames advance only with clock.step (default: real)').choices([
    'real',
    'manual',
  ]);
  add('--rate <hz>', 'frames per second', rate);
  add('--seed <number>', 'seed of all random values', seed);
  add('--project <folder>', 'folder for saved scenes and settings', nonEmpty);
  add('--control [port]', 'open the control API on this loopback port (default: any free port)', port).preset(
    '0',
  );
  const levels = `lowest log level to print: ${shownLevels.join(', ')} (default: log)`;
  add('--log-level <level>', levels, undefined, 'log').choices(shownLevels);
  add('--panel [yes|no]', 'serve the web panel').hideHelp();
  command.option('--no-panel', 'do not serve the web panel');
  addJsonOption(add);
  add(
    '--watch [yes|no]',
    'reload the scene on save; keep the running scene if the file has errors',
  ).conflicts('check');
  addNatsOptions(add, 'publish the host over NATS for relays');
  command.option(
    '--check [file]',
    'only check the scene file and print its errors, stage by stage: form, names, values; runs no code',
    nonEmpty,
  );
  command.option('--modules', "with --check: also load the scene's modules, which runs their code");
  return command;
}

/** Adds the options for addresses and access. */
export function addListenOptions(add: AddOption): void {
  add('--port <port>', 'port of the service; 0: any free port', port);
  add('--host <address>', 'address to listen on', ownAddress);
  add('--allow-external-connections [yes|no]', 'listen on all network interfaces; use with --token');
  add(
    '--allow <range>',
    'accept requests from these addresses only, such as 192.168.1.0/24; repeatable',
    repeatable(addressRange),
  );
  add('--tls-cert <file>', 'PEM certificate for HTTPS; with --tls-key', inputFile);
  add('--tls-key <file>', 'PEM private key of the certificate', inputFile);
  add('--tls-passphrase <text>', 'passphrase of an encrypted key', nonEmpty);
  add('--allow-origin <origin>', 'allow web pages of this origin; *: all; repeatable', repeatable(origin));
  add(
    '--allow-host <name>',
    'accept requests for this host name, as behind a proxy; repeatable',
    repeatable(hostName),
  );
  add(
    '--http <engine>',
    'HTTP engine: uws, node, or auto: uWebSockets.js if it loads (default: auto)',
  ).choices(['uws', 'node', 'auto']);
}

/** Adds the options for NATS. @param what what the command does with it */
export function addNatsOptions(add: AddOption, what: string): void {
  add('--nats <url>', `${what}, such as nats://127.0.0.1:4222; separate several servers by commas`, nonEmpty);
  add('--nats-name <name>', 'name of the host in NATS (default: default)', nonEmpty);
  add('--nats-credentials <file>', 'NATS credentials: a .creds file or the seed of a key', inputFile);
  add('--nats-ca <file>', 'PEM certificates of the authority that signs those of NATS (tls://)', inputFile);
}

export function addJsonOption(add: AddOption): void {
  const text = 'print JSON lines: the addresses first, then the log';
  add('--json [yes|no]', text, undefined, false);
}
