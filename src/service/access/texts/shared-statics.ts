import { isOverridden, type Place } from '../../classes/place.js';
import type { ExposedObjectHandle } from '../../objects/handle.js';
import { MemberRef } from '../../objects/member-ref.js';
import type { PropertyRef } from '../../objects/property-ref.js';
import type { ExposedObjectRegistry } from '../../objects/registry.js';
import type { ClassTable } from '../../types/class-table.js';
import type { ExposedClass } from '../../types/exposed-class.js';
import type { ExposedMember } from '../../types/exposed-member.js';

const none: readonly MemberRef[] = [];

/** Static classes that inherit members: a change in the base class is a change in each derived one. */
export class SharedStatics {
  readonly #objects: ExposedObjectRegistry;
  readonly #classes: ClassTable;
  #statics: readonly ExposedClass[] | undefined;

  constructor(objects: ExposedObjectRegistry, classes: ClassTable) {
    this.#objects = objects;
    this.#classes = classes;
  }

  /** The class table was changed. */
  forget(): void {
    this.#statics = undefined;
  }

  /** The members of other static classes that show what `ref` is in. */
  of({ handle, root }: PropertyRef): Iterable<MemberRef> {
    const { place } = root;
    if (handle.class.kind !== 'static' || place === undefined) return none;
    return this.#others(handle, root, place);
  }

  *#others(handle: ExposedObjectHandle, root: ExposedMember, place: Place): Generator<MemberRef> {
    this.#statics ??= this.#classes.all().filter(({ kind }) => kind === 'static');
    for (const cls of this.#statics) {
      const other = this.#objects.byTarget(cls.definition.constructorFunction);
      const member = cls.member(root.name);
      if (other === undefined || other === handle || member?.place !== place) continue;
      if (!isOverridden(place, other.target)) yield new MemberRef(other, member);
    }
  }
}
