import type { Command } from 'commander';
import { count } from './arguments.js';
import { type ExitCode, usageError } from './exit-codes.js';
import { addJsonOption, addListenOptions, addNatsOptions } from './options.js';
import { surviveUnwritableOutput } from './output/unwritable-output.js';
import type { RelayCommandOptions } from './run-relay.js';
import { endingSignals } from './signals.js';
import { withVariables } from './variables.js';

const examples = `
A relay serves the whole API of a host that was started with --nats. Start several relays for more apps; if one
ends, its apps continue at another. The host checks tokens and permissions; the relay's own options decide which
addresses, origins and host names it accepts (--allow, --allow-origin, --allow-host). The default port is 9195.
See docs/scaling.md.

Exit codes: 0 normal end, also by a signal; 1 cannot listen; 2 invalid options.

Examples:
  $ nats-server -a 127.0.0.1 -js &                        NATS with JetStream on this machine
  $ sim-host --nats nats://127.0.0.1:4222 &               a host published there
  $ sim-host relay --nats nats://127.0.0.1:4222 --port 9195
  $ curl -N http://127.0.0.1:9195/api/stream              its events through the relay
`;

/** Adds `sim-host relay`, which loads its code when it runs. */
export function addRelay(program: Command, onExitCode: (code: ExitCode) => void): void {
  const command = program
    .command('relay')
    .description('Serve a host that is published over NATS to any number of apps')
    .addHelpText('after', examples);
  const add = withVariables(command);
  addNatsOptions(add, 'NATS server that the host is published on');
  addListenOptions(add);
  add('--max-subscribers <count>', 'maximum number of open event streams (default: 10000)', count);
  add('--workers <count>', 'processes that share the port, about one per core (default: 1)', count);
  addJsonOption(add);
  command.action(async (options: RelayCommandOptions) => {
    if (options.nats === undefined)
      throw usageError('a relay needs --nats <url>, such as nats://127.0.0.1:4222');
    const signals = endingSignals();
    // A relay serves apps even if its log is not read.
    surviveUnwritableOutput('relay');
    const { defaultRelayPort, runRelay } = await import('./run-relay.js');
    const { relayWorker, runWorkers } = await import('./relay-workers.js');
    const { workers = 1 } = options;
    const worker = relayWorker();
    onExitCode(
      await (workers > 1 && worker === undefined
        ? runWorkers(options, defaultRelayPort, workers, signals)
        : runRelay(options, signals, worker)),
    );
  });
}
