/** Returns a function that collects items for `ms` milliseconds and then passes them on together, each once. */
export function gather<T>(ms: number, take: (items: readonly T[]) => void) {
  const gathered = new Set<T>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const add = (...items: readonly T[]) => {
    for (const item of items) gathered.add(item);
    timer ??= setTimeout(() => {
      timer = undefined;
      const now = [...gathered];
      gathered.clear();
      take(now);
    }, ms);
  };
  return Object.assign(add, { cancel: () => clearTimeout(timer) });
}
