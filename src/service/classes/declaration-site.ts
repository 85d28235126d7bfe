/** The declaration of a member: the prototype of its class, or the class itself if static, and the property's key. */
export interface DeclarationSite {
  readonly holder: object;
  readonly key: string | symbol;
}

/** True if a derived class or the object itself has a property that hides the declared one. */
export function isOverridden({ holder, key }: DeclarationSite, target: object): boolean {
  for (let each: object | null = target; each !== null; each = Object.getPrototypeOf(each)) {
    if (Object.hasOwn(each, key)) return each !== holder;
  }
  return false;
}

/** True if the property can be assigned: it is writable, has a setter, or does not exist yet. */
export function isWritable(holder: object, key: string | symbol): boolean {
  for (let each: object | null = holder; each !== null; each = Object.getPrototypeOf(each)) {
    const descriptor = Object.getOwnPropertyDescriptor(each, key);
    if (descriptor !== undefined) return descriptor.set !== undefined || descriptor.writable === true;
  }
  return true;
}
