import type { Json } from '../json.js';
import type { ExposedObjectHandle } from '../objects/handle.js';
import type { PropertyRef } from '../objects/property-ref.js';
import type { ObjectTexts } from './object-text.js';
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

/**
 * Writes a property, whose text is made, too, where it is kept.
 * @param find the place, at the beginning and when it is set; throws where it may not be written
 */
export function* writeInSlices(
  { writer, texts }: Parts,
  find: () => PropertyRef,
  json: Json,
): Generator<void, PropertyRef> {
  const before = find();
  return yield* texts.watching([before], function* (isUntouched) {
    const converted = yield* writer.convertInSlices(before, json, () => isUntouched(before));
    const text = converted && (yield* texts.foreseenInSlices(before, converted.value, converted.plan));
    const present = find();
    const isSet = writer.writeConverted(present, json, converted, isUntouched(before), 'remote');
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
): Generator<void, PropertyRef> {
  const before = find();
  return yield* texts.watching([before], function* (isUntouched) {
    const converted = yield* writer.convertElementInSlices(before, json, () => isUntouched(before));
    const foreseen = converted && writer.withElement(before, converted);
    const text = foreseen && (yield* texts.foreseenInSlices(before, foreseen, converted.plan));
    const present = find();
    const isStill = text !== undefined && isUntouched(before);
    const items = isStill ? foreseen : converted && writer.withElement(present, converted);
    if (items === undefined) writer.append(present, json, 'remote');
    else writer.appendConverted(present, items, converted!, 'remote');
    if (isStill) texts.keepNew(present, items, text);
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
  { writer, texts }: Parts,
  find: () => ExposedObjectHandle,
  json: Json,
): Generator<void, string> {
  const long = writer.longMembers(find(), json);
  const refs = long.map(({ ref }) => ref);
  const handle = yield* texts.watching(refs, function* (isUntouched) {
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
    const isStill = refs.every((ref) => ref.handle === present && isUntouched(ref));
    for (const [given, { ref, isNew }] of converted) if (!isNew && !isUntouched(ref)) converted.delete(given);
    writer.writeMembers(present, json, 'remote', converted);
    if (isStill) for (const { ref, value, text } of foreseen) texts.keepNew(ref, value, text);
    return present;
  });
  return yield* texts.objectInSlices(handle);
}
