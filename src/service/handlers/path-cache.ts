import type { ApiRequest } from '../http/api.js';
import { MemberRef } from '../objects/member-ref.js';
import type { ExposedObjectRegistry } from '../objects/object-registry.js';
import type { PropertyRef } from '../objects/property-ref.js';

type Slot = ApiRequest['pathSlot'];

const maxCachedPaths = 4096;

/**
 * Caches the members of registered objects by path. The cache is valid until an object is added or removed or a class
 * changes.
 */
export class PathCache {
  readonly #objects: ExposedObjectRegistry;
  readonly #slots: Slot[] = [];
  #version = -1;

  constructor(objects: ExposedObjectRegistry) {
    this.#objects = objects;
    // Releases references to removed objects.
    objects.observe({ removed: () => this.#clear() });
  }

  get(slot: Slot): MemberRef | undefined {
    if (this.#version === this.#objects.version) return slot.found as MemberRef | undefined;
    this.#clear();
    return undefined;
  }

  /**
   * Caches the result of a path if it is a member of the object itself. A deeper path, or one through a reference, may
   * lead to another value next time.
   * @param path as requested, relative to the object
   */
  set(slot: Slot, path: string, ref: PropertyRef): void {
    if (!(ref instanceof MemberRef) || ref.outer !== undefined || !ref.handle.isRegistered) return;
    // A path through a reference ends at another path, maybe of this very object.
    if (ref.path !== path) return;
    if (this.#slots.length === maxCachedPaths) this.#clear();
    slot.found = ref;
    this.#slots.push(slot);
  }

  #clear(): void {
    for (const slot of this.#slots) slot.found = undefined;
    this.#slots.length = 0;
    this.#version = this.#objects.version;
  }
}
