import type { Json } from '../json.js';
import type { ExposedObjectHandle } from '../objects/handle.js';
import type { PropertyRef } from '../objects/property-ref.js';
import { toTheEnd } from '../to-the-end.js';
import { itemsOf } from '../types/graph/kinds.js';
import { plainType } from '../types/nullable.js';
import type { ObjectTexts } from './object-text.js';
import type { Rearranged } from './rearranged.js';
import { WritePlan } from './write-plan.js';
import type { Converted, Writer } from './writer.js';

/*
 * What a long body asks for is converted, and its answer made, in slices between which others have their turns (LIM-5); it is set in
 * one, since a write is all or nothing.
 */

interface Parts {
  readonly writer: Writer;
  readonly texts: ObjectTexts;
}

/** What objects began with; the captures of a unit, by member. */
interface CapturedDefaults {
  of(unit: PropertyRef['unit']): readonly unknown[] | undefined;
}

/** What of a body may be written to a place, in slices; it hangs on what is there. */
export type Permit<Place> = (place: Place, json: Json) => Generator<void, Json>;

/** @returns undefined where it is to be asked at once: what was not permitted when the body came may be so by now */
function* permitted<Place>(
  permit: Permit<Place> | undefined,
  place: Place,
  json: Json,
  isUntouched: () => boolean,
): Generator<void, Json | undefined> {
  if (permit === undefined) return json;
  try {
    return yield* permit(place, json);
  } catch (error) {
    if (isUntouched()) throw error;
    return undefined;
  }
}

/**
 * Writes a property, whose text is made, too, where it is kept.
 * @param find the place, at the beginning and when it is set; throws where it may not be written
 */
export function* writeInSlices(
  { writer, texts }: Parts,
  find: () => PropertyRef,
  json: Json,
  permit?: Permit<PropertyRef>,
): Generator<void, PropertyRef> {
  const before = find();
  return yield* texts.watching([before], function* (isUntouched) {
    const isAsBefore = () => isUntouched(before);
    const given = yield* permitted(permit, before, json, isAsBefore);
    const converted =
      given === undefined ? undefined : yield* writer.convertInSlices(before, given, isAsBefore);
    const text = converted && (yield* texts.foreseenInSlices(before, converted.value, converted.plan));
    const present = find();
    const isStill = isUntouched(before);
    const allowed = permit === undefined || isStill ? given! : toTheEnd(permit(present, json));
    const ready = allowed === given ? converted : undefined;
    const isSet = writer.writeConverted(present, allowed, ready, isStill, 'remote');
    if (isSet && text !== undefined) texts.keepNew(present, converted!.value, text);
    else yield* texts.makeInSlices(present);
    return present;
  });
}

/**
 * Appends an element to an array, whose text is made, too, where it is kept.
 * @param find the array, at the beginning and when it is set; throws where it may not be written
 */
export function* appendInSlices(
  { writer, texts }: Parts,
  find: () => PropertyRef,
  json: Json,
  permit?: Permit<PropertyRef>,
): Generator<void, PropertyRef> {
  const before = find();
  return yield* texts.watching([before], function* (isUntouched) {
    const isAsBefore = () => isUntouched(before);
    const given = yield* permitted(permit, before, json, isAsBefore);
    const converted =
      given === undefined ? undefined : yield* writer.convertElementInSlices(before, given, isAsBefore);
    const foreseen = converted && writer.withElement(before, converted);
    const text = foreseen && (yield* texts.foreseenInSlices(before, foreseen, converted.plan));
    const present = find();
    const allowed = permit === undefined || isUntouched(before) ? given! : toTheEnd(permit(present, json));
    const ready = allowed === given ? converted : undefined;
    const isStill = ready !== undefined && text !== undefined && isUntouched(before);
    const items = isStill ? foreseen : ready && writer.withElement(present, ready);
    if (items === undefined) writer.append(present, allowed, 'remote');
    else writer.appendConverted(present, items, ready!, 'remote');
    if (isStill) texts.keepNew(present, items, text);
    else yield* texts.makeInSlices(present);
    return present;
  });
}

/** Elements of a list of which no text is made at once. */
const manyElements = 4096;

/** Whether the answer to a change of a list, and the event, are so long that others get turns while they are made. */
export function isLongList(ref: PropertyRef): boolean {
  if (plainType(ref.type).kind !== 'array' || !ref.root.isOwned) return false;
  return (itemsOf(ref.get())?.length ?? 0) > manyElements;
}

