import type { ApplicationCode } from '../../common/application-code.js';
import type { Host, ObjectOrigin } from '../../host.js';
import type { ChangeOrigin } from '../../members/origin.js';
import type { ExposedModel } from '../../model/model.js';
import type { ExposedObjectHandle } from '../../objects/handle.js';
import type { MemberOwner } from '../../objects/property-ref.js';
import type { Entry } from './entry.js';

/** A game object and its future parent; undefined for the root. */
export interface Move {
  readonly child: object;
  readonly parent: object | undefined;
}

/**
 * Moves game objects to other parents, in an order that avoids cycles; if needed, a new parent is moved to the root
 * first. Circular moves are ignored, and an exception of the engine affects only its own move.
 */
export function moveAll(
  model: ExposedModel,
  moves: readonly Move[],
  origin: ChangeOrigin,
  code: ApplicationCode,
): void {
  let remaining = moves.filter(({ child, parent }) => model.parentOf(child) !== parent);
  const detached = new Set<object>();
  const setParent = (child: object, parent: object | undefined, by = origin) => {
    try {
      model.setParent(child, parent, by);
    } catch (error) {
      code.report('Moving an object to another parent', error);
    }
  };
  while (remaining.length > 0) {
    const blocked = remaining.filter(({ child, parent }) => {
      if (parent !== undefined && model.isAbove(child, parent)) return true;
      setParent(child, parent);
      return false;
    });
    if (blocked.length === remaining.length) {
      const next = blocked.find(({ parent }) => parent !== undefined && !detached.has(parent));
      if (next === undefined) return;
      detached.add(next.parent!);
      // A load finds the same cycle again, so files need not contain this move.
      setParent(next.parent!, undefined, origin === 'load' ? 'host' : origin);
    }
    remaining = blocked;
  }
}

/**
 * Returns the source key of the parent if it differs from the initial one; undefined otherwise.
 * @param isAlways returns it even if it is the initial one
 */
export function parentDelta(
  model: ExposedModel,
  { target }: MemberOwner,
  isAlways = false,
): { readonly key: string | null } | undefined {
  const parent = model.parentOfTarget(target);
  if (!isAlways && parent === model.defaults.parentOf(target)) return undefined;
  if (parent === undefined) return { key: null };
  const key = model.objects.ofGameObject(parent)?.sourceKey;
  return key === undefined ? undefined : { key };
}

/** Creates, removes and moves the objects of a file. Used by `LiveDocument`. */
export class Structure {
  readonly #model: ExposedModel;
  readonly #host: Host;
  readonly #code: ApplicationCode;

  constructor(model: ExposedModel, host: Host, code: ApplicationCode) {
    this.#model = model;
    this.#host = host;
    this.#code = code;
  }

