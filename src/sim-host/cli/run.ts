import pc from 'picocolors';
import { exceptionText } from '../../service/common/exception-text.js';
import { SceneFileError } from '../load-scene.js';
import { type RunningSimHost, startSimHost } from '../sim-host.js';
import { watchFiles } from '../watch-files.js';
import { exitCodes } from './exit-codes.js';
import type { RunOptions } from './options.js';
import { printDiagnostics } from './output/diagnostics.js';
import { networkExposureWarning } from './output/host-text.js';
import { Reporter } from './output/reporter.js';
import { surviveUnwritableOutput } from './output/unwritable-output.js';
import { askOnTerminal } from './questions.js';
import type { EndingSignals } from './signals.js';
import { startOrExplain } from './start.js';
import { Terminal } from './terminal.js';

/** Runs a scene until a signal or the application ends it. Resolves with the exit code. */
export async function runScene(options: RunOptions, signals: EndingSignals): Promise<number> {
  const outputClosed = new Promise<number>((resolve) =>
    surviveUnwritableOutput('host', () => resolve(exitCodes.ok)),
  );
  const ending = Promise.race([signals.ended, outputClosed]);
  // A signal ends a slow start immediately, because nothing needs to be closed yet.
  const host = await Promise.race([start(options), signals.ended]);
  if (typeof host === 'number') return host;
  if (host === undefined) return exitCodes.usage;
  surviveStrayErrors(host);
  const colorsOf = ({ isTTY }: NodeJS.WriteStream) =>
    pc.createColors(isTTY === true && pc.isColorSupported && process.env.TERM !== 'dumb');
  if (host.isOpenToAll) process.stderr.write(networkExposureWarning(colorsOf(process.stderr)));
  const terminal = new Terminal(process);
  const reporter = new Reporter(terminal, colorsOf(process.stdout), options);
  // The scene may be saved as soon as the address is printed.
  const stopWatching =
    options.watch === true ? await watchFiles(host.sceneFiles, () => void reload(host, reporter)) : undefined;
  reporter.listening(host);
  // The entries of the start must follow the address.
  for (const entry of host.engine.log.tail()) reporter.log(entry);
  host.engine.log.onEntry((entry) => reporter.log(entry));
  if (terminal.isInteractive) askOnTerminal(host, signals, terminal);
  const exitCode = await Promise.race([ending, host.quitting.then(() => exitCodes.ok)]);
  stopWatching?.();
  reporter.stopping();
  await host.stop();
  return exitCode;
}

/** Returns undefined if the scene file has errors, after printing them. @throws CliError */
async function start(options: RunOptions): Promise<RunningSimHost | undefined> {
  try {
    return await startOrExplain(() => startSimHost({ ...options, mayRest: true }));
  } catch (error) {
    if (!(error instanceof SceneFileError)) throw error;
    printDiagnostics(error.diagnostics);
    return undefined;
  }
}

/** Reloads the scene for `--watch`, and reports the result. */
async function reload(host: RunningSimHost, reporter: Reporter): Promise<void> {
  try {
    const { diagnostics, needsRestart } = await host.reload();
    if (diagnostics.length > 0) reporter.errors(host.scene, diagnostics);
    else reporter.reloaded(host.scene, needsRestart);
  } catch (error) {
    host.engine.log.write('Exception', `The scene could not be reloaded: ${exceptionText(error)}`);
  }
}

/** Logs exceptions of scene code outside of frames, like an engine. */
function surviveStrayErrors({ engine }: RunningSimHost): void {
  process.on('uncaughtException', (error) => engine.log.exception(error));
  process.on('unhandledRejection', (reason) => engine.log.exception(reason));
}
