import { MemberRef } from '../../objects/member-ref.js';
import type { PathResolver } from '../../objects/path-resolver.js';
import type { PropertyRef } from '../../objects/property-ref.js';
import { type ContainerIndex, maxReportedPaths } from './container-index.js';

/**
 * Returns the aliases of a property of an unregistered engine object: its wrapper contains it,
 * and every object that refers to it inline.
 */
export function aliasesOf(
  ref: PropertyRef,
  owners: ContainerIndex,
  resolver: PathResolver,
): Iterable<PropertyRef> {
  return ref.owner.member.isOwned && ref.isShared ? findAliases(ref, owners, resolver) : [];
}

function* findAliases(
  ref: PropertyRef,
  owners: ContainerIndex,
  resolver: PathResolver,
): Generator<PropertyRef> {
  const { handle, owner, root } = ref;
  for (const { handle: other, member, found } of owners.ofEngineObject(owner.target)) {
    if (found.length === 0 || found.length > maxReportedPaths) {
      const isReported = other === handle && member === root && ref.isTopLevel;
      if (!isReported) yield new MemberRef(other, member);
      continue;
    }
    for (const { path } of found) {
      const at = [path, ...ref.ownerPath].join('/');
      if (other !== handle || at !== ref.path) yield resolver.property(other, at);
    }
  }
}
