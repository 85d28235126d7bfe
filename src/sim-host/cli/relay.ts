import type { Command } from 'commander';
import { count } from './arguments.js';
import { CliError, type ExitCode, exitCodes } from './exit-codes.js';
import { addJsonOption, addListenOptions, addNatsOptions } from './options.js';
import { surviveUnwritableOutput } from './output/unwritable-output.js';
import type { RelayCommandOptions } from './run-relay.js';
import { endingSignals } from './signals.js';
import { withVariables } from './variables.js';

const examples = `
A relay serves the whole wire of a host that was started with --nats, to any number of apps; several relays serve
more of them, and when one ends its apps go on at another. Tokens and rights are asked at the host; who may come in
here (--allow, --allow-origin, --allow-host, --tls-cert) is said here. It listens on port 9195 unless told
otherwise. docs/scaling.md tells more.

Exit codes: 0 ended in order, by a signal too; 1 it cannot listen; 2 wrong options.

Examples:
  $ nats-server -a 127.0.0.1 -js &                        NATS with JetStream, on this machine
  $ sim-host --nats nats://127.0.0.1:4222 &               a host that is published there
  $ sim-host relay --nats nats://127.0.0.1:4222 --port 9195
  $ curl -N http://127.0.0.1:9195/api/stream              its events, by way of the relay
`;

/** Adds `sim-host relay`. What it needs is loaded when it is run. */
export function addRelay(program: Command, onExitCode: (code: ExitCode) => void): void {
  const command = program
    .command('relay')
    .description('serves a host that is published over NATS to any number of apps')
    .helpOption('-h, --help', 'show this help')
    .addHelpText('after', examples);
  const add = withVariables(command);
  addNatsOptions(add, 'NATS, over which the host is published');
  addListenOptions(add);
  add('--max-subscribers <count>', 'event streams that may be open at once; 10000', count);
  add('--workers <count>', 'processes that share the port, about one for each core; 1', count);
  addJsonOption(add);
  command.action(async (options: RelayCommandOptions) => {
    if (options.nats === undefined)
      throw new CliError(exitCodes.usage, 'a relay needs --nats <url>, such as nats://127.0.0.1:4222');
    const signals = endingSignals();
    // Apps are served whether or not somebody reads the log.
    surviveUnwritableOutput((reason) =>
      process.stderr.write(`sim-host: the log cannot be written: ${reason}; the relay runs on without it\n`),
    );
    const { defaultRelayPort, runRelay } = await import('./run-relay.js');
    const { isWorker, runWorkers } = await import('./relay-workers.js');
    const { workers = 1 } = options;
    onExitCode(
      await (workers > 1 && !isWorker
        ? runWorkers(options, defaultRelayPort, workers, signals)
        : runRelay(options, signals)),
    );
  });
}
