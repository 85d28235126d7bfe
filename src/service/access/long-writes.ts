import type { Json } from '../json.js';
import type { ExposedObjectHandle } from '../objects/handle.js';
import type { PropertyRef } from '../objects/property-ref.js';
import type { ObjectTexts } from './object-text.js';
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
    const text = converted && (yield* texts.ofNewInSlices(converted));
    const present = find();
    const isSet = writer.writeConverted(present, json, converted, isUntouched(before), 'remote');
    if (isSet && text !== undefined) texts.keepNew(present, converted!.value, text);
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
    for (const { ref, json: given } of long) {
      const each = yield* writer.convertInSlices(ref, given, () => isUntouched(ref));
      if (each !== undefined) converted.set(given, each);
    }
    const present = find();
    for (const [given, { ref, isNew }] of converted) if (!isNew && !isUntouched(ref)) converted.delete(given);
    writer.writeMembers(present, json, 'remote', converted);
    return present;
  });
  return yield* texts.objectInSlices(handle);
}
