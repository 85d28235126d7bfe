import { reasonOf } from '../../../service/common/exception-text.js';
import { printable } from '../../../service/common/printable.js';
import { exitCodes } from '../exit-codes.js';

type OutputError = (stream: NodeJS.WriteStream, error: NodeJS.ErrnoException) => void;

/** The exit code of a process that SIGPIPE ends. */
const brokenPipe = 128 + 13;

let take: OutputError = (stream, error) => {
  if (error.code === 'EPIPE') process.exit(brokenPipe);
  if (stream === process.stdout)
    process.stderr.write(`sim-host: standard output cannot be written: ${reasonOf(error)}\n`);
  process.exit(exitCodes.failure);
};

/** Makes a command end with one line if its output cannot be written, as on a full disk. */
export function endOnUnwritableOutput(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', (error) => take(stream, error));
}

/**
 * Keeps a host or relay running while its output cannot be written, and reports the first error.
 * @param gone called when the reader of standard output has closed it
 */
export function surviveUnwritableOutput(who: 'host' | 'relay', gone: () => void = () => {}): void {
  let isReported = false;
  take = (stream, error) => {
    if (stream === process.stderr) return;
    if (error.code === 'EPIPE') return gone();
    if (isReported) return;
    isReported = true;
    const reason = printable(reasonOf(error));
    process.stderr.write(`sim-host: the log cannot be written: ${reason}; the ${who} continues without it\n`);
  };
}
