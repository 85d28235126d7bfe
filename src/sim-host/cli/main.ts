import { main } from './program.js';

/** Should something still hold the process when the command has ended, it is not waited for any longer. */
const longestExitMs = 250;

/** Whoever reads the output has gone, as `| head` does: the process ends as if SIGPIPE had ended it. */
const brokenPipe = 128 + 13;
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(brokenPipe);
    throw error;
  });
}

// Without an await at its top: it is bundled as CommonJS, too.
void main(process.argv.slice(2)).then((exitCode) => {
  process.exitCode = exitCode;
  setTimeout(() => process.exit(), longestExitMs).unref();
});
