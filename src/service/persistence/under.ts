import { isJsonObject, type Json } from '../json.js';
import type { PropertyRef, Steps } from '../objects/property-ref.js';
import { isAtOrAbove } from '../state/marks.js';
import type { ExposedMember } from '../types/exposed-member.js';
import { type Awaited, heldOf } from './edit-place.js';
import type { Entry } from './entry.js';
import { valueAt } from './waiting.js';

/**
 * What entries of an object hold at a place in a member of it: a later one is applied over that.
 * @param path from the member on
 * @param refOf the place of an entry of something inside; undefined where that is not there
 */
export function heldUnder(
  entries: readonly Entry[],
  member: ExposedMember,
  path: Steps,
  refOf: (entry: Entry) => PropertyRef | undefined,
): Json[] {
  const under: Json[] = [];
  let inside: Inside | undefined;
  for (const entry of entries) {
    const json = entry.text.json();
    const ref = entry.isInner ? refOf(entry) : undefined;
    if (entry.isInner && ref?.unit.member !== member) continue;
    const inner = ref?.unitPath.slice(1) ?? [];
    if (isAtOrAbove(path, inner) && inner.length > path.length) {
      const rest = inner.slice(path.length);
      if (inside?.put(rest, json)) continue;
      inside = new Inside(rest, json);
      under.push(inside.json);
      continue;
    }
    const held = entry.isInner ? [json] : heldOf(json, member, entry.place!.unit.class);
    const at = isAtOrAbove(inner, path) ? held.flatMap((each) => heldAt(each, path.slice(inner.length))) : [];
    if (at.length === 0) continue;
    under.push(...at);
    inside = undefined;
  }
  return under;
}

/** What waits in entries at or below a place of their object. */
export function awaitedIn(entries: readonly Entry[], path: Steps): Awaited[] {
  return entries.flatMap(({ waiting, text }) =>
    waiting.all.flatMap(({ file, place, isLeftOut }) => {
      if (isLeftOut || !isAtOrAbove(path, place)) return [];
      const json = valueAt(text.json(), file);
      return json === undefined ? [] : [{ path: place.slice(path.length), json }];
    }),
  );
}

function heldAt(json: Json, path: Steps): Json[] {
  let at: Json | undefined = json;
  for (const step of path)
    at = isJsonObject(at) && Object.hasOwn(at, String(step)) ? at[String(step)] : undefined;
  return at === undefined ? [] : [at];
}

/** An element, or a member, of which no entry says anything. */
const nothing: Json = {};

/** What entries of something inside a value say, each of another place: as one that holds all of it. */
class Inside {
  readonly json: Json;
  readonly #made = new Set<Json>();

  constructor(path: Steps, json: Json) {
    this.json = this.#holding(path, json);
  }

  /** False for a place of which it says something already. */
  put(path: Steps, json: Json): boolean {
    let at = this.json;
    for (const [i, step] of path.entries()) {
      if (!this.#made.has(at) || Array.isArray(at) !== (typeof step === 'number')) return false;
      const holder = at as Record<string | number, Json>;
      const present = Object.hasOwn(holder, step) ? holder[step]! : nothing;
      if (present === nothing) {
        if (Array.isArray(at)) while (at.length < Number(step)) at.push(nothing);
        holder[step] = this.#holding(path.slice(i + 1), json);
        return true;
      }
      at = present;
    }
    return false;
  }

  #holding(path: Steps, json: Json): Json {
    return path.reduceRight<Json>((inside, step) => {
      const holder: Json =
        typeof step === 'number'
          ? [...Array.from({ length: step }, () => nothing), inside]
          : { [step]: inside };
      this.#made.add(holder);
      return holder;
    }, json);
  }
}
