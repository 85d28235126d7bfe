import { ExposedError } from '../../exposed-error.js';
import { isJsonObject, type Json, type JsonObject } from '../../json.js';
import type { Mark } from '../../state/marks.js';
import { difference } from '../../types/value.js';
import type { ValueType } from '../../types/values/value-type.js';
import { below, type Holder, type Place } from './edit-place.js';

/** What is to be done to components of a vector. */
export interface PartEdits {
  remove(part: Place): void;
  set(part: Place, value: Json): void;
}

/** Edits the components of a vector that the entry holds as an object; false where it is to be put as a whole. */
export function editParts(place: Place, type: ValueType, on: PartEdits): boolean {
  const { held, now, before, marks } = place;
  const isWhole = type.parts === undefined || !isObject(now) || !isObject(before);
  if (isWhole || !isJsonObject(held)) return false;
  const whole = place.type.persist(now);
  if (!isJsonObject(whole) || !isReadable(held, type, now)) return false;
  const holder: Holder = { held, file: place.file, above: place.holder };
  const visit = (
    json: JsonObject,
    of: ValueType,
    from: Holder,
    value: unknown,
    old: unknown,
    at: readonly Mark[],
  ) => {
    for (const [name, part] of of.parts!) {
      const inner = { value: (value as JsonObject)[name], old: (old as JsonObject)[name] };
      const own = below(at, name);
      const heldPart = from.held[name];
      const step: Place = { ...place, held: heldPart, file: [...from.file, name], holder: from };
      if (own.some(({ path, kind }) => path.length === 0 && kind === 'reset')) {
        if (heldPart !== undefined) on.remove(step);
      } else if (
        part.parts !== undefined &&
        isJsonObject(heldPart) &&
        isObject(inner.value) &&
        isObject(inner.old)
      )
        visit(
          json[name] as JsonObject,
          part,
          { held: heldPart, file: step.file, above: from },
          inner.value,
          inner.old,
          own,
        );
      else if (!part.equal(inner.value, inner.old))
        on.set(step, heldPart === undefined ? difference(part, inner.value, inner.old)! : json[name]!);
    }
  };
  visit(whole, type, holder, now, before, marks);
  return true;
}

/** What cannot be read was refused as a whole, so that nothing of it is in the object. */
function isReadable(held: JsonObject, type: ValueType, now: unknown): boolean {
  try {
    type.read(held, now, type.name);
    return true;
  } catch (error) {
    if (!(error instanceof ExposedError)) throw error;
    return false;
  }
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}
