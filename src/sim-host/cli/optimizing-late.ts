import { setFlagsFromString } from 'node:v8';

/** So many bytes of bytecode V8 lets a function run between two looks at whether to optimise it, in Node.js 20. Later ones count calls. */
const usual = 66 * 1024;

/**
 * Has the V8 of Node.js 20 wait longer before it optimises code that `start` runs. A start is over in some hundred milliseconds:
 * what is hot in it, as reading YAML is, would be optimised just when it is done, on other threads that take as much time as the
 * reading itself. No other version is asked: V8 prints an error for a flag that it does not know.
 */
export async function optimizingLate<T>(start: () => Promise<T>): Promise<T> {
  if (!process.version.startsWith('v20.')) return start();
  setFlagsFromString(`--interrupt-budget=${4 * usual}`);
  try {
    return await start();
  } finally {
    setFlagsFromString(`--interrupt-budget=${usual}`);
  }
}
