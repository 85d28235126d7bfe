import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { type Json, parseJson } from './http.js';

/** Maximum milliseconds until a server prints its address. */
export const startLimitMs = 30_000;

/** Environment of a server that ends with its standard input, even if this process is killed. */
export const endsWithInput = { SIM_HOST_ENDS_WITH_INPUT: '1' };

/** The output of a child so far and its first line. */
export interface ChildOutput {
  /** JSON lines of standard output; a line that is not JSON stays a string. */
  readonly lines: readonly Json[];
  readonly stderr: () => string;
  /** The first line; rejects if it is not JSON or the child ends or prints nothing, and ends the child. */
  readonly first: Promise<Json>;
}

/**
 * Reads a child that prints JSON lines, the first of which has its address.
 * @param name used in errors, for example `sim-host`
 * @param limitMs time limit of the first line
 */
export function readJsonLines(child: ChildProcess, name: string, limitMs = startLimitMs): ChildOutput {
  const lines: Json[] = [];
  let errors = '';
  child.stderr?.on('data', (chunk: Buffer) => (errors += chunk));
  const first = new Promise<Json>((resolve, reject) => {
    const fail = (what: string) => {
      clearTimeout(timer);
      child.kill('SIGKILL');
      const printed = errors.replace(/^ +at .*\n?/gm, '').trim();
      reject(new Error(`${name} ${what}${printed === '' ? '' : `: ${printed}`}`));
    };
    const timer = setTimeout(() => fail(`has not said where it listens within ${limitMs / 1000} s`), limitMs);
    child.once('error', ({ message }) => fail(`cannot be run (${message})`));
    child.once('close', (code, signal) => fail(`ended with ${signal ?? `exit code ${code}`}`));
    createInterface(child.stdout!).on('line', (line) => {
      lines.push(parsed(line));
      if (lines.length > 1) return;
      if (lines[0] === null || typeof lines[0] !== 'object') {
        fail(`printed ${JSON.stringify(line)} instead of where it listens`);
        return;
      }
      clearTimeout(timer);
      resolve(lines[0]);
    });
  });
  return { lines, stderr: () => errors, first };
}

function parsed(line: string): Json {
  try {
    return parseJson(line);
  } catch {
    return line;
  }
}
