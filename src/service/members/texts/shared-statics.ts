import { type DeclarationSite, isOverridden } from '../../classes/declaration-site.js';
import type { ExposedObjectHandle } from '../../objects/handle.js';
import { MemberRef } from '../../objects/member-ref.js';
import type { ExposedObjectRegistry } from '../../objects/object-registry.js';
import type { PropertyRef } from '../../objects/property-ref.js';
import type { ClassTable } from '../../types/class-table.js';
import type { ExposedClass } from '../../types/exposed-class.js';
import type { ExposedMember } from '../../types/exposed-member.js';

const none: readonly MemberRef[] = [];

/** Finds static classes that inherit a static member: a change in the base class changes each of them. */
export class SharedStatics {
  readonly #objects: ExposedObjectRegistry;
  readonly #classes: ClassTable;
  #statics: readonly ExposedClass[] | undefined;

  constructor(objects: ExposedObjectRegistry, classes: ClassTable) {
    this.#objects = objects;
    this.#classes = classes;
  }

  /** Clears the cache after a change of the class table. */
  forget(): void {
    this.#statics = undefined;
  }

  /** Returns the same member in other static classes. */
  of({ handle, root }: PropertyRef): Iterable<MemberRef> {
    const { site } = root;
    if (handle.class.kind !== 'static' || site === undefined) return none;
    return this.#inheritors(handle, root, site);
  }

  *#inheritors(
    handle: ExposedObjectHandle,
    root: ExposedMember,
    site: DeclarationSite,
  ): Generator<MemberRef> {
    this.#statics ??= this.#classes.all().filter(({ kind }) => kind === 'static');
    for (const cls of this.#statics) {
      const other = this.#objects.byTarget(cls.definition.constructorFunction);
      const member = cls.member(root.name);
      if (other === undefined || other === handle || member?.site !== site) continue;
      if (!isOverridden(site, other.target)) yield new MemberRef(other, member);
    }
  }
}
