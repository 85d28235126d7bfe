/** Waits for `work`, which does not fail, and for so many milliseconds at most. @returns whether it has ended */
export async function within(ms: number, work: Promise<unknown>): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), ms);
  });
  const ended = await Promise.race([work.then(() => true), late]);
  clearTimeout(timer);
  return ended;
}
