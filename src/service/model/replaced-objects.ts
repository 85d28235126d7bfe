import { failed } from '../common/application-code.js';
import { ExposedError } from '../common/exposed-error.js';
import type { Json } from '../common/json.js';
import { findObject, memberAt, parseAddress } from '../files/entries/bound-object.js';
import type { ExposedObjectHandle } from '../objects/handle.js';
import { MemberRef } from '../objects/member-ref.js';
import type { ExposedClass } from '../types/exposed-class.js';
import type { ExposedModel } from './model.js';

/** A user's edit that is not saved in a file. */
interface UnsavedEdit {
  /** The source key of its object in files. */
  readonly source: string;
  readonly member: string;
  readonly value: Json;
}

/** The previous state of an object. */
interface PreviousState {
  readonly className: string;
  /** Name, parent and icon, which the object's text contains in addition to its members. */
  readonly head: string;
  /** The text of each member by name. */
  readonly members: ReadonlyMap<string, string>;
}

/**
 * Records ids, texts and unsaved edits of objects before others replace them, and applies ids and edits to the new
 * objects.
 */
export class ReplacedObjects {
  readonly #model: ExposedModel;
  readonly #ids = new Map<string, string[]>();
  readonly #previousStates = new Map<string, PreviousState>();
  readonly #edits: UnsavedEdit[] = [];

  /** @param isWatched true if there are subscribers; otherwise no texts are read */
  constructor(model: ExposedModel, isWatched: boolean) {
    this.#model = model;
    for (const handle of model.objects) {
      const { class: cls, sourceKey, name } = handle;
      const identity = identityOf(cls, sourceKey, name);
      this.#ids.set(identity, [...(this.#ids.get(identity) ?? []), handle.id]);
      if (isWatched) this.#previousStates.set(handle.id, this.#describe(handle));
    }
    for (const { owner, members } of model.dirty.dirtyObjects()) {
      const source = model.objects.fileKey(owner.target);
      for (const { name: member, index } of members) {
        const edited = owner.class.members[index];
        const read = edited?.read(owner.target);
        const value = read === failed ? undefined : edited?.type.persist(read);
        if (source !== undefined && value !== undefined) this.#edits.push({ source, member, value });
      }
    }
  }

  /** Gives objects registered from now on the ids of the objects they replace. */
  keepIds(): void {
    const { objects } = this.#model;
    objects.keepIds((target, cls, { sourceKey, name }) => {
      const shown = objects.nameOf(target) ?? name ?? sourceKey ?? cls.name;
      return this.#ids.get(identityOf(cls, sourceKey, shown))?.shift();
    });
  }

  /**
   * Stops keeping ids and writes the unsaved edits again, as the user's.
   * @returns messages about edits whose property no longer exists
   */
  editAgain(): string[] {
    this.#model.objects.keepIds(undefined);
    return this.#edits.flatMap(({ source, member, value }) => {
      try {
        const found = findObject(this.#model, parseAddress(source));
        if (found === undefined) throw new ExposedError('object-not-found', 'the object is gone');
        this.#model.writer.write(memberAt(this.#model, found, member), value, 'user');
        return [];
      } catch (error) {
        if (!(error instanceof ExposedError)) throw error;
        return [`An unsaved edit of ${source}/${member} has no place any more: ${error.message}`];
      }
    });
  }

  /** Calls `report` for each member of a kept object whose text differs; the path is empty if only its head differs. */
  reportDifferences(report: (handle: ExposedObjectHandle, path: string, read: () => string) => void): void {
    const { objects, texts } = this.#model;
    for (const handle of objects) {
      const before = this.#previousStates.get(handle.id);
      if (before === undefined || before.className !== handle.class.name) continue;
      for (const member of handle.class.members) {
        const ref = new MemberRef(handle, member);
        if (before.members.get(member.name) !== texts.propertyMembers(ref))
          report(handle, member.name, () => texts.propertyMembers(ref));
      }
      if (before.head === this.#headOf(handle)) continue;
      report(handle, '', () => {
        const value = texts.object(handle, Number.POSITIVE_INFINITY);
        return `"value":${value},"id":"${handle.id}","path":"","changed":true`;
      });
    }
  }

  #describe(handle: ExposedObjectHandle): PreviousState {
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
