import { isJsonObject, type JsonObject } from '../../json.js';
import type { Steps } from '../../objects/property-ref.js';
import type { Edit } from '../document/edits.js';
import type { Holder, Place } from './edit-place.js';

/** What is taken out of one entry. */
export class EntryRemovals {
  readonly #removed = new Map<JsonObject, Set<string>>();
  readonly #touched = new Set<JsonObject>();
  readonly #removals: { readonly place: Place }[] = [];

  /** Something is put into an object of the entry: it and what it is in are not empty. */
  touch(holder: Holder | undefined): void {
    for (let each = holder; each !== undefined; each = each.above) this.#touched.add(each.held);
  }

  /** Takes out a member of an object of the entry. */
  add(place: Place): void {
    const { holder, file } = place;
    const removed = this.#removed.get(holder!.held) ?? new Set();
    this.#removed.set(holder!.held, removed.add(String(file.at(-1))));
    this.#removals.push({ place });
  }

  /** Takes out what the entry has at a path from a place on, if anything. */
  addAt(place: Place, [name, ...further]: Steps): void {
    const { held, file, holder, ...rest } = place;
    if (name === undefined) {
      if (held !== undefined && holder !== undefined) this.add(place);
      return;
    }
    if (!isJsonObject(held) || !Object.hasOwn(held, String(name))) return;
    const inner: Place = {
      ...rest,
      held: held[String(name)],
      file: [...file, name],
      holder: { held, file, above: holder },
    };
    this.addAt(inner, further);
  }

  /** What is left empty is taken out too, but for elements of arrays, which have their places. */
  edits(): Edit[] {
    return this.#removals.map(({ place: { file, holder } }) => {
      let path = file;
      for (let each = holder; each?.above !== undefined; each = each.above) {
        const removed = this.#removed.get(each.held)!;
        const isEmpty =
          Object.keys(each.held).every((name) => removed.has(name)) && !this.#touched.has(each.held);
        if (!isEmpty) break;
        path = each.file;
        const outer = this.#removed.get(each.above.held) ?? new Set();
        this.#removed.set(each.above.held, outer.add(String(path.at(-1))));
      }
      return { kind: 'remove', path };
    });
  }
}
