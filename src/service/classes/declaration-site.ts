/** Where a class declares a member: its prototype, or the class itself for a static one, and the key of the property. */
export interface DeclarationSite {
  readonly holder: object;
  readonly key: string | symbol;
}

/** True when a derived class, or the object itself, has put a property of its own in front of the declared one. */
export function isOverridden({ holder, key }: DeclarationSite, target: object): boolean {
  for (let each: object | null = target; each !== null; each = Object.getPrototypeOf(each)) {
    if (Object.hasOwn(each, key)) return each !== holder;
  }
  return false;
}

/** True when a write by assignment reaches something: a field, or an accessor with a setter. */
export function isWritable(holder: object, key: string | symbol): boolean {
  for (let each: object | null = holder; each !== null; each = Object.getPrototypeOf(each)) {
    const descriptor = Object.getOwnPropertyDescriptor(each, key);
    if (descriptor !== undefined) return descriptor.set !== undefined || descriptor.writable === true;
  }
  return true;
}
