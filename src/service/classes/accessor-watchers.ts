/** Called after an `accessor` member was set. `undo` restores the previous value without calling overriding setters. */
type AccessorWatcher = (target: object, member: string, undo: () => void) => void;

/** The watchers of single objects. */
const ofObjects = new WeakMap<object, Set<AccessorWatcher>>();

/** The watchers of all objects that they do not watch singly: running services, for inline objects. */
const ofAll = new Set<AccessorWatcher>();

/** Calls `watcher` whenever a decorated accessor of `target` is set to another value, or to any object. */
export function watchAccessors(target: object, watcher: AccessorWatcher): void {
  const present = ofObjects.get(target);
  if (present === undefined) ofObjects.set(target, new Set([watcher]));
  else present.add(watcher);
}

export function unwatchAccessors(target: object, watcher: AccessorWatcher): void {
  ofObjects.get(target)?.delete(watcher);
}

/** Calls `watcher` for all objects that it does not watch singly. @returns a function that ends it */
export function watchOtherAccessors(watcher: AccessorWatcher): () => void {
  ofAll.add(watcher);
  return () => void ofAll.delete(watcher);
}

export function accessorWasSet(target: object, member: string, undo: () => void): void {
  const present = ofObjects.get(target);
  if (present !== undefined) for (const watcher of present) watcher(target, member, undo);
  for (const watcher of ofAll) if (present?.has(watcher) !== true) watcher(target, member, undo);
}
