import { type RunningRelay, startRelay } from '../../relay/relay.js';
import { exceptionText } from '../../service/common/exception-text.js';
import { printable, printableJson } from '../../service/common/printable.js';
import { CannotListenError, EngineError, NatsError, TlsError } from '../../service/index.js';
import { tlsFiles } from '../server-options.js';
import type { SimHostOptions } from '../sim-host-options.js';
import { CliError, type ExitCode, exitCodes } from './exit-codes.js';
import { reportListening, workerPlace } from './relay-workers.js';
import type { EndingSignals } from './signals.js';

/** The options of `sim-host relay`. */
export interface RelayCommandOptions extends Omit<SimHostOptions, 'scene'> {
  readonly maxSubscribers?: number;
  /** Number of processes that share the port. Defaults to 1. */
  readonly workers?: number;
  readonly json: boolean;
}

export const defaultRelayPort = 9195;

/** Runs a relay until a signal ends it. Resolves with the exit code. */
export async function runRelay(options: RelayCommandOptions, signals: EndingSignals): Promise<ExitCode> {
  const lineOf = (line: object, text: string) => `${options.json ? printableJson(line) : printable(text)}\n`;
  const place = workerPlace();
  const before: (() => void)[] = [];
  let isListening = false;
  const log = (level: string, message: string) => {
    const say = () => process.stdout.write(lineOf({ event: 'log', level, message }, `${level}: ${message}`));
    if (isListening) say();
    else before.push(say);
  };
  const relay = await startOrExplain(options, place?.port, log);
  const { url, engine } = relay;
  const first = lineOf(
    { event: 'listening', url, pid: process.pid, server: engine.build, engine: engine.kind },
    `Relay on ${url} (${engine.build}), of the host ${options.natsName ?? 'default'}`,
  );
  // An unexpected error of one request must not affect others.
  process.on('uncaughtException', (error) => log('Error', exceptionText(error)));
  process.on('unhandledRejection', (reason) => log('Error', exceptionText(reason)));
  if (!(await reportListening(first))) process.stdout.write(first);
  isListening = true;
  for (const say of before) say();
  await Promise.race([signals.ended, ...(place === undefined ? [] : [place.stopped])]);
  await relay.stop();
  return exitCodes.ok;
}

/** uWebSockets.js can share a port only on Linux. */
function engineForSharing(wanted: RelayCommandOptions['http']): RelayCommandOptions['http'] {
  return process.platform === 'linux' ? wanted : 'node';
}

async function startOrExplain(
  options: RelayCommandOptions,
  sharedPort: number | undefined,
  log: (level: string, message: string) => void,
): Promise<RunningRelay> {
  try {
    return await startRelay({
      nats: {
        servers: options.nats!,
        name: options.natsName,
        credentials: options.natsCredentials,
        ca: options.natsCa,
      },
      http: {
        port: sharedPort ?? options.port ?? defaultRelayPort,
        sharesPort: sharedPort !== undefined,
        hostname: options.host,
        allowExternalConnections: options.allowExternalConnections,
        allowAddresses: options.allow,
        tls: tlsFiles(options),
        allowOrigins: options.allowOrigin,
        allowHosts: options.allowHost,
        engine: sharedPort === undefined ? options.http : engineForSharing(options.http),
      },
      maxSubscribers: options.maxSubscribers,
      log,
    });
  } catch (error) {
    if (error instanceof NatsError || error instanceof TlsError)
      throw new CliError(exitCodes.usage, error.message, { cause: error });
    if ([CannotListenError, EngineError].some((kind) => error instanceof kind))
      throw new CliError(exitCodes.failure, (error as Error).message, { cause: error });
    throw error;
  }
}
