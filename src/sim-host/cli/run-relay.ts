import { startRelay } from '../../relay/relay.js';
import { exceptionText } from '../../service/common/exception-text.js';
import { printable, printableJson } from '../../service/common/printable.js';
import { tlsFiles } from '../server-options.js';
import type { SimHostOptions } from '../sim-host-options.js';
import { type ExitCode, exitCodes } from './exit-codes.js';
import type { RelayWorker } from './relay-workers.js';
import type { EndingSignals } from './signals.js';
import { startOrExplain } from './start.js';

/** The options of `sim-host relay`. */
export interface RelayCommandOptions extends Omit<SimHostOptions, 'scene'> {
  readonly maxSubscribers?: number;
  /** Number of processes that share the port. Defaults to 1. */
  readonly workers?: number;
  readonly json: boolean;
}

export const defaultRelayPort = 9195;

/** Runs a relay until a signal ends it. Resolves with the exit code. */
export async function runRelay(
  options: RelayCommandOptions,
  signals: EndingSignals,
  worker: RelayWorker | undefined,
): Promise<ExitCode> {
  const print = (line: object, text: string) =>
    process.stdout.write(`${options.json ? printableJson(line) : printable(text)}\n`);
  let begin!: () => void;
  /** Resolves when the address was printed; log entries wait for it. */
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const log = (level: string, message: string) =>
    void begun.then(() => print({ event: 'log', level, message }, `${level}: ${message}`));
  const relay = await startOrExplain(() =>
    startRelay({
      nats: {
        servers: options.nats!,
        name: options.natsName,
        credentials: options.natsCredentials,
        ca: options.natsCa,
      },
      http: {
        port: worker?.port ?? options.port ?? defaultRelayPort,
        sharesPort: worker !== undefined,
        hostname: options.host,
        allowExternalConnections: options.allowExternalConnections,
        allowAddresses: options.allow,
        tls: tlsFiles(options),
        allowOrigins: options.allowOrigin,
        allowHosts: options.allowHost,
        // uWebSockets.js can share a port only on Linux.
        engine: worker === undefined || process.platform === 'linux' ? options.http : 'node',
      },
      maxSubscribers: options.maxSubscribers,
      log,
    }),
  );
  const { url, engine } = relay;
  // An unexpected error of one request must not affect others.
  process.on('uncaughtException', (error) => log('Error', exceptionText(error)));
  process.on('unhandledRejection', (reason) => log('Error', exceptionText(reason)));
  await worker?.listens();
  if (!worker?.isSilent)
    print(
      { event: 'listening', url, pid: process.pid, server: engine.build, engine: engine.kind },
      `Relay on ${url} (${engine.build}), of the host ${options.natsName ?? 'default'}`,
    );
  begin();
  await Promise.race([signals.ended, ...(worker === undefined ? [] : [worker.stopped])]);
  await relay.stop();
  return exitCodes.ok;
}
