import { type RunningRelay, startRelay } from '../../relay/relay.js';
import { CannotListenError, EngineError, NatsError, TlsError } from '../../service/index.js';
import { type SimHostOptions, tlsOf } from '../sim-host.js';
import { CliError, type ExitCode, exitCodes } from './exit-codes.js';
import type { EndingSignals } from './signals.js';
import { printable } from './terminal/text.js';

/** The options of `sim-host relay`. */
export interface RelayCommandOptions extends Omit<SimHostOptions, 'scene'> {
  readonly maxSubscribers?: number;
  readonly json: boolean;
}

const defaultPort = 9195;

/** Runs a relay until a signal ends it. Resolves with the exit code. */
export async function runRelay(options: RelayCommandOptions, signals: EndingSignals): Promise<ExitCode> {
  const print = (line: object, text: string) =>
    process.stdout.write(`${options.json ? JSON.stringify(line) : printable(text)}\n`);
  // Whoever reads nothing any more does not keep it from serving.
  process.stdout.on('error', () => {});
  const before: (() => void)[] = [];
  let isListening = false;
  const log = (level: string, message: string) => {
    const say = () => print({ event: 'log', level, message }, `${level}: ${message}`);
    if (isListening) say();
    else before.push(say);
  };
  const relay = await startOrExplain(options, log);
  const { url, engine } = relay;
  print(
    { event: 'listening', url, pid: process.pid, server: engine.build, engine: engine.kind },
    `Relay on ${url} (${engine.build}), of the host ${options.natsName ?? 'default'}`,
  );
  isListening = true;
  for (const say of before) say();
  await signals.ended;
  await relay.stop();
  return exitCodes.ok;
}

async function startOrExplain(
  options: RelayCommandOptions,
  log: (level: string, message: string) => void,
): Promise<RunningRelay> {
  try {
    return await startRelay({
      nats: { servers: options.nats!, name: options.natsName, credentials: options.natsCredentials },
      http: {
        port: options.port ?? defaultPort,
        hostname: options.host,
        allowExternalConnections: options.allowExternalConnections,
        allowAddresses: options.allow,
        tls: tlsOf(options),
        allowOrigins: options.allowOrigin,
        allowHosts: options.allowHost,
        engine: options.http,
      },
      maxSubscribers: options.maxSubscribers,
      log,
    });
  } catch (error) {
    if (error instanceof NatsError) throw new CliError(exitCodes.usage, error.message, { cause: error });
    if ([CannotListenError, EngineError, TlsError].some((kind) => error instanceof kind))
      throw new CliError(exitCodes.failure, (error as Error).message, { cause: error });
    throw error;
  }
}
