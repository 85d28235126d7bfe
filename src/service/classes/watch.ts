/**
 * How an `accessor` member tells the services that expose its object of a change made by application code. The object
 * is the key, so nothing is held longer than the object lives.
 */
type Watcher = (target: object, member: string) => void;

const watchers = new WeakMap<object, Set<Watcher>>();

/** Calls `watcher` with the member's name whenever a decorated accessor of `target` is set. */
export function watchAccessors(target: object, watcher: Watcher): void {
  const present = watchers.get(target);
  if (present === undefined) watchers.set(target, new Set([watcher]));
  else present.add(watcher);
}

export function unwatchAccessors(target: object, watcher: Watcher): void {
  watchers.get(target)?.delete(watcher);
}

export function accessorWasSet(target: object, member: string): void {
  const present = watchers.get(target);
  if (present !== undefined) for (const watcher of present) watcher(target, member);
}
