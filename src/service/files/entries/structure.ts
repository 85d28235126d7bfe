import type { ChangeOrigin } from '../../access/origin.js';
import type { ApplicationCode } from '../../application-code.js';
import type { Host, ObjectOrigin } from '../../host.js';
import type { ExposedModel } from '../../model.js';
import type { ExposedObjectHandle } from '../../objects/handle.js';
import type { Captured } from '../../state/defaults.js';
import type { Entry } from './entry.js';

/** A game object and the parent that it is to have; undefined for the root. */
export interface Move {
  readonly child: object;
  readonly parent: object | undefined;
}

/**
 * Moves game objects to other parents, whatever stood above what before: one whose new parent is still below it waits until
 * that has moved, and where each waits for another, one of them is taken to the root first. Moves that lead in a circle
 * are left out, and what a parent's engine throws costs that move alone.
 */
export function moveAll(
  model: ExposedModel,
  moves: readonly Move[],
  origin: ChangeOrigin,
  code: ApplicationCode,
): void {
  let left = moves.filter(({ child, parent }) => model.parentOf(child) !== parent);
  const detached = new Set<object>();
  const set = (child: object, parent: object | undefined, by = origin) => {
    try {
      model.setParent(child, parent, by);
    } catch (error) {
      code.report('Moving an object to another parent', error);
    }
  };
  while (left.length > 0) {
    const waiting = left.filter(({ child, parent }) => {
      if (parent !== undefined && model.isAbove(child, parent)) return true;
      set(child, parent);
      return false;
    });
    if (waiting.length === left.length) {
      const next = waiting.find(({ parent }) => parent !== undefined && !detached.has(parent));
      if (next === undefined) return;
      detached.add(next.parent!);
      // A load finds the same again the next time: no file has to say it.
      set(next.parent!, undefined, origin === 'load' ? 'host' : origin);
    }
    left = waiting;
  }
}

/**
 * The source key of the present parent where it is not the parent that the object began with; undefined otherwise.
 * @param isWhole also where it is that one
 */
export function parentDelta(
  model: ExposedModel,
  { target }: Captured,
  isWhole = false,
): { readonly key: string | null } | undefined {
  const parent = model.parentOfTarget(target);
  if (!isWhole && parent === model.defaults.parentOf(target)) return undefined;
  if (parent === undefined) return { key: null };
  const key = model.objects.ofGameObject(parent)?.sourceKey;
  return key === undefined ? undefined : { key };
}

/** Objects of a file that come and go with it. */
export class Structure {
  readonly #model: ExposedModel;
  readonly #host: Host;
  readonly #code: ApplicationCode;

  constructor(model: ExposedModel, host: Host, code: ApplicationCode) {
    this.#model = model;
    this.#host = host;
    this.#code = code;
  }

  /** Creates new objects and takes others out, in the order of the file: it may put one in the place of another. */
  comeAndGo(entries: readonly Entry[]): void {
    const some = entries.filter(({ kind }) => kind !== 'override');
    const replaced = replacedKeys(some);
    const removed = some.filter((entry) => this.#presentOf(entry) !== undefined);
    this.#moveOut(removed, entries);
    for (const entry of some) {
      if (entry.kind === 'new') this.#spawn(entry);
      else this.#destroy(entry, replaced);
    }
  }

  /**
   * Takes out what has come where the file says that a user has destroyed it (LSC-19).
   * @param isUsers what a user has put in its place stays
   */
  takeOut(
    removed: Iterable<Entry>,
    entries: readonly Entry[],
    isUsers: (handle: ExposedObjectHandle) => boolean,
  ): void {
    const present = [...removed].filter((entry) => this.#presentOf(entry) !== undefined);
    if (present.length === 0) return;
    this.#moveOut(present, entries);
    const replaced = replacedKeys(entries);
    for (const entry of present) if (!isUsers(this.#presentOf(entry)!)) this.#destroy(entry, replaced);
  }

  /**
   * What was moved out of an object before that was destroyed does not go with it. Whose parent has not come yet waits at the
   * root. What is not below it stays where it is.
   */
  #moveOut(removed: readonly Entry[], entries: readonly Entry[]): void {
    if (removed.length === 0) return;
    const doomed = new Set(removed.map(({ address }) => address!.key));
    const going = [...doomed].flatMap((key) => this.#gameObjectOf(key) ?? []);
    const parents = new Map<string, string | null>();
    for (const { kind, isRoot, address, parent } of entries)
      if (kind !== 'removed' && isRoot && parent !== undefined) parents.set(address!.key, parent);
    const moves = [...parents].flatMap(([sourceKey, key]): Move[] => {
      const child = this.#gameObjectOf(sourceKey);
      if (child === undefined || !going.some((each) => this.#model.isAbove(each, child))) return [];
      const isWanted = key !== null && !doomed.has(key);
      return [{ child, parent: isWanted ? this.#gameObjectOf(key) : undefined }];
    });
    moveAll(this.#model, moves, 'load', this.#code);
  }

  #gameObjectOf(sourceKey: string): object | undefined {
    const handle = this.#model.objects.bySourceKey(sourceKey);
    return handle && this.#model.gameObjectOf(handle);
  }

  /** Unless it is there. */
  #spawn({ isRoot, address, typeName, prefab, name, source }: Entry): void {
    if (!isRoot || this.#model.objects.bySourceKey(address!.key) !== undefined) return;
    try {
      this.#host.spawner?.spawn({ sourceKey: address!.key, className: typeName, prefab, name });
    } catch (error) {
      this.#code.report(`Loading ${source}`, error);
    }
  }

  /** @param replaced keys of objects that the file puts in the place of those that it takes out: they stay */
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
    // What is static is there as long as the application is.
    return handle?.class.definition.kind === 'static' ? undefined : handle;
  }

  /** What an entry says of the parent of its object; undefined when it says nothing that can be done now. */
  moveOf(entry: Entry, key: string | null): Move | undefined {
    const { objects } = this.#model;
    const child = entry.place && this.#model.gameObjectOf(entry.place.handle);
    if (child === undefined) return undefined;
    if (key === null) return { child, parent: undefined };
    const above = objects.bySourceKey(key);
    const parent = above && this.#model.gameObjectOf(above);
    return parent && { child, parent };
  }

  /** How an object came to be that is no part of a scene. */
  origin(target: object): ObjectOrigin | undefined {
    return this.#host.spawner?.origin(target);
  }

  /** Whether an object is no part of a scene. */
  isSpawned(target: object): boolean {
    return this.origin(target) !== undefined;
  }
}

/** Keys of which the file first takes out one object and then makes another. */
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
