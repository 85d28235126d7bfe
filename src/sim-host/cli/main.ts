import { endOnUnwritableOutput } from './output/unwritable-output.js';
import { main } from './program.js';

/** Should something still hold the process when the command has ended, it is not waited for any longer. */
const longestExitMs = 250;

endOnUnwritableOutput();

// Without an await at its top: it is bundled as CommonJS, too.
void main(process.argv.slice(2)).then((exitCode) => {
  process.exitCode = exitCode;
  setTimeout(() => process.exit(), longestExitMs).unref();
});
