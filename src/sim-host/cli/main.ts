import { endOnUnwritableOutput } from './output/unwritable-output.js';
import { main } from './program.js';

/** Maximum milliseconds that open handles keep the process alive after the command. */
const exitTimeoutMs = 250;

endOnUnwritableOutput();

// Without top-level await, because it is also bundled as CommonJS.
void main(process.argv.slice(2)).then((exitCode) => {
  process.exitCode = exitCode;
  setTimeout(() => process.exit(), exitTimeoutMs).unref();
});
