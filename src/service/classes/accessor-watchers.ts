/**
 * How an `accessor` member tells the services that application code has set it. `undo` sets it back, past whatever stands
 * in front of it.
 */
type AccessorWatcher = (target: object, member: string, undo: () => void) => void;

/** Who watches single objects. The object is the key, so nothing is held longer than the object lives. */
const ofObjects = new WeakMap<object, Set<AccessorWatcher>>();

/** Who watches all objects that nobody watches singly: services that run, for what is inline in their objects. */
const ofAll = new Set<AccessorWatcher>();

/** Calls `watcher` whenever a decorated accessor of `target` is set to something else. */
export function watchAccessors(target: object, watcher: AccessorWatcher): void {
  const present = ofObjects.get(target);
  if (present === undefined) ofObjects.set(target, new Set([watcher]));
  else present.add(watcher);
}

export function unwatchAccessors(target: object, watcher: AccessorWatcher): void {
  ofObjects.get(target)?.delete(watcher);
}

/** The same for the accessors of any object that the watcher does not watch singly. @returns ends it */
export function watchOtherAccessors(watcher: AccessorWatcher): () => void {
  ofAll.add(watcher);
  return () => void ofAll.delete(watcher);
}

export function accessorWasSet(target: object, member: string, undo: () => void): void {
  const present = ofObjects.get(target);
  if (present !== undefined) for (const watcher of present) watcher(target, member, undo);
  for (const watcher of ofAll) if (present?.has(watcher) !== true) watcher(target, member, undo);
}
