import { isJsonObject, type Json } from '../../json.js';
import type { PropertyRef, Steps } from '../../objects/property-ref.js';
import { isAtOrAbove } from '../../state/marks.js';
import type { ExposedMember } from '../../types/exposed-member.js';
import type { Entry } from '../entries/entry.js';
import { valueAt } from '../pending/pending-references.js';
import { type Awaited, heldOf, type Under } from './edit-place.js';

/**
 * What entries of an object hold at a place in a member of it, or in that: a later one is applied over that.
 * @param path from the member on
 * @param refOf the place of an entry of something inside; undefined where that is not there
 */
export function nestedEntries(
  entries: readonly Entry[],
  member: ExposedMember,
  path: Steps,
  refOf: (entry: Entry) => PropertyRef | undefined,
): Under[] {
  return entries.flatMap((entry): Under[] => {
    const json = entry.text.json();
    if (!entry.isInner) return heldAt(heldOf(json, member, entry.place!.unit.class), path);
    const ref = refOf(entry);
    if (ref?.unit.member !== member) return [];
    const inner = ref.unitPath.slice(1);
    if (isAtOrAbove(path, inner)) return [{ path: inner.slice(path.length), json }];
    return isAtOrAbove(inner, path) ? heldAt([json], path.slice(inner.length)) : [];
  });
}

/** What waits in entries at or below a place of their object. */
export function pendingIn(entries: readonly Entry[], path: Steps): Awaited[] {
  return entries.flatMap(({ waiting, text }) =>
    waiting.all.flatMap(({ file, place, isLeftOut }) => {
      if (isLeftOut || !isAtOrAbove(path, place)) return [];
      const json = valueAt(text.json(), file);
      return json === undefined ? [] : [{ path: place.slice(path.length), json }];
    }),
  );
}

/** Of a list nothing: what it holds of an element is not told by its index alone. */
function heldAt(held: readonly Json[], path: Steps): Under[] {
  return held.flatMap((json) => {
    let at: Json | undefined = json;
    for (const step of path)
      at = isJsonObject(at) && Object.hasOwn(at, String(step)) ? at[String(step)] : undefined;
    return at === undefined ? [] : [{ path: [], json: at }];
  });
}
