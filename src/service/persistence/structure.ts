import type { ChangeOrigin } from '../access/origin.js';
import type { ApplicationCode } from '../application-code.js';
import type { Host, ObjectOrigin } from '../host.js';
import type { ExposedModel } from '../model.js';
import type { Captured } from '../state/defaults.js';
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

/** The source key of the present parent where it is not the parent that the object began with; undefined otherwise. */
export function parentDelta(
  model: ExposedModel,
  { target }: Captured,
): { readonly key: string | null } | undefined {
  const parent = model.parentOfTarget(target);
  if (parent === model.defaults.parentOf(target)) return undefined;
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

  /** Creates a new object, unless it is there. */
  spawn({ kind, isRoot, address, typeName, prefab, name, source }: Entry): void {
    if (kind !== 'new' || !isRoot || this.#model.objects.bySourceKey(address!.key) !== undefined) return;
    try {
      this.#host.spawner?.spawn({ sourceKey: address!.key, className: typeName, prefab, name });
    } catch (error) {
      this.#code.report(`Loading ${source}`, error);
    }
  }

  /** Takes an object out that a user has destroyed, if it is there (LSC-19). */
  destroy({ kind, isRoot, address, source }: Entry): void {
    const handle = kind === 'removed' && isRoot ? this.#model.objects.bySourceKey(address!.key) : undefined;
    if (handle === undefined) return;
    try {
      if (this.#host.spawner?.destroy === undefined) this.#model.objects.unregister(handle);
      else this.#host.spawner.destroy(handle.target);
    } catch (error) {
      this.#code.report(`Loading ${source}`, error);
    }
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
}
