import { isJsonObject, type Json } from '../../common/json.js';
import type { PathSegments, PropertyRef } from '../../objects/property-ref.js';
import { isAtOrAbove } from '../../state/marks.js';
import type { ExposedMember } from '../../types/exposed-member.js';
import type { Entry } from '../entries/entry.js';
import { valueAt } from '../pending/pending-references.js';
import { type EarlierValue, jsonOfMember, type PendingValue } from './edit-place.js';

/**
 * Returns what entries of an object have at a path in a member, or inside it; later entries are applied over that.
 * @param path relative to the member
 * @param refOf returns the value of an inner entry; undefined if it does not exist
 */
export function jsonInEntries(
  entries: readonly Entry[],
  member: ExposedMember,
  path: PathSegments,
  refOf: (entry: Entry) => PropertyRef | undefined,
): EarlierValue[] {
  return entries.flatMap((entry): EarlierValue[] => {
    const json = entry.text.json();
    if (!entry.isInner) return jsonAt(jsonOfMember(json, member, entry.place!.unit.class), path);
    const ref = refOf(entry);
    if (ref?.unit.member !== member) return [];
    const inner = ref.unitPath.slice(1);
    if (isAtOrAbove(path, inner)) return [{ path: inner.slice(path.length), json }];
    return isAtOrAbove(inner, path) ? jsonAt([json], path.slice(inner.length)) : [];
  });
}

/** Returns the pending values of entries at or inside a path of their object. */
export function pendingIn(entries: readonly Entry[], path: PathSegments): PendingValue[] {
  return entries.flatMap(({ pending, text }) =>
    pending.all.flatMap(({ file, place, isLeftOut }) => {
      if (isLeftOut || !isAtOrAbove(path, place)) return [];
      const json = valueAt(text.json(), file);
      return json === undefined ? [] : [{ path: place.slice(path.length), json }];
    }),
  );
}

/** Returns the JSON at a path. Lists are not entered, since an index does not identify an element. */
function jsonAt(held: readonly Json[], path: PathSegments): EarlierValue[] {
  return held.flatMap((json) => {
    let at: Json | undefined = json;
    for (const step of path)
      at = isJsonObject(at) && Object.hasOwn(at, String(step)) ? at[String(step)] : undefined;
    return at === undefined ? [] : [{ path: [], json: at }];
  });
}
