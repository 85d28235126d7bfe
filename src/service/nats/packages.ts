import { importModule } from '../common/import-module.js';
import { NatsError } from './nats-options.js';

const names = ['@nats-io/transport-node', '@nats-io/jetstream', '@nats-io/kv'] as const;

/** The optional packages for NATS, loaded only on demand. */
export interface NatsPackages {
  readonly transport: typeof import('@nats-io/transport-node');
  readonly jetstream: typeof import('@nats-io/jetstream');
  readonly kv: typeof import('@nats-io/kv');
}

/** @throws NatsError that names the packages to install */
export async function loadNats(): Promise<NatsPackages> {
  try {
    const [transport, jetstream, kv] = await Promise.all(names.map(importModule));
    return { transport, jetstream, kv } as NatsPackages;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new NatsError(`NATS needs packages that are not installed: npm install ${names.join(' ')}`, {
      cause: error,
    });
  }
}
