import { reasonOf } from '../../../service/common/exception-text.js';
import { exitCodes } from '../exit-codes.js';

type OutputError = (stream: NodeJS.WriteStream, error: NodeJS.ErrnoException) => void;

/** The code of a process that SIGPIPE has ended. */
const brokenPipe = 128 + 13;

let take: OutputError = (stream, error) => {
  if (error.code === 'EPIPE') process.exit(brokenPipe);
  if (stream === process.stdout)
    process.stderr.write(`sim-host: standard output cannot be written: ${reasonOf(error)}\n`);
  process.exit(exitCodes.failure);
};

/** From now on a command whose output cannot be written ends with one line: a full disk, a reader that has gone. */
export function endOnUnwritableOutput(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', (error) => take(stream, error));
}

/**
 * From now on the process goes on without its output, and writes again when there is room.
 * @param tell receives the first error of standard output
 * @param gone is called when nobody reads standard output any more
 */
export function surviveUnwritableOutput(tell: (reason: string) => void, gone: () => void = () => {}): void {
  let isTold = false;
  take = (stream, error) => {
    if (stream === process.stderr) return;
    if (error.code === 'EPIPE') return gone();
    if (isTold) return;
    isTold = true;
    tell(reasonOf(error));
  };
}