  /** Creates and removes objects in the order of the file, which may replace one object by another. */
  createAndRemove(entries: readonly Entry[]): void {
    const structural = entries.filter(({ kind }) => kind !== 'override');
    const replaced = replacedKeys(structural);
    const removed = structural.filter((entry) => this.#presentOf(entry) !== undefined);
    this.#moveOut(removed, entries);
    for (const entry of structural) {
      if (entry.kind === 'new') this.#spawn(entry);
      else this.#destroy(entry, replaced);
    }
  }

  /**
   * Removes objects that exist although the file says that a user destroyed them (LSC-19).
   * @param isUserCreated true for objects that a user has created, which stay
   */
  removeDestroyed(
    removed: Iterable<Entry>,
    entries: readonly Entry[],
    isUserCreated: (handle: ExposedObjectHandle) => boolean,
  ): void {
    const present = [...removed].filter((entry) => this.#presentOf(entry) !== undefined);
    if (present.length === 0) return;
    this.#moveOut(present, entries);
    const replaced = replacedKeys(entries);
    for (const entry of present) if (!isUserCreated(this.#presentOf(entry)!)) this.#destroy(entry, replaced);
  }

  /**
   * Moves objects out of those that are to be removed: to the parent in the file, or to the root if that parent is
   * missing or removed as well.
   */
  #moveOut(removed: readonly Entry[], entries: readonly Entry[]): void {
    if (removed.length === 0) return;
    const removedKeys = new Set(removed.map(({ address }) => address!.key));
    const removedObjects = [...removedKeys].flatMap((key) => this.#gameObjectOf(key) ?? []);
    const parents = new Map<string, string | null>();
    for (const { kind, isRoot, address, parent } of entries)
      if (kind !== 'removed' && isRoot && parent !== undefined) parents.set(address!.key, parent);
    const moves = [...parents].flatMap(([sourceKey, key]): Move[] => {
      const child = this.#gameObjectOf(sourceKey);
      if (child === undefined || !removedObjects.some((each) => this.#model.isAbove(each, child))) return [];
      const isKept = key !== null && !removedKeys.has(key);
      return [{ child, parent: isKept ? this.#gameObjectOf(key) : undefined }];
    });
    moveAll(this.#model, moves, 'load', this.#code);
  }

  #gameObjectOf(sourceKey: string): object | undefined {
    const handle = this.#model.objects.bySourceKey(sourceKey);
    return handle && this.#model.gameObjectOf(handle);
  }

  /** Creates the object of an entry, unless it exists. */
  #spawn({ isRoot, address, typeName, prefab, name, source }: Entry): void {
    if (!isRoot || this.#model.objects.bySourceKey(address!.key) !== undefined) return;
    try {
      this.#host.spawner?.spawn({ sourceKey: address!.key, className: typeName, prefab, name });
    } catch (error) {
      this.#code.report(`Loading ${source}`, error);
    }
  }

  /** @param replaced keys of objects that the file replaces by new ones, which are not removed */
  #destroy(entry: Entry, replaced: ReadonlySet<string>): void {
    const handle = this.#presentOf(entry);
    if (handle === undefined) return;
    if (replaced.has(entry.address!.key) && this.origin(handle.target) !== undefined) return;
    try {
      if (this.#host.spawner?.destroy === undefined) this.#model.objects.unregister(handle);
      else this.#host.spawner.destroy(handle.target);
    } catch (error) {
      this.#code.report(`Loading ${entry.source}`, error);
    }
  }

  #presentOf({ kind, isRoot, address }: Entry): ExposedObjectHandle | undefined {
    if (kind !== 'removed' || !isRoot) return undefined;
    const handle = this.#model.objects.bySourceKey(address!.key);
    // A static object exists as long as the application.
    return handle?.class.definition.kind === 'static' ? undefined : handle;
  }

  /** Returns the move that an entry requests; undefined if there is none, or it is not possible yet. */
  moveOf(entry: Entry, key: string | null): Move | undefined {
    const { objects } = this.#model;
    const child = entry.object && this.#model.gameObjectOf(entry.object.handle);
    if (child === undefined) return undefined;
    if (key === null) return { child, parent: undefined };
    const parentHandle = objects.bySourceKey(key);
    const parent = parentHandle && this.#model.gameObjectOf(parentHandle);
    return parent && { child, parent };
  }

  /** Returns how an object was spawned; undefined for an object of a scene. */
  origin(target: object): ObjectOrigin | undefined {
    return this.#host.spawner?.origin(target);
  }

  /** True if an object is not part of a scene. */
  isSpawned(target: object): boolean {
    return this.origin(target) !== undefined;
  }
}

/** Returns the keys whose object the file first removes and then creates. */
function replacedKeys(entries: readonly Entry[]): Set<string> {
  const removed = new Set<string>();
  const replaced = new Set<string>();
  for (const { kind, isRoot, address } of entries) {
    if (!isRoot || kind === 'override') continue;
    if (kind === 'removed') removed.add(address!.key);
    else if (removed.has(address!.key)) replaced.add(address!.key);
  }
  return replaced;
}
