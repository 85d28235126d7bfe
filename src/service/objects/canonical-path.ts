import { failed } from '../application-code.js';
import { ExposedError } from '../exposed-error.js';
import { reachedObjects } from '../types/graph/inline-objects.js';
import { MemberRef } from './member-ref.js';
import type { PropertyRef } from './property-ref.js';

/**
 * The same place by the way on which no inline object comes twice. A path may lead back to an object above itself, where
 * texts have a stub: apps are told where they see the value.
 */
export function canonicalPath(ref: PropertyRef): PropertyRef {
  if (ref.outer === undefined) return ref;
  const way: PropertyRef[] = [];
  for (let each: PropertyRef | undefined = ref; each !== undefined; each = each.outer) way.push(each);
  /** Where each object on the way stands first. */
  const firsts = new Map<object, PropertyRef | undefined>([[ref.handle.target, undefined]]);
  let place: PropertyRef | undefined;
  let isShorter = false;
  for (const each of way.reverse()) {
    const holder = each instanceof MemberRef ? each.holder : undefined;
    if (holder !== undefined && firsts.has(holder)) {
      place = firsts.get(holder);
      isShorter = true;
    } else if (holder !== undefined) firsts.set(holder, place);
    place = isShorter ? each.within(place) : each;
  }
  return place!;
}

/**
 * The innermost place around this one that is shown alone as it is shown in its object. Where a value leads back to an
 * inline object that it lies in, the object has a stub there, and the value alone would show that object once more: apps
 * that put it in its place would know more than a read of the object gives.
 */
export function shownAlike(ref: PropertyRef): PropertyRef {
  for (let place = ref; ; ) {
    const outermost = outermostReached(place);
    if (outermost === undefined) return place;
    place = outermost;
  }
}

/** True where `shownAlike` has to look at the value. */
export function mayLeadBack(ref: PropertyRef): boolean {
  return ref.outer !== undefined && ref.type.kind !== 'leaf' && placesOfHolders(ref).size > 0;
}

/** The place of the outermost inline object on the way to `ref` that its value leads to; undefined when there is none. */
function outermostReached(ref: PropertyRef): PropertyRef | undefined {
  if (ref.outer === undefined || ref.type.kind === 'leaf') return undefined;
  const holders = placesOfHolders(ref);
  const value = holders.size === 0 ? failed : presentOf(ref);
  if (value === failed) return undefined;
  const reached = reachedObjects(ref.type, value, new Set(holders.keys()));
  for (const [holder, place] of holders) if (reached.has(holder)) return place;
  return undefined;
}

/** The inline objects on the way to a place, the outermost first, each with its own. */
function placesOfHolders(ref: PropertyRef): ReadonlyMap<object, PropertyRef> {
  const places: [object, PropertyRef][] = [];
  for (let each: PropertyRef | undefined = ref; each?.outer !== undefined; each = each.outer)
    if (each instanceof MemberRef && each.holder !== undefined) places.push([each.holder, each.outer]);
  return new Map(places.reverse());
}

function presentOf(ref: PropertyRef): unknown {
  try {
    return ref.get();
  } catch (error) {
    if (error instanceof ExposedError) return failed;
    throw error;
  }
}
