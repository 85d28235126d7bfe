import type { Json } from '../json.js';
import type { ExposedModel } from '../model.js';
import type { PropertyRef, Steps } from '../objects/property-ref.js';
import { isAtOrAbove, mentions } from '../state/marks.js';
import { itemsOf } from '../types/graph/kinds.js';
import type { Entry } from './entry.js';
import { memberAt } from './place.js';
import type { Waiting } from './waiting.js';

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
  readonly waiting: Waiting;
  readonly inside: readonly unknown[];
}

/**
 * Of several entries of one object each is applied over those before it. What waits in one of these, and stands where a
 * later one has said something, must not come over that when it can be given at last.
 */
export class Precedence {
  readonly #model: ExposedModel;
  readonly #held: readonly Held[];

  /** @param earlier entries of an object, before another one of it is applied */
  constructor(model: ExposedModel, earlier: readonly Entry[]) {
    this.#model = model;
    this.#held = earlier.flatMap((entry) =>
      entry.waiting.all.map((waiting) => ({ entry, waiting, inside: this.#above(entry, waiting) })),
    );
  }

  /** Ends what waits where the entry that was applied says something. @returns the places, by entry */
  end(later: Entry, said: readonly SaidMember[]): (readonly [Entry, Steps])[] {
    return this.#held.flatMap(({ entry, waiting, inside }) => {
      const by = said.find(({ ref }) => isAtOrAbove(ref.unitPath, waiting.place));
      if (by === undefined || !isTaken(waiting, later, by)) return [];
      const { ref, json } = by;
      const isSaid = waiting.isLeftOut || mentions(json, waiting.place.slice(ref.unitPath.length), true);
      const now = isSaid ? inside : this.#above(entry, waiting);
      if (!isSaid && inside.every((each, i) => each === now[i])) return [];
      entry.waiting.remove(waiting);
      return [[entry, waiting.place]];
    });
  }

  /** The objects that a place is in. An array is told by its elements. */
  #above(entry: Entry, { place }: Waiting): unknown[] {
    return place.slice(1).map((_, i) => {
      const value = this.#valueAt(entry, place.slice(0, i + 1));
      return itemsOf(value) === undefined ? value : undefined;
    });
  }

  #valueAt({ place }: Entry, path: Steps): unknown {
    try {
      return place && memberAt(this.#model, place, path.join('/')).get();
    } catch {
      return undefined;
    }
  }
}

/** What the later entry has for the place as a whole may wait as well, or mean nothing. */
function isTaken({ place }: Waiting, { waiting }: Entry, { ignored }: SaidMember): boolean {
  // An array is as the entry says, also where an element of it waits.
  const isLeft = (path: Steps) => typeof path.at(-1) !== 'number' && isAtOrAbove(path, place);
  return !ignored.some(isLeft) && !waiting.all.some((each) => isLeft(each.place));
}
