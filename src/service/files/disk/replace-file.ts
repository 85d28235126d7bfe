import { rename } from 'node:fs/promises';
import { platform } from '../../platform.js';
import { codeOf } from './codes.js';

/** On Windows a virus scanner, an indexer or an editor may hold a file for a moment. */
const held = ['EPERM', 'EACCES', 'EBUSY'];
const waitsMs = [10, 20, 40, 80, 160];

/**
 * Renames a file over another one. While either is held by another process it is tried again, a few times.
 * @throws Error of the last attempt
 */
export async function replaceFile(
  from: string,
  to: string,
  { move, wait }: typeof diskMoves = diskMoves,
): Promise<void> {
  for (const ms of waitsMs) {
    try {
      return await move(from, to);
    } catch (error) {
      if (!held.includes(codeOf(error) ?? '')) throw error;
    }
    await wait(ms);
  }
  await move(from, to);
}

const diskMoves = {
  move: (from: string, to: string): Promise<void> => rename(from, to),
  wait: (ms: number): Promise<unknown> => new Promise((resolve) => platform.setTimeout(resolve, ms)),
};
