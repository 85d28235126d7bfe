import type { ApiRequest } from '../http/api.js';
import { MemberRef } from '../objects/member-ref.js';
import type { PropertyRef } from '../objects/property-ref.js';
import type { ExposedObjectRegistry } from '../objects/registry.js';

type Place = ApiRequest['place'];

const mostKnown = 4096;

/**
 * The members of registered objects that paths have led to: they lead there for as long as no object comes or goes and no class
 * is another one.
 */
export class PathCache {
  readonly #objects: ExposedObjectRegistry;
  readonly #places: Place[] = [];
  #version = -1;

  constructor(objects: ExposedObjectRegistry) {
    this.#objects = objects;
    // What is gone is held by nothing here.
    objects.observe({ removed: () => this.#forget() });
  }

  at(place: Place): MemberRef | undefined {
    if (this.#version === this.#objects.version) return place.found as MemberRef | undefined;
    this.#forget();
    return undefined;
  }

  /**
   * Keeps what a path has led to where that is a member of the object itself: what lies deeper, or behind a reference to an
   * object, may be elsewhere next time.
   * @param path below the object, as it was asked for
   */
  keep(place: Place, path: string, ref: PropertyRef): void {
    if (!(ref instanceof MemberRef) || ref.outer !== undefined || !ref.handle.isRegistered) return;
    // A reference begins the path of what is found anew, at the object that it leads to, and that may be this one.
    if (ref.path !== path) return;
    if (this.#places.length === mostKnown) this.#forget();
    place.found = ref;
    this.#places.push(place);
  }

  #forget(): void {
    for (const place of this.#places) place.found = undefined;
    this.#places.length = 0;
    this.#version = this.#objects.version;
  }
}
