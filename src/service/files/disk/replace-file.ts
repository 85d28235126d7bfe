import { rename } from 'node:fs/promises';
import { platform } from '../../common/platform.js';
import { codeOf } from './codes.js';

/** Errors on Windows while a virus scanner, an indexer or an editor has the file open. */
const busyCodes = ['EPERM', 'EACCES', 'EBUSY'];
const retryDelaysMs = [10, 20, 40, 80, 160];

/**
 * Renames a file over another one. Retries a few times while another process has one of them open.
 * @throws Error of the last attempt
 */
export async function replaceFile(
  from: string,
  to: string,
  { move, wait }: typeof diskMoves = diskMoves,
): Promise<void> {
  for (const ms of retryDelaysMs) {
    try {
      return await move(from, to);
    } catch (error) {
      if (!busyCodes.includes(codeOf(error) ?? '')) throw error;
    }
    await wait(ms);
  }
  await move(from, to);
}

const diskMoves = {
  move: (from: string, to: string): Promise<void> => rename(from, to),
  wait: (ms: number): Promise<unknown> => new Promise((resolve) => platform.setTimeout(resolve, ms)),
};
