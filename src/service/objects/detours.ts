import { MemberRef, type PropertyRef } from './property-ref.js';

/**
 * The same place by the way on which no inline object comes twice. A path may lead back to an object above itself, where
 * texts have a stub: apps are told where they see the value.
 */
export function withoutDetours(ref: PropertyRef): PropertyRef {
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
