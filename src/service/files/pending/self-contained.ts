import { AssetType } from '../../types/asset.js';
import { CompositeType } from '../../types/composite.js';
import { isArray, isLeaf, isNullable } from '../../types/graph/kinds.js';
import type { Type } from '../../types/type.js';

/** True if a file value can be read without resolving any object or asset. */
export function isSelfContained(type: Type): boolean {
  if (isLeaf(type)) return !(type instanceof AssetType);
  if (isNullable(type)) return isSelfContained(type.inner);
  if (isArray(type)) return isSelfContained(type.element);
  // A subclass may replace a class, and references may lead to any object.
  const members = type instanceof CompositeType && !type.isReference ? type.class : undefined;
  return members?.definition.kind === 'struct' && members.members.every(hasPlainType);
}

function hasPlainType({ type }: { readonly type: Type }): boolean {
  return isLeaf(type) && !(type instanceof AssetType);
}
