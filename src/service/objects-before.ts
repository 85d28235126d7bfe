import { failed } from './application-code.js';
import { ExposedError } from './exposed-error.js';
import { findPlace, memberAt, parseAddress } from './files/entries/place.js';
import type { Json } from './json.js';
import type { ExposedModel } from './model.js';
import type { ExposedObjectHandle } from './objects/handle.js';
import { MemberRef } from './objects/member-ref.js';
import type { ExposedClass } from './types/exposed-class.js';

/** An edit of a user that is in no file. */
interface UnsavedEdit {
  /** The name of its object in files. */
  readonly source: string;
  readonly member: string;
  readonly value: Json;
}

/** What an object was, by its id. */
interface Known {
  readonly className: string;
  /** Name and parent: what an object's own text shows beside its members. */
  readonly head: string;
  /** The text of each member, by its name. */
  readonly members: ReadonlyMap<string, string>;
}

/** The objects as they were before others take their places: their ids, what apps know of them, unsaved edits. */
export class ObjectsBefore {
  readonly #model: ExposedModel;
  readonly #ids = new Map<string, string[]>();
  readonly #known = new Map<string, Known>();
  readonly #edits: UnsavedEdit[] = [];

  /** @param isWatched somebody is subscribed: without, nobody has to be told and nothing is read */
  constructor(model: ExposedModel, isWatched: boolean) {
    this.#model = model;
    for (const handle of model.objects) {
      const { class: cls, sourceKey, name } = handle;
      const identity = identityOf(cls, sourceKey, name);
      this.#ids.set(identity, [...(this.#ids.get(identity) ?? []), handle.id]);
      if (isWatched) this.#known.set(handle.id, this.#describe(handle));
    }
    for (const { unit, members } of model.dirty.dirtyUnits()) {
      const source = model.objects.fileKey(unit.target);
      for (const { name: member, index } of members) {
        const edited = unit.class.members[index];
        const read = edited?.read(unit.target);
        const value = read === failed ? undefined : edited?.type.persist(read);
        if (source !== undefined && value !== undefined) this.#edits.push({ source, member, value });
      }
    }
  }

  /** Objects that are registered from now on get the ids of those whose places they take. */
  keepIds(): void {
    const { objects } = this.#model;
    objects.keepIds((target, cls, { sourceKey, name }) => {
      const shown = objects.nameOf(target) ?? name ?? sourceKey ?? cls.name;
      return this.#ids.get(identityOf(cls, sourceKey, shown))?.shift();
    });
  }

  /** Ends it, and writes the unsaved edits again, as the user's. @returns those that have no place any more, in words */
  editAgain(): string[] {
    this.#model.objects.keepIds(undefined);
    return this.#edits.flatMap(({ source, member, value }) => {
      try {
        const place = findPlace(this.#model, parseAddress(source));
        if (place === undefined) throw new ExposedError('object-not-found', 'the object is gone');
        this.#model.writer.write(memberAt(this.#model, place, member), value, 'user');
        return [];
      } catch (error) {
        if (!(error instanceof ExposedError)) throw error;
        return [`An unsaved edit of ${source}/${member} has no place any more: ${error.message}`];
      }
    });
  }

  /** Calls `tell` for each member of a kept object whose text differs, and with an empty path where only its head does. */
  reportDifferences(tell: (handle: ExposedObjectHandle, path: string, read: () => string) => void): void {
    const { objects, texts } = this.#model;
    for (const handle of objects) {
      const before = this.#known.get(handle.id);
      if (before === undefined || before.className !== handle.class.name) continue;
      for (const member of handle.class.members) {
        const ref = new MemberRef(handle, member);
        if (before.members.get(member.name) !== texts.propertyMembers(ref))
          tell(handle, member.name, () => texts.propertyMembers(ref));
      }
      if (before.head === this.#headOf(handle)) continue;
      tell(handle, '', () => {
        const value = texts.object(handle, Number.POSITIVE_INFINITY);
        return `"value":${value},"id":"${handle.id}","path":"","changed":true`;
      });
    }
  }

  #describe(handle: ExposedObjectHandle): Known {
    const { members } = handle.class;
    const textOf = (member: (typeof members)[number]) =>
      this.#model.texts.propertyMembers(new MemberRef(handle, member));
    return {
      className: handle.class.name,
      head: this.#headOf(handle),
      members: new Map(members.map((member) => [member.name, textOf(member)])),
    };
  }

  #headOf(handle: ExposedObjectHandle): string {
    return JSON.stringify([
      handle.name,
      this.#model.texts.parentOf(handle)?.id,
      handle.class.definition.icon,
    ]);
  }
}

function identityOf(cls: ExposedClass, sourceKey: string | undefined, name: string): string {
  return JSON.stringify([cls.name, sourceKey ?? null, sourceKey === undefined ? name : null]);
}
