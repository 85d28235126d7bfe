import { accessSync, constants, mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { InvalidArgumentError } from 'commander';
import { AddressList } from '../../service/http/security/address-list.js';
import { isHostName, isOrigin, originOf } from '../../service/http/security/security.js';
import { tokenProblem } from '../../service/http/security/tokens.js';
import { listenAddress } from '../addresses.js';
import { usageError } from './exit-codes.js';

/** Parsers of option values. The error of each describes the expected values. */

export const nonEmpty = text('It must not be empty.', (value) => value !== '');
export const hostName = text(
  'It must be a host name such as studio.local, with or without a port.',
  isHostName,
);
export const addressRange = text(
  'It must be an address such as 192.168.1.20, or a range: 192.168.1.0/24.',
  (value) => new AddressList([value]),
);
export const inputFile = text('It must be a readable file.', (value) => {
  accessSync(value, constants.R_OK);
  return statSync(value).isFile();
});
/** A file to write when the work is done; its folder is created before the work starts. */
export const outputFile = text('It must be a file in a writable folder.', (value) => {
  makeWritable(dirname(resolve(value)));
  return value !== '' && !statSync(value, { throwIfNoEntry: false })?.isDirectory();
});
/** A folder to write to when the work is done; it is created before the work starts. */
export const outputFolder = text('It must be a writable folder.', makeWritable);

export const integer = (min: number, max: number, expected: string) => number(expected, /^\d+$/, min, max);
export const decimal = (min: number, max: number, expected: string) =>
  number(expected, /^\d+(\.\d+)?$/, min, max);
export const count = integer(1, 1_000_000, 'It must be an integer from 1 to 1000000.');
export const above0 = decimal(Number.MIN_VALUE, Number.MAX_VALUE, 'It must be a number above 0.');
export const seed = integer(0, Number.MAX_SAFE_INTEGER, 'It must be an integer from 0 to 2^53 - 1.');

export function token(value: string): string {
  const problem = tokenProblem(value);
  if (problem !== undefined) throw new InvalidArgumentError(`It must be ${problem}.`);
  return value;
}

/** Parses a repeatable option; values may also be separated by commas, as in an environment variable. */
export function repeatable(parse: (value: string) => string = nonEmpty) {
  return (value: string, before: readonly string[] = []): readonly string[] => [
    ...before,
    ...value.split(',').map((part) => parse(part.trim())),
  ];
}

/** Parses a switch, which an environment variable can also turn off. */
export function yesOrNo(value: string): boolean {
  if (/^(yes|true|on|1)$/i.test(value)) return true;
  if (/^(no|false|off|0)$/i.test(value)) return false;
  throw new InvalidArgumentError('It must be yes or no.');
}

/**
 * The base URL of a host, with a path if it is behind a proxy. Drops the fragment, such as `#/objects` of the panel.
 */
export function baseUrl(value: string): string {
  if (/^https?:\/\/[^/]/i.test(value) && URL.canParse(value)) {
    const { username, password, search } = new URL(value);
    // The message of the library would contain the password.
    if (username !== '' || password !== '')
      throw usageError('a URL takes no user name and no password; give a token with --token');
    if (search !== '') throw new InvalidArgumentError('It must end before the ?.');
    return value.replace(/#.*$/s, '');
  }
  throw new InvalidArgumentError('It must be a URL such as http://10.0.0.5:9095.');
}

/**
 * An origin as browsers send it: scheme, host name and port, without a trailing slash. Files and sandboxed pages send
 * `null`.
 */
export function origin(value: string): string {
  const given = value.replace(/\/$/, '');
  // Browsers omit the default port of the scheme.
  const sent = /^https?:/i.test(given) ? originOf(given) : given;
  if (sent === undefined || !isOrigin(given))
    throw new InvalidArgumentError('It must be an origin such as https://panel.example:8080, or * for all.');
  return sent;
}

export function ownAddress(value: string): string {
  const address = listenAddress(value);
  if (address !== undefined) return address;
  throw new InvalidArgumentError('It must be an address or a name of this machine, such as 0.0.0.0 or ::1.');
}

/** Returns a parser of values for which `fits` neither returns false nor throws. */
function text(expected: string, fits: (value: string) => unknown) {
  return (value: string): string => {
    try {
      if (fits(value) !== false) return value;
    } catch {
      // The error below covers this.
    }
    throw new InvalidArgumentError(expected);
  };
}

function number(expected: string, form: RegExp, min: number, max: number) {
  return (value: string): number => {
    const parsed = Number(value);
    if (!form.test(value) || parsed < min || parsed > max) throw new InvalidArgumentError(expected);
    return parsed;
  };
}

function makeWritable(folder: string): void {
  mkdirSync(folder, { recursive: true });
  accessSync(folder, constants.W_OK);
}
