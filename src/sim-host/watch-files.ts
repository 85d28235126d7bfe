import { stat } from 'node:fs/promises';
import { platform } from '../service/common/platform.js';

/** Polling interval in milliseconds. Polling works on every file system, including network mounts. */
const pollMs = 200;

/**
 * Calls `onChange` each time that one of a few files was saved: in place, by a rename, or as a new file. Resolves with a
 * function that stops, as soon as all later changes are noticed.
 * @param files absolute paths, read again in each poll
 */
export async function watchFiles(files: () => readonly string[], onChange: () => void): Promise<() => void> {
  let reported = await stateOf(files());
  let last = reported;
  const poll = async () => {
    const state = await stateOf(files());
    // Editors write in several steps, so a file that is changing, missing or empty is not read yet.
    const isSettled = state === last && !/ (missing|empty)$/m.test(state);
    last = state;
    if (state === reported || !isSettled) return;
    reported = state;
    onChange();
  };
  const timer = platform.setInterval(() => void poll(), pollMs).unref();
  return () => platform.clearInterval(timer);
}

/** Returns a line for each file that changes when it is saved. */
async function stateOf(files: readonly string[]): Promise<string> {
  const lines = files.map(async (file) => {
    const found = await stat(file).catch(() => undefined);
    if (found === undefined) return `${file} missing`;
    return found.size === 0 ? `${file} empty` : `${file} ${found.ino}/${found.mtimeMs}/${found.size}`;
  });
  return (await Promise.all(lines)).join('\n');
}
