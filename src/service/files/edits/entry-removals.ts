import { isJsonObject, type JsonObject } from '../../common/json.js';
import type { PathSegments } from '../../objects/property-ref.js';
import type { Edit } from '../document/text-edits.js';
import type { EntryValue, JsonContainer } from './entry-value.js';

/** A member of an object of an entry. */
export type Removable = Pick<EntryValue, 'container' | 'entryPath'>;

/** The members that are removed from one entry. */
export class EntryRemovals {
  readonly #removed = new Map<JsonObject, Set<string>>();
  readonly #touched = new Set<JsonObject>();
  readonly #removals: Removable[] = [];

  /** Notes that something is written into an object, so that it and its containers are not empty. */
  touch(holder: JsonContainer | undefined): void {
    for (let each = holder; each !== undefined; each = each.outer) this.#touched.add(each.held);
  }

  /** Removes a member of an object of the entry. */
  add(value: Removable): void {
    const { container, entryPath } = value;
    const removed = this.#removed.get(container!.held) ?? new Set();
    this.#removed.set(container!.held, removed.add(String(entryPath.at(-1))));
    this.#removals.push(value);
  }

  /** Removes the JSON at a path relative to a value, if there is any. */
  addAt(value: EntryValue, [name, ...further]: PathSegments): void {
    const { held, entryPath, container, ...rest } = value;
    if (name === undefined) {
      if (held !== undefined && container !== undefined) this.add(value);
      return;
    }
    if (!isJsonObject(held) || !Object.hasOwn(held, String(name))) return;
    const inner: EntryValue = {
      ...rest,
      held: held[String(name)],
      entryPath: [...entryPath, name],
      container: { held, entryPath, outer: container },
    };
    this.addAt(inner, further);
  }

  /** Returns the removals; also removes objects that become empty, except elements of arrays. */
  edits(): Edit[] {
    return this.#removals.map(({ entryPath, container }) => {
      let path = entryPath;
      for (let each = container; each?.outer !== undefined; each = each.outer) {
        const removed = this.#removed.get(each.held)!;
        const isEmpty =
          Object.keys(each.held).every((name) => removed.has(name)) && !this.#touched.has(each.held);
        if (!isEmpty) break;
        path = each.entryPath;
        const outer = this.#removed.get(each.outer.held) ?? new Set();
        this.#removed.set(each.outer.held, outer.add(String(path.at(-1))));
      }
      return { kind: 'remove', path };
    });
  }
}