/**
 * Removes or moves an element of an array, whose text is made, too, where it is kept.
 * @param find the array, at the beginning and when it is set; throws where it may not be written
 * @param rearranged what it becomes
 */
export function* rearrangeInSlices(
  { writer, texts }: Parts,
  find: () => PropertyRef,
  rearranged: (ref: PropertyRef) => Rearranged,
): Generator<void, PropertyRef> {
  const before = find();
  return yield* texts.watching([before], function* (isUntouched) {
    const next = rearranged(before);
    const text = yield* texts.foreseenInSlices(before, next.items, new WritePlan());
    const present = find();
    const isStill = isUntouched(before);
    writer.rearrange(present, isStill ? next : rearranged(present), 'remote');
    if (isStill && text !== undefined) texts.keepNew(present, next.items, text);
    else yield* texts.makeInSlices(present);
    return present;
  });
}

/**
 * Sets a property back to its captured default, whose text is made, too, where it is kept.
 * @param find the place, at the beginning and when it is set; throws where it may not be written
 */
export function* resetInSlices(
  { writer, texts, defaults }: Parts & { readonly defaults: CapturedDefaults },
  find: () => PropertyRef,
): Generator<void, PropertyRef> {
  const before = find();
  const members = defaults.of(before.unit);
  return yield* texts.watching([before], function* (isUntouched) {
    const restored = yield* writer.restored(before, members);
    const text = yield* texts.foreseenInSlices(before, restored.value, restored.plan);
    const present = find();
    const isStill =
      isUntouched(before) && present.path === before.path && members === defaults.of(present.unit);
    if (isStill) writer.setBack(present, restored, 'remote');
    else writer.reset(present, defaults.of(present.unit), 'remote');
    if (isStill && text !== undefined) texts.keepNew(present, restored.value, text);
    else yield* texts.makeInSlices(present);
    return present;
  });
}

/**
 * Writes members of an object.
 * @param find the object, at the beginning and when they are set
 * @returns its text, with all that is in it
 */
export function* writeMembersInSlices(
  parts: Parts,
  find: () => ExposedObjectHandle,
  json: Json,
  permit?: Permit<ExposedObjectHandle>,
): Generator<void, string> {
  const { texts } = parts;
  const place = { handle: find(), root: undefined };
  const handle = yield* permit === undefined
    ? writeLongMembers(parts, find, json, () => json)
    : texts.watching([place], function* (isUntouched) {
        const isAsBefore = () => isUntouched(place);
        const given = yield* permitted(permit, place.handle, json, isAsBefore);
        const isStill = (present: ExposedObjectHandle) => present === place.handle && isAsBefore();
        return yield* writeLongMembers(parts, find, given ?? {}, (present) =>
          given !== undefined && isStill(present) ? given : toTheEnd(permit(present, json)),
        );
      });
  return yield* texts.objectInSlices(handle);
}

/** @param presentJson what is to be set in the end; where it is not what was converted it is set at once */
function* writeLongMembers(
  { writer, texts }: Parts,
  find: () => ExposedObjectHandle,
  json: Json,
  presentJson: (present: ExposedObjectHandle) => Json,
): Generator<void, ExposedObjectHandle> {
  const long = writer.longMembers(find(), json);
  const refs = long.map(({ ref }) => ref);
  return yield* texts.watching(refs, function* (isUntouched) {
    const converted = new Map<Json, Converted>();
    for (const [i, { ref, json: given }] of long.entries()) {
      try {
        const each = yield* writer.convertInSlices(ref, given, () => isUntouched(ref));
        if (each !== undefined) converted.set(given, each);
      } catch (error) {
        // What is wrong in one before it, which is converted at once, is told first.
        if (converted.size === i) throw error;
        break;
      }
    }
    // An object may lie in several of them: what their texts will be hangs on all.
    const all = [...converted.values()];
    const plan = WritePlan.combine(all.map((each) => each.plan));
    const foreseen = [];
    for (const { ref, value } of all.length === long.length ? all : []) {
      const text = yield* texts.foreseenInSlices(ref, value, plan);
      if (text !== undefined) foreseen.push({ ref, value, text });
    }
    const present = find();
    const allowed = presentJson(present);
    const isStill = allowed === json && refs.every((ref) => ref.handle === present && isUntouched(ref));
    for (const [given, { ref, isNew }] of converted) if (!isNew && !isUntouched(ref)) converted.delete(given);
    writer.writeMembers(present, allowed, 'remote', converted);
    if (isStill) for (const { ref, value, text } of foreseen) texts.keepNew(ref, value, text);
    return present;
  });
}
