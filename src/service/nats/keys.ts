import { readFile } from 'node:fs/promises';
import { TextEncoder } from 'node:util';
import type { Authenticator } from '@nats-io/transport-node';
import { NatsError, type NatsOptions } from './nats-options.js';
import type { NatsPackages } from './packages.js';

/** Credentials and certificates for the connection to NATS. */
export interface NatsKeys {
  readonly authenticator?: Authenticator;
  /** Certificates of the servers' authorities, as PEM. */
  readonly ca?: string;
}

/** @throws NatsError for files that are unreadable or invalid */
export async function readKeys(
  { transport }: NatsPackages,
  { credentials, ca }: NatsOptions,
): Promise<NatsKeys> {
  const keys = credentials === undefined ? undefined : await read(credentials, 'credentials');
  const certificates = ca === undefined ? undefined : await read(ca, 'certificates');
  if (certificates !== undefined && !certificates.includes('-----BEGIN CERTIFICATE-----'))
    throw new NatsError('NATS: --nats-ca must be a PEM file, which begins with -----BEGIN CERTIFICATE-----');
  return {
    ...(keys !== undefined && { authenticator: authenticatorOf(transport, keys) }),
    ...(certificates !== undefined && { ca: certificates }),
  };
}

function authenticatorOf(transport: NatsPackages['transport'], keys: string): Authenticator {
  // Editors end the last line in different ways.
  const bytes = new TextEncoder().encode(`${keys.trim()}\n`);
  if (/BEGIN NATS USER JWT/.test(keys) && /BEGIN USER NKEY SEED/.test(keys))
    return transport.credsAuthenticator(bytes);
  if (/^SU[A-Z2-7]{56}$/.test(keys.trim())) return transport.nkeyAuthenticator(bytes.subarray(0, -1));
  throw new NatsError(
    'NATS: the credentials must be a .creds file of nsc with a JWT and a seed, or only the seed of a user (SU…)',
  );
}

async function read(file: string, what: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new NatsError(`NATS: cannot read the ${what}: ${(error as Error).message}`);
  }
}
