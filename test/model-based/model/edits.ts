import type { CapturedMembers } from './captured.js';
import type { Capturer } from './capturer.js';
import { type JsonObject, sameJson } from './json.js';
import { isPersistable } from './persistable.js';
import type { Registered, Registry } from './registry.js';
import type { Schema } from './schema.js';

/** All saved and all shown values at some moment. */
export type Before = ReadonlyMap<Registered, { readonly saved: CapturedMembers; readonly shown: JsonObject }>;

/** The edits by remote apps, found by comparing all objects before and after. */
export class Edits {
  readonly #schema: Schema;
  readonly #registry: Registry;
  readonly #capturer: Capturer;

  constructor(schema: Schema, registry: Registry, capturer: Capturer) {
    this.#schema = schema;
    this.#registry = registry;
    this.#capturer = capturer;
  }

  present(): Before {
    return new Map(
      this.#registry.all.map((object) => [
        object,
        { saved: this.#saved(object), shown: this.#capturer.shown(object) },
      ]),
    );
  }

  /** Marks differences from `before` as edited. */
  note(before: Before): void {
    for (const [object, { saved: members }] of before) {
      for (const name of this.#differences(object, members)) object.edited.add(name);
    }
    for (const object of this.#registry.all) {
      // A part that is not saved also counts, so a save may be offered unnecessarily.
      const shown = before.get(object)?.shown ?? {};
      const shownNow = this.#capturer.shown(object);
      for (const name of Object.keys(shown)) {
        if (!sameJson(shown[name], shownNow[name])) object.doubtful.add(name);
      }
      for (const name of this.#schema.setByCode) object.doubtful.add(name);
      for (const name of object.edited) object.doubtful.delete(name);
    }
  }

  /** wire.md does not define whether a write of the current value is an edit. */
  noteEqual(object: Registered, names: readonly string[]): void {
    for (const name of names) if (!object.edited.has(name)) object.doubtful.add(name);
  }

  dirtyMembers(object: Registered): string[] {
    return this.#differences(object, object.baseline)
      .filter((name) => object.edited.has(name))
      .sort();
  }

  markClean(object: Registered): void {
    object.baseline = this.#saved(object);
    object.edited.clear();
    object.doubtful.clear();
  }

  /** Sets the first baseline: the initial values of an object. */
  begin(object: Registered): void {
    object.baseline = this.#saved(object);
  }

  #saved({ target, class: cls }: Registered): CapturedMembers {
    return this.#capturer.members(target, cls, isPersistable);
  }

  #differences({ target, class: cls }: Registered, members: CapturedMembers): string[] {
    return cls.members
      .filter(({ name }) => name in members)
      .filter((member) => !this.#capturer.isSavedSame(target, member, members[member.name]!))
      .map(({ name }) => name);
  }
}
