import pc from 'picocolors';
import type { RunningSimHost } from '../sim-host.js';
import { type ExitCode, exitCodes } from './exit-codes.js';
import type { RunOptions } from './options.js';
import { HumanReporter } from './output/human-reporter.js';
import { JsonReporter } from './output/json-reporter.js';
import { openDoorWarning } from './output/open-door-warning.js';
import { isShown, type Reporter } from './output/reporter.js';
import { endingSignals } from './signals.js';
import { startOrExplain } from './start.js';
import { showDialogsOnTerminal } from './terminal-dialogs.js';

/** Runs a scene until a signal ends it. */
export async function runScene(options: RunOptions): Promise<ExitCode> {
  const isInteractive = process.stdin.isTTY === true && process.stderr.isTTY === true;
  const signals = endingSignals();
  const ending = Promise.race([signals.ended, outputClosed()]);
  const host = await startOrExplain(options);
  if (host === undefined) return exitCodes.usage;
  surviveStrayErrors(host);
  const colors = pc.createColors(process.stderr.isTTY === true && pc.isColorSupported);
  if (host.isOpenToAll) process.stderr.write(openDoorWarning(colors));
  const reporter = createReporter(options);
  reporter.listening(host);
  printLog(host, reporter, options);
  if (isInteractive) {
    showDialogsOnTerminal(host.engine.dialogs, colors);
    // The person at the terminal is asked as any other surface is.
    const { quit, prompts } = host.service;
    const isAsking = () => quit.isQuitting || prompts.states.some(({ pending }) => pending);
    signals.onInterrupt(() => void quit.request(), isAsking);
  }
  await Promise.race([ending, host.quitting]);
  reporter.stopping();
  await host.stop();
  return exitCodes.ok;
}

function createReporter({ json }: RunOptions): Reporter {
  const { stdout } = process;
  if (json) return new JsonReporter(stdout);
  return new HumanReporter(stdout, pc.createColors(stdout.isTTY === true && pc.isColorSupported));
}

/** What has been logged during the start first, since nothing may come before the line that says where it listens. */
function printLog({ engine }: RunningSimHost, reporter: Reporter, { logLevel }: RunOptions): void {
  for (const entry of engine.log.tail()) if (isShown(entry, logLevel)) reporter.log(entry);
  engine.log.onEntry((entry) => {
    if (isShown(entry, logLevel)) reporter.log(entry);
  });
}

/** An engine survives its scripts: what a scene's own code throws outside of frames is logged. */
function surviveStrayErrors({ engine }: RunningSimHost): void {
  process.on('uncaughtException', (error) => engine.log.exception(error));
  process.on('unhandledRejection', (reason) => engine.log.exception(reason));
}

/** Resolves when nobody reads standard output any more, as in `sim-host | head -1`. */
function outputClosed(): Promise<void> {
  return new Promise((resolve) => {
    process.stdout.on('error', () => resolve());
  });
}
