import { MemberRef } from '../../objects/member-ref.js';
import type { PropertyRef } from '../../objects/property-ref.js';
import type { PathResolver } from '../../objects/resolve.js';
import { maxPlaces, type OwnerIndex } from './owner-index.js';

/**
 * The other places where a property is shown, of an engine object that is not registered: its wrapper shows it, and whoever
 * refers to it, inline.
 */
export function aliasesOf(
  ref: PropertyRef,
  owners: OwnerIndex,
  resolver: PathResolver,
): Iterable<PropertyRef> {
  return ref.unit.member.isOwned && ref.isShared ? places(ref, owners, resolver) : [];
}

function* places(ref: PropertyRef, owners: OwnerIndex, resolver: PathResolver): Generator<PropertyRef> {
  const { handle, unit, root } = ref;
  for (const { handle: other, member, found } of owners.ofEngineObject(unit.target)) {
    if (found.length === 0 || found.length > maxPlaces) {
      const isTold = other === handle && member === root && ref.isTopLevel;
      if (!isTold) yield new MemberRef(other, member);
      continue;
    }
    for (const { path } of found) {
      const at = [path, ...ref.unitPath].join('/');
      if (other !== handle || at !== ref.path) yield resolver.property(other, at);
    }
  }
}
