import { failed } from '../common/application-code.js';
import { ExposedError } from '../common/exposed-error.js';
import { reachedObjects } from '../types/graph/inline-objects.js';
import { MemberRef } from './member-ref.js';
import type { PropertyRef } from './property-ref.js';

/**
 * Returns the same property by the path on which no inline object occurs twice. A path may lead back to an object that
 * contains it, for which JSON has a stub. Clients receive the path at which they see the value.
 */
export function canonicalPath(ref: PropertyRef): PropertyRef {
  if (ref.outer === undefined) return ref;
  const chain: PropertyRef[] = [];
  for (let each: PropertyRef | undefined = ref; each !== undefined; each = each.outer) chain.push(each);
  /** The first path of each object in the chain. */
  const firstPaths = new Map<object, PropertyRef | undefined>([[ref.handle.target, undefined]]);
  let canonical: PropertyRef | undefined;
  let isShorter = false;
  for (const each of chain.reverse()) {
    const inline = each instanceof MemberRef ? each.inlineObject : undefined;
    if (inline !== undefined && firstPaths.has(inline)) {
      canonical = firstPaths.get(inline);
      isShorter = true;
    } else if (inline !== undefined) firstPaths.set(inline, canonical);
    canonical = isShorter ? each.within(canonical) : each;
  }
  return canonical!;
}

/**
 * Returns the innermost enclosing property whose JSON is the same alone and inside its object. A value that leads back
 * to an inline object containing it has a stub there, but alone it would contain that object once more.
 */
export function selfContainedPath(ref: PropertyRef): PropertyRef {
  for (let current = ref; ; ) {
    const outermost = outermostCycle(current);
    if (outermost === undefined) return current;
    current = outermost;
  }
}

/** True if `selfContainedPath` must examine the value. */
export function mayBeCyclic(ref: PropertyRef): boolean {
  return ref.outer !== undefined && ref.type.kind !== 'leaf' && ownersOnPath(ref).size > 0;
}

/** Returns the outermost inline object on the path that the value leads to; undefined if there is none. */
function outermostCycle(ref: PropertyRef): PropertyRef | undefined {
  if (ref.outer === undefined || ref.type.kind === 'leaf') return undefined;
  const owners = ownersOnPath(ref);
  const value = owners.size === 0 ? failed : tryGet(ref);
  if (value === failed) return undefined;
  const reachable = reachedObjects(ref.type, value, new Set(owners.keys()));
  for (const [owner, property] of owners) if (reachable.has(owner)) return property;
  return undefined;
}

/** Returns the inline objects on a path with their properties, outermost first. */
function ownersOnPath(ref: PropertyRef): ReadonlyMap<object, PropertyRef> {
  const owners: [object, PropertyRef][] = [];
  for (let each: PropertyRef | undefined = ref; each?.outer !== undefined; each = each.outer)
    if (each instanceof MemberRef && each.inlineObject !== undefined)
      owners.push([each.inlineObject, each.outer]);
  return new Map(owners.reverse());
}

function tryGet(ref: PropertyRef): unknown {
  try {
    return ref.get();
  } catch (error) {
    if (error instanceof ExposedError) return failed;
    throw error;
  }
}
