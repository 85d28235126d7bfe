import { AssetType } from '../../types/asset.js';
import { CompositeType } from '../../types/composite.js';
import { isArray, isLeaf, isNullable } from '../../types/graph/kinds.js';
import type { Type } from '../../types/type.js';

/** Whether what a file says of a value means the same whatever objects and assets there are. */
export function isSelfContained(type: Type): boolean {
  if (isLeaf(type)) return !(type instanceof AssetType);
  if (isNullable(type)) return isSelfContained(type.inner);
  if (isArray(type)) return isSelfContained(type.element);
  // Other classes may stand in the place of a class, and references lead anywhere.
  const members = type instanceof CompositeType && !type.isReference ? type.class : undefined;
  return members?.definition.kind === 'struct' && members.members.every(isPlain);
}

function isPlain({ type }: { readonly type: Type }): boolean {
  return isLeaf(type) && !(type instanceof AssetType);
}
