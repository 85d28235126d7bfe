import { InvalidArgumentError, Option } from 'commander';
import {
  addressRange,
  filled,
  hostName,
  inputFile,
  integer,
  origin,
  ownAddress,
  severalBetweenCommas,
} from './arguments.js';
import type { AddOption } from './variables.js';

const port = integer(0, 65_535, 'It must be a port from 0 (any free one) to 65535.');

/** Adds where apps come in, and who may. */
export function addDoorOptions(add: AddOption): void {
  add('PORT', new Option('--port <port>', 'port of the service, 0 for any free one').argParser(port));
  add('HOST', new Option('--host <address>', 'address to listen on').argParser(ownAddress));
  add(
    'ALLOW_EXTERNAL_CONNECTIONS',
    flag('--allow-external-connections', 'listen on all network interfaces; use with --token'),
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
}

/** Adds where NATS is, and by which name a host is found there. @param what the command does with it */
export function addNatsOptions(add: AddOption, what: string): void {
  add(
    'NATS',
    new Option(
      '--nats <url>',
      `${what}, such as nats://127.0.0.1:4222; several servers between commas`,
    ).argParser(filled),
  );
  add(
    'NATS_NAME',
    new Option('--nats-name <name>', 'name of the host there, which tells several apart; default').argParser(
      filled,
    ),
  );
  add(
    'NATS_CREDENTIALS',
    new Option(
      '--nats-credentials <file>',
      'credentials for NATS: a .creds file, or the seed of a key',
    ).argParser(inputFile),
  );
  add(
    'NATS_CA',
    new Option('--nats-ca <file>', 'certificates of who signs those of NATS (tls://), in PEM').argParser(
      inputFile,
    ),
  );
}

/** A switch whose variable may also say no. */
export function flag(flags: string, description: string): Option {
  return new Option(`${flags} [yes|no]`, description).preset('yes').argParser(yesOrNo);
}

function yesOrNo(value: string): boolean {
  if (/^(yes|true|on|1)$/i.test(value)) return true;
  if (/^(no|false|off|0)$/i.test(value)) return false;
  throw new InvalidArgumentError('It must be yes or no.');
}
