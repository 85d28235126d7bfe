/** A mapping in a scene file; members that are undefined are not written. */
export type Mapping = Record<string, unknown>;

/** Returns undefined for an empty list or mapping. */
export function unlessEmpty<T extends object>(members: T): T | undefined {
  return Object.keys(members).length === 0 ? undefined : members;
}
