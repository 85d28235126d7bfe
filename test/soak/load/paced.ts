import { setTimeout as pause } from 'node:timers/promises';

/**
 * Repeats an action at a rate, one at a time, without catching up, so that a slow host gets fewer requests.
 * @returns the number of repetitions
 */
export async function paced(
  perSecond: number,
  isOver: () => boolean,
  act: () => Promise<unknown>,
): Promise<number> {
  let count = 0;
  while (!isOver()) {
    const startedAt = performance.now();
    await act();
    count++;
    await pause(Math.max(0, 1000 / perSecond - (performance.now() - startedAt)));
  }
  return count;
}
