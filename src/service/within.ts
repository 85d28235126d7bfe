import { platform } from './platform.js';

/** Waits for `work`, which does not fail, and for so many milliseconds at most. @returns whether it has ended */
export async function within(ms: number, work: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = platform.setTimeout(() => resolve(false), ms);
  });
  const ended = await Promise.race([work.then(() => true), late]);
  platform.clearTimeout(timer);
  return ended;
}
