import cluster, { type Worker } from 'node:cluster';
import { freePort } from '../../service/http/engines/free-port.js';
import { cannotListen, tryListening } from '../../service/http/listen-error.js';
import { urlHost } from '../../service/http/security/security.js';
import { CliError, type ExitCode, exitCodes } from './exit-codes.js';
import type { EndingSignals } from './signals.js';

/** A worker that ends by itself is started again after this, in milliseconds. */
const againMs = 1000;
const portVariable = 'SIM_HOST_RELAY_PORT';
const stopMessage = 'stop';
const saidMessage = 'said';

/** True in a process that shares its port with others of this command. */
export const isWorker = cluster.isWorker;

/** The port that the workers share, and the end of this one; undefined in a process of its own. */
export function workerPlace(): { readonly port: number; readonly stopped: Promise<void> } | undefined {
  if (!isWorker) return undefined;
  const stopped = new Promise<void>((resolve) => {
    process.on('message', (message) => message === stopMessage && resolve());
    // Without the first process nobody would end it.
    process.on('disconnect', resolve);
  });
  return { port: Number(process.env[portVariable]), stopped };
}

/** Tells the first process where this one listens, which says so before anything else is said; false in a process of its own. */
export async function tellListening(line: string): Promise<boolean> {
  if (!isWorker) return false;
  const said = new Promise<void>((resolve) => {
    process.on('message', (message) => message === saidMessage && resolve());
    process.on('disconnect', resolve);
  });
  process.send!(line);
  await said;
  return true;
}

/** Where relays listen. */
interface Place {
  readonly port?: number;
  readonly host?: string;
  readonly allowExternalConnections?: boolean;
}

/**
 * Runs relays in processes that share a port, until a signal ends them. One that dies is started again.
 * @throws CliError when others have the port
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
    // What is said to one that has just died; its exit is what counts.
    worker.on('error', () => {});
    worker.on('message', (line: string) => {
      if (!hasListened) process.stdout.write(line);
      hasListened = true;
      worker.send(saidMessage, () => {});
    });
  };
  cluster.on('exit', ({ process: { exitCode } }: Worker) => {
    // What keeps the first from listening would keep all.
    if (!hasListened) failed((exitCode ?? exitCodes.failure) as ExitCode);
    else setTimeout(start, againMs).unref();
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
 * A port that is free now, 0 being any: workers cannot share one that each is given by itself, and would share that of somebody
 * else who shares it without a word. What else is wrong with it they say themselves.
 * @throws CliError when it is taken
 */
async function ownPort(host: string, port: number): Promise<number> {
  if (port === 0) return (await freePort(host)) ?? port;
  const problem = await tryListening(host, port);
  if (problem?.code !== 'EADDRINUSE') return port;
  const { message } = await cannotListen(host, port, `${urlHost(host)}:${port}`);
  throw new CliError(exitCodes.failure, message);
}
