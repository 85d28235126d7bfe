export type Method = (this: never, ...args: never[]) => unknown;

/** Faults by their names; each is put in from outside, for as long as the process lives. */
export type Faults = Readonly<Record<string, () => void>>;

/** Puts `make(original)` in place of a method. @throws Error when there is none: the fault is none then, either */
export function replace(prototype: object, name: string, make: (original: Method) => Method): void {
  const original: unknown = Reflect.get(prototype, name);
  if (typeof original !== 'function') throw new Error(`the service has no method ${name} any more`);
  Reflect.set(prototype, name, make(original as Method));
}

/** The prototype of a class that the package has no types of. */
export async function prototypeOf(module: string, name: string): Promise<object> {
  const exported = (await import(`../../../dist/service/${module}`)) as Record<string, { prototype: object }>;
  const found = exported[name]?.prototype;
  if (found === undefined) throw new Error(`the service has no ${name} in ${module} any more`);
  return found;
}
