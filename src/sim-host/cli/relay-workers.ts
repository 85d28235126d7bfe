import cluster from 'node:cluster';
import { freePort } from '../../service/http/engines/free-port.js';
import { cannotListen, tryListening } from '../../service/http/listen-error.js';
import { urlHost } from '../../service/http/security/security.js';
import type { SimHostOptions } from '../sim-host-options.js';
import { CliError, type ExitCode, exitCodes } from './exit-codes.js';
import type { EndingSignals } from './signals.js';

/** Delay before a worker that ended is started again, in milliseconds. */
const restartDelayMs = 1000;
const portVariable = 'SIM_HOST_RELAY_PORT';
const followsVariable = 'SIM_HOST_RELAY_FOLLOWS';

/** A process that shares its port with others. */
export interface RelayWorker {
  readonly port: number;
  /** False for the worker that prints the address for all. */
  readonly isSilent: boolean;
  /** Notifies the first process that this one listens. */
  readonly listens: () => Promise<void>;
  /** Resolves when the first process ends. */
  readonly stopped: Promise<void>;
}

/** Returns the role of this process; undefined if it is not a worker. */
export function relayWorker(): RelayWorker | undefined {
  if (!cluster.isWorker) return undefined;
  return {
    port: Number(process.env[portVariable]),
    isSilent: process.env[followsVariable] !== undefined,
    listens: () => new Promise((resolve) => process.send!('listens', () => resolve())),
    stopped: new Promise((resolve) => process.once('message', () => resolve())),
  };
}

/**
 * Runs relays in processes that share a port, until a signal ends them. A worker that ends is started again.
 * @throws CliError if the port is taken
 */
export async function runWorkers(
  { port, host = '127.0.0.1', allowExternalConnections = false }: Omit<SimHostOptions, 'scene'>,
  defaultPort: number,
  count: number,
  signals: EndingSignals,
): Promise<ExitCode> {
  const shared = await ownPort(allowExternalConnections ? '::' : host, port ?? defaultPort);
  let isServing = false;
  let isStopping = false;
  const start = () => {
    const role = isServing ? { [followsVariable]: 'yes' } : {};
    const worker = cluster.fork({ [portVariable]: String(shared), ...role });
    // A message to a worker that has just ended fails; the event `exit` handles its end.
    worker.on('error', () => {});
  };
  const failure = new Promise<ExitCode>((resolve) =>
    cluster.on('exit', (_worker, code) => {
      // An error of the first worker would occur in all.
      if (!isServing) resolve((code ?? exitCodes.failure) as ExitCode);
      else setTimeout(() => isStopping || start(), restartDelayMs).unref();
    }),
  );
  cluster.once('message', () => {
    isServing = true;
    for (let i = 1; i < count; i++) start();
  });
  start();
  const code = await Promise.race([signals.ended.then(() => exitCodes.ok), failure]);
  isStopping = true;
  const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
  await Promise.all(
    workers.map((worker) => {
      const exited = new Promise((resolve) => worker.once('exit', resolve));
      if (worker.isConnected()) worker.send('stop', () => {});
      return exited;
    }),
  );
  return code;
}

/**
 * Returns the port, or a free one for 0. Workers share a known port, and could silently share one that another program has.
 * @throws CliError if it is taken
 */
async function ownPort(host: string, port: number): Promise<number> {
  if (port === 0) return (await freePort(host)) ?? port;
  const problem = await tryListening(host, port);
  if (problem?.code !== 'EADDRINUSE') return port;
  const { message } = await cannotListen(host, port, `${urlHost(host)}:${port}`);
  throw new CliError(exitCodes.failure, message);
}
