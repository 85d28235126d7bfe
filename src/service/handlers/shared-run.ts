/**
 * One run for all who ask while another goes on: what they get was looked up after they have asked, and however many ask at
 * once, there are two runs (LIM-5).
 */
export function sharedRun<T>(run: () => Promise<T>): () => Promise<T> {
  let present: Promise<T> | undefined;
  let next: Promise<T> | undefined;
  const begin = (): Promise<T> => {
    next = undefined;
    const begun = run();
    present = begun;
    const end = () => {
      if (present === begun) present = undefined;
    };
    begun.then(end, end);
    return begun;
  };
  return () => {
    if (present === undefined) return begin();
    next ??= present.then(begin, begin);
    return next;
  };
}
