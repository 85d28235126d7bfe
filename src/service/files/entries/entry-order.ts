import type { Json } from '../../common/json.js';
import type { ExposedModel } from '../../model/model.js';
import type { PathSegments, PropertyRef } from '../../objects/property-ref.js';
import { isAnyAtOrAbove, isAtOrAbove, Mentions, pathKey } from '../../state/marks.js';
import { itemsOf } from '../../types/graph/kinds.js';
import type { PendingReference } from '../pending/pending-references.js';
import type { ValueProblems } from '../pending/value-problems.js';
import { memberAt } from './bound-object.js';
import type { Entry } from './entry.js';

/** A member that an entry has set. */
export interface AppliedMember {
  readonly ref: PropertyRef;
  readonly json: Json;
  /** Values that stayed unchanged because their JSON is invalid. */
  readonly ignored: ValueProblems['allIgnored'];
}

/** A pending reference and the objects that contain its path. */
interface EnclosedReference {
  readonly entry: Entry;
  readonly reference: PendingReference;
  readonly containers: readonly unknown[];
}

/**
 * Cancels pending references of earlier entries at paths that a later entry of the object sets,
 * so that they do not overwrite it when they resolve.
 */
export class EntryOrder {
  readonly #model: ExposedModel;
  readonly #references: readonly EnclosedReference[];

  /** @param earlier entries of an object, before another one is applied */
  constructor(model: ExposedModel, earlier: readonly Entry[]) {
    this.#model = model;
    this.#references = earlier.flatMap((entry) => {
      const values: Values = new Map();
      return entry.pending.all.map((reference) => ({
        entry,
        reference,
        containers: this.#containersOf(entry, reference, values),
      }));
    });
  }

  /** Cancels the references that an applied entry overrides. @returns their paths, by entry */
  cancelOverridden(later: Entry, members: readonly AppliedMember[]): (readonly [Entry, PathSegments])[] {
    const unset = unsetPaths(later, members);
    const values: Values = new Map();
    const overriding = members.map(({ ref, json }) => ({
      path: ref.ownerPath,
      mentions: new Mentions(json, true),
    }));
    return this.#references.flatMap(({ entry, reference, containers }) => {
      const by = overriding.find(({ path }) => isAtOrAbove(path, reference.objectPath));
      if (by === undefined || isAnyAtOrAbove(unset, reference.objectPath)) return [];
      const isSet = reference.isLeftOut || by.mentions.has(reference.objectPath.slice(by.path.length));
      const now = isSet ? containers : this.#containersOf(entry, reference, values);
      if (!isSet && containers.every((each, i) => each === now[i])) return [];
      entry.pending.remove(reference);
      return [[entry, reference.objectPath]];
    });
  }

  /** Returns the objects that contain a path; undefined in place of arrays, whose elements are compared. */
  #containersOf(entry: Entry, { objectPath }: PendingReference, values: Values): unknown[] {
    return objectPath.slice(1).map((_, i) => {
      const value = this.#valueAt(entry, objectPath.slice(0, i + 1), values);
      return itemsOf(value) === undefined ? value : undefined;
    });
  }

  /** Caches lists, so that a getter of a large list is called once. */
  #valueAt(entry: Entry, path: PathSegments, values: Values): unknown {
    const key = pathKey(path);
    if (!values.has(key)) {
      const step = path.at(-1)!;
      const items = typeof step === 'number' && itemsOf(this.#valueAt(entry, path.slice(0, -1), values));
      values.set(key, items ? items[step as number] : this.#read(entry, path));
    }
    return values.get(key);
  }

  #read({ object }: Entry, path: PathSegments): unknown {
    try {
      return object && memberAt(this.#model, object, path.join('/')).get();
    } catch {
      return undefined;
    }
  }
}

/** Values of an object by path key. */
type Values = Map<string, unknown>;

/** Returns the keys of paths that a later entry does not set, since they are pending as well or invalid. */
function unsetPaths({ pending }: Entry, members: readonly AppliedMember[]): ReadonlySet<string> {
  const paths = [
    ...members.flatMap(({ ignored }) => ignored.map(({ objectPath }) => objectPath)),
    ...pending.all.map(({ objectPath }) => objectPath),
  ];
  // An array counts as set even if an element of it is pending.
  return new Set(paths.filter((path) => typeof path.at(-1) !== 'number').map(pathKey));
}
