import { setTimeout as pause } from 'node:timers/promises';

/**
 * Does something so many times a second, one after the other, until it is over. What is late is not made up for: a host that
 * is slow is not asked for more.
 * @returns how often
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
