import { ExposedError } from '../../common/exposed-error.js';
import { isJsonObject, type Json, type JsonObject } from '../../common/json.js';
import type { Mark } from '../../state/marks.js';
import { difference } from '../../types/value.js';
import type { ValueType } from '../../types/values/value-type.js';
import { type EntryValue, type JsonContainer, selectInside } from './entry-value.js';

/** Receives the edits of a vector's components. */
export interface PartEdits {
  remove(part: EntryValue): void;
  set(part: EntryValue, value: Json): void;
}

/** Edits the components of a vector that the entry has as an object; false if it must be written as a whole. */
export function editParts(entryValue: EntryValue, type: ValueType, target: PartEdits): boolean {
  const { held, now, before, marks } = entryValue;
  const isWhole = type.parts === undefined || !isObject(now) || !isObject(before);
  if (isWhole || !isJsonObject(held)) return false;
  const whole = entryValue.type.persist(now);
  if (!isJsonObject(whole) || !isReadable(held, type, now)) return false;
  const holder: JsonContainer = { held, entryPath: entryValue.entryPath, outer: entryValue.container };
  const visit = (
    json: JsonObject,
    of: ValueType,
    from: JsonContainer,
    value: unknown,
    old: unknown,
    at: readonly Mark[],
  ) => {
    for (const [name, part] of of.parts!) {
      const inner = { value: (value as JsonObject)[name], old: (old as JsonObject)[name] };
      const own = selectInside(at, name);
      const heldPart = from.held[name];
      const step: EntryValue = {
        ...entryValue,
        held: heldPart,
        entryPath: [...from.entryPath, name],
        container: from,
      };
      if (own.some(({ path, kind }) => path.length === 0 && kind === 'reset')) {
        if (heldPart !== undefined) target.remove(step);
      } else if (
        part.parts !== undefined &&
        isJsonObject(heldPart) &&
        isObject(inner.value) &&
        isObject(inner.old)
      )
        visit(
          json[name] as JsonObject,
          part,
          { held: heldPart, entryPath: step.entryPath, outer: from },
          inner.value,
          inner.old,
          own,
        );
      else if (!part.equal(inner.value, inner.old))
        target.set(step, heldPart === undefined ? difference(part, inner.value, inner.old)! : json[name]!);
    }
  };
  visit(whole, type, holder, now, before, marks);
  return true;
}

/** True if the JSON can be read; otherwise the load rejected it as a whole. */
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
