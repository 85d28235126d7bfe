import { MemberRef } from '../objects/member-ref.js';
import type { PathResolver } from '../objects/path-resolver.js';
import type { PropertyRef } from '../objects/property-ref.js';
import { type ChangeOrigin, isEdit } from './origin.js';
import { type ContainerIndex, maxReportedPaths } from './texts/container-index.js';

/** A member of an inline object that was set; `reported` is the property that was already reported for it. */
interface InlineSet {
  readonly origin: ChangeOrigin;
  readonly reported: PropertyRef | undefined;
}

/** The members of inline objects that a transaction has set. Used by `Changes`. */
export class InlineSets {
  /** Created on demand, since most writes set no inline object. */
  #all: Map<object, Map<string, InlineSet>> | undefined;

  get isEmpty(): boolean {
    return this.#all === undefined || this.#all.size === 0;
  }

  add(target: object, name: string, set: InlineSet): void {
    const present = this.#members.get(target);
    if (present === undefined) this.#members.set(target, new Map([[name, set]]));
    else present.set(name, set);
  }

  addAll(other: InlineSets): void {
    if (other.isEmpty) return;
    for (const [target, members] of other.#members) {
      const present = this.#members.get(target);
      if (present === undefined) this.#members.set(target, members);
      else for (const [name, member] of members) present.set(name, member);
    }
  }

  get #members(): Map<object, Map<string, InlineSet>> {
    this.#all ??= new Map();
    return this.#all;
  }

  /**
   * Calls `note` for each owner of the inline objects, unless it has been reported. @returns true if there is an
   * owner
   */
  report(
    owners: ContainerIndex,
    resolver: PathResolver,
    note: (ref: PropertyRef, origin: ChangeOrigin, reported?: PropertyRef) => void,
  ): boolean {
    let isShown = false;
    const origins = [...this.#members.values()].flatMap((members) => [...members.values()]);
    for (const { handle, member, found } of owners.find(new Set(this.#members.keys()))) {
      if (found.length === 0 || found.length > maxReportedPaths) {
        isShown = true;
        const set = found.flatMap(({ target }) => [...this.#members.get(target)!.values()]);
        const isReported = ({ reported }: InlineSet) =>
          reported?.handle === handle && reported.root === member && reported.isTopLevel;
        if (set.length === 0 || !set.every(isReported))
          note(
            new MemberRef(handle, member),
            (origins.find(({ origin }) => isEdit(origin)) ?? origins[0]!).origin,
          );
        continue;
      }
      for (const { target, class: cls, path } of found) {
        for (const [name, { origin, reported }] of this.#members.get(target)!) {
          if (cls.member(name) === undefined) continue;
          isShown = true;
          const at = `${path}/${name}`;
          const isReported =
            reported?.handle === handle && (at === reported.path || at.startsWith(`${reported.path}/`));
          if (!isReported) note(resolver.property(handle, at), origin, reported);
        }
      }
    }
    return isShown;
  }
}
