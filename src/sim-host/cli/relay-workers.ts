import cluster, { type Worker } from 'node:cluster';
import { freePort } from '../../service/http/engines/free-port.js';
import { cannotListen, tryListening } from '../../service/http/listen-error.js';
import { urlHost } from '../../service/http/security/security.js';
import { CliError, type ExitCode, exitCodes } from './exit-codes.js';
import type { EndingSignals } from './signals.js';

/** Delay before a worker that ended is started again, in milliseconds. */
const restartDelayMs = 1000;
const portVariable = 'SIM_HOST_RELAY_PORT';
const stopMessage = 'stop';
const saidMessage = 'said';

/** True in a process that shares its port with other workers. */
export const isWorker = cluster.isWorker;

/** Returns the shared port and when this worker must stop; undefined in a single process. */
export function workerPlace(): { readonly port: number; readonly stopped: Promise<void> } | undefined {
  if (!isWorker) return undefined;
  const stopped = new Promise<void>((resolve) => {
    process.on('message', (message) => message === stopMessage && resolve());
    // Without the first process, no signal would reach it.
    process.on('disconnect', resolve);
  });
  return { port: Number(process.env[portVariable]), stopped };
}

/** Reports the address of this worker to the first process; false in a single process. */
export async function reportListening(line: string): Promise<boolean> {
  if (!isWorker) return false;
  const said = new Promise<void>((resolve) => {
    process.on('message', (message) => message === saidMessage && resolve());
    process.on('disconnect', resolve);
  });
  process.send!(line);
  await said;
  return true;
}

/** The address of relays. */
interface Place {
  readonly port?: number;
  readonly host?: string;
  readonly allowExternalConnections?: boolean;
}

/**
 * Runs relays in processes that share a port, until a signal ends them. A worker that ends is started again.
 * @throws CliError if the port is taken
 */
export async function runWorkers(
  { port, host = '127.0.0.1', allowExternalConnections = false }: Place,
  defaultPort: number,
  count: number,
  signals: EndingSignals,
): Promise<ExitCode> {
  const shared = await ownPort(allowExternalConnections ? '::' : host, port ?? defaultPort);
  let isStopping = false;
  let hasListened = false;
  let failed: (code: ExitCode) => void;
  const failure = new Promise<ExitCode>((resolve) => {
    failed = resolve;
  });
  const start = () => {
    if (isStopping) return;
    const worker = cluster.fork({ [portVariable]: String(shared) });
    // A message to a worker that has just ended fails; its exit counts.
    worker.on('error', () => {});
    worker.on('message', (line: string) => {
      if (!hasListened) process.stdout.write(line);
      hasListened = true;
      worker.send(saidMessage, () => {});
    });
  };
  cluster.on('exit', ({ process: { exitCode } }: Worker) => {
    // An error of the first worker would occur in all.
    if (!hasListened) failed((exitCode ?? exitCodes.failure) as ExitCode);
    else setTimeout(start, restartDelayMs).unref();
  });
  for (let i = 0; i < count; i++) start();
  const code = await Promise.race([signals.ended.then(() => exitCodes.ok), failure]);
  isStopping = true;
  const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
  await Promise.all(
    workers.map((worker) => {
      const exited = new Promise((resolve) => worker.once('exit', resolve));
      if (worker.isConnected()) worker.send(stopMessage, () => {});
      return exited;
    }),
  );
  return code;
}

/**
 * Returns a free port, for 0 any; workers must share a known port, and could silently share that of another program.
 * @throws CliError if it is taken
 */
async function ownPort(host: string, port: number): Promise<number> {
  if (port === 0) return (await freePort(host)) ?? port;
  const problem = await tryListening(host, port);
  if (problem?.code !== 'EADDRINUSE') return port;
  const { message } = await cannotListen(host, port, `${urlHost(host)}:${port}`);
  throw new CliError(exitCodes.failure, message);
}
