import type { Json } from '../../json.js';
import type { ExposedModel } from '../../model.js';
import type { PropertyRef, Steps } from '../../objects/property-ref.js';
import { isAnyAtOrAbove, isAtOrAbove, Mentions, placeKey } from '../../state/marks.js';
import { itemsOf } from '../../types/graph/kinds.js';
import type { PendingReference } from '../pending/pending-references.js';
import type { Entry } from './entry.js';
import { memberAt } from './place.js';

/** A member that an entry has set. */
export interface SaidMember {
  readonly ref: PropertyRef;
  readonly json: Json;
  /** Places of it that were left as they are, since what stands there is no value of theirs. */
  readonly ignored: readonly Steps[];
}

/** What waits in one entry, and the objects that it is to go into. */
interface Held {
  readonly entry: Entry;
  readonly waiting: PendingReference;
  readonly inside: readonly unknown[];
}

/**
 * Of several entries of one object each is applied over those before it. What waits in one of these, and stands where a
 * later one has said something, must not come over that when it can be given at last.
 */
export class EntryOrder {
  readonly #model: ExposedModel;
  readonly #held: readonly Held[];

  /** @param earlier entries of an object, before another one of it is applied */
  constructor(model: ExposedModel, earlier: readonly Entry[]) {
    this.#model = model;
    this.#held = earlier.flatMap((entry) => {
      const values: Values = new Map();
      return entry.waiting.all.map((waiting) => ({
        entry,
        waiting,
        inside: this.#above(entry, waiting, values),
      }));
    });
  }

  /** Ends what waits where the entry that was applied says something. @returns the places, by entry */
  end(later: Entry, said: readonly SaidMember[]): (readonly [Entry, Steps])[] {
    const left = leftBy(later, said);
    const values: Values = new Map();
    const members = said.map(({ ref, json }) => ({
      path: ref.unitPath,
      mentions: new Mentions(json, true),
    }));
    return this.#held.flatMap(({ entry, waiting, inside }) => {
      const by = members.find(({ path }) => isAtOrAbove(path, waiting.place));
      if (by === undefined || isAnyAtOrAbove(left, waiting.place)) return [];
      const isSaid = waiting.isLeftOut || by.mentions.has(waiting.place.slice(by.path.length));
      const now = isSaid ? inside : this.#above(entry, waiting, values);
      if (!isSaid && inside.every((each, i) => each === now[i])) return [];
      entry.waiting.remove(waiting);
      return [[entry, waiting.place]];
    });
  }

  /** The objects that a place is in. An array is told by its elements. */
  #above(entry: Entry, { place }: PendingReference, values: Values): unknown[] {
    return place.slice(1).map((_, i) => {
      const value = this.#valueAt(entry, place.slice(0, i + 1), values);
      return itemsOf(value) === undefined ? value : undefined;
    });
  }

  /** Of a list of very many elements in which very much waits the list itself is asked for once. */
  #valueAt(entry: Entry, path: Steps, values: Values): unknown {
    const key = placeKey(path);
    if (!values.has(key)) {
      const step = path.at(-1)!;
      const items = typeof step === 'number' && itemsOf(this.#valueAt(entry, path.slice(0, -1), values));
      values.set(key, items ? items[step as number] : this.#read(entry, path));
    }
    return values.get(key);
  }

  #read({ place }: Entry, path: Steps): unknown {
    try {
      return place && memberAt(this.#model, place, path.join('/')).get();
    } catch {
      return undefined;
    }
  }
}

/** What is there at places of an object at one time, by their keys. */
type Values = Map<string, unknown>;

/** The places of what a later entry has said that it leaves, since they wait as well, or mean nothing. */
function leftBy({ waiting }: Entry, said: readonly SaidMember[]): ReadonlySet<string> {
  const left = [...said.flatMap(({ ignored }) => ignored), ...waiting.all.map(({ place }) => place)];
  // An array is as the entry says, also where an element of it waits.
  return new Set(left.filter((path) => typeof path.at(-1) !== 'number').map(placeKey));
}
