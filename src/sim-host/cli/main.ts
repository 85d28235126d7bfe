import { main } from './program.js';

/** Should something still hold the process when the command has ended, it is not waited for any longer. */
const longestExitMs = 250;

process.exitCode = await main(process.argv.slice(2));
setTimeout(() => process.exit(), longestExitMs).unref();
