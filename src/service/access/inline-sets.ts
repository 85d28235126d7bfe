import { MemberRef } from '../objects/member-ref.js';
import type { PropertyRef } from '../objects/property-ref.js';
import type { PathResolver } from '../objects/resolve.js';
import { type ChangeOrigin, isEdit } from './origin.js';
import { maxPlaces, type OwnerIndex } from './texts/owner-index.js';

/** A member of an inline object that was set; `told`: where it is told of already. */
interface InlineSet {
  readonly origin: ChangeOrigin;
  readonly told: PropertyRef | undefined;
}

/** Members of inline objects that were set, by whom, and where that is told of already. */
export class InlineSets {
  /** Made when it is needed: each write has one of these, and most set nothing in them. */
  #made: Map<object, Map<string, InlineSet>> | undefined;

  get isEmpty(): boolean {
    return this.#made === undefined || this.#made.size === 0;
  }

  add(target: object, name: string, set: InlineSet): void {
    const present = this.#members.get(target);
    if (present === undefined) this.#members.set(target, new Map([[name, set]]));
    else present.set(name, set);
  }

  addAll(more: InlineSets): void {
    if (more.isEmpty) return;
    for (const [target, members] of more.#members) {
      const present = this.#members.get(target);
      if (present === undefined) this.#members.set(target, members);
      else for (const [name, member] of members) present.set(name, member);
    }
  }

  get #members(): Map<object, Map<string, InlineSet>> {
    this.#made ??= new Map();
    return this.#made;
  }

  /** Tells `note` of them in every object that shows them, and where that is told of already. @returns whether any does */
  tell(
    owners: OwnerIndex,
    resolver: PathResolver,
    note: (ref: PropertyRef, origin: ChangeOrigin, told?: PropertyRef) => void,
  ): boolean {
    let isShown = false;
    const origins = [...this.#members.values()].flatMap((members) => [...members.values()]);
    for (const { handle, member, found } of owners.find(new Set(this.#members.keys()))) {
      if (found.length === 0 || found.length > maxPlaces) {
        isShown = true;
        const set = found.flatMap(({ target }) => [...this.#members.get(target)!.values()]);
        const isTold = ({ told }: InlineSet) =>
          told?.handle === handle && told.root === member && told.isTopLevel;
        if (set.length === 0 || !set.every(isTold))
          note(
            new MemberRef(handle, member),
            (origins.find(({ origin }) => isEdit(origin)) ?? origins[0]!).origin,
          );
        continue;
      }
      for (const { target, class: cls, path } of found) {
        for (const [name, { origin, told }] of this.#members.get(target)!) {
          if (cls.member(name) === undefined) continue;
          isShown = true;
          const at = `${path}/${name}`;
          const isTold = told?.handle === handle && (at === told.path || at.startsWith(`${told.path}/`));
          if (!isTold) note(resolver.property(handle, at), origin, told);
        }
      }
    }
    return isShown;
  }
}
