/** A mapping in a scene file. */
export type Mapping = Record<string, unknown>;

/** Omits undefined members. */
export function present(members: Mapping): Mapping {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}

/** Returns undefined for an empty list or mapping. */
export function unlessEmpty<T extends object>(members: T): T | undefined {
  return Object.keys(members).length === 0 ? undefined : members;
}
