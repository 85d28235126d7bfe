import pc from 'picocolors';
import { printable } from '../../service/common/printable.js';
import type { RemoteControlService } from '../../service/index.js';
import type { RunningSimHost } from '../sim-host.js';
import { exitCodes } from './exit-codes.js';
import type { RunOptions } from './options.js';
import { HumanReporter, networkExposureWarning } from './output/human-reporter.js';
import { JsonReporter } from './output/json-reporter.js';
import { LogPrinter } from './output/log-printer.js';
import type { Reporter } from './output/reporter.js';
import { surviveUnwritableOutput } from './output/unwritable-output.js';
import { askOnTerminal } from './questions.js';
import type { EndingSignals } from './signals.js';
import { startOrExplain } from './start.js';
import { Terminal } from './terminal.js';
import { watchScene } from './watch.js';

/** Runs a scene until a signal or the application ends it. Resolves with the exit code. */
export async function runScene(options: RunOptions, signals: EndingSignals): Promise<number> {
  let service: RemoteControlService | undefined;
  const outputClosed = new Promise<number>((resolve) =>
    surviveUnwritableOutput(
      (reason) => warnUnwritable(reason, service),
      () => resolve(exitCodes.ok),
    ),
  );
  const ending = Promise.race([signals.ended, outputClosed]);
  // A signal may end a long start at once, because nothing needs to be closed yet.
  const host = await Promise.race([startOrExplain(options), signals.ended]);
  if (typeof host === 'number') return host;
  if (host === undefined) return exitCodes.usage;
  service = host.service;
  surviveStrayErrors(host);
  const colorsOf = ({ isTTY }: NodeJS.WriteStream) =>
    pc.createColors(isTTY === true && pc.isColorSupported && process.env.TERM !== 'dumb');
  if (host.isOpenToAll) process.stderr.write(networkExposureWarning(colorsOf(process.stderr)));
  const terminal = new Terminal(process);
  const reporter: Reporter = options.json
    ? new JsonReporter(terminal)
    : new HumanReporter(terminal, colorsOf(process.stdout));
  // The scene may be saved as soon as the address is printed.
  const watcher = options.watch === true ? await watchScene(host, reporter) : undefined;
  reporter.listening(host);
  printLog(host, reporter, options);
  if (terminal.isInteractive) askOnTerminal(host, signals, terminal);
  const exitCode = await Promise.race([ending, host.quitting.then(() => exitCodes.ok)]);
  watcher?.close();
  reporter.stopping();
  await host.stop();
  return exitCode;
}

/** Prints the log, starting with the entries of the start, which must follow the address. */
function printLog({ engine }: RunningSimHost, reporter: Reporter, { logLevel }: RunOptions): void {
  const printer = new LogPrinter(reporter, logLevel, process.stdout);
  for (const entry of engine.log.tail()) printer.print(entry);
  engine.log.onEntry((entry) => printer.print(entry));
}

/** Logs exceptions of scene code outside of frames, like an engine. */
function surviveStrayErrors({ engine }: RunningSimHost): void {
  process.on('uncaughtException', (error) => engine.log.exception(error));
  process.on('unhandledRejection', (reason) => engine.log.exception(reason));
}

/** Does not use the log, which is printed to the same output. */
function warnUnwritable(reason: string, service: RemoteControlService | undefined): void {
  const message = `The log cannot be written: ${reason}; the host continues without it`;
  process.stderr.write(`sim-host: ${printable(message)}\n`);
  service?.notifications.notify({ type: 'warning', title: 'Log', message });
}
