import { isJsonObject, type JsonObject } from '../../common/json.js';
import type { ExposedModel } from '../../model/model.js';
import type { PathSegments as Path } from '../../objects/property-ref.js';
import type { CapturedObject } from '../../state/defaults.js';
import type { ExposedMember } from '../../types/exposed-member.js';
import type { Edit } from '../document/edits.js';
import { type KeptValue, namesInFile } from '../edits/edit-place.js';
import { EntryEditor } from '../edits/entry-editor.js';
import type { Entry } from './entry.js';

/** An entry of the object itself that is being edited. */
export interface OpenEntry {
  readonly entry: Entry;
  readonly json: JsonObject;
  readonly names: ReadonlyMap<ExposedMember, string>;
  readonly editor: EntryEditor;
}

export function openEntry(model: ExposedModel, entry: Entry, unit: CapturedObject): OpenEntry {
  const json = entry.text.json();
  return {
    entry,
    json,
    names: namesInFile(json, (name) => unit.class.member(name)),
    editor: new EntryEditor(() => model.tellCutShort(unit.target)),
  };
}

/** Selects the edits for one entry: a value goes to the last entry that has the member, a removal to all of them. */
export function editsFor(
  entry: OpenEntry,
  roots: readonly OpenEntry[],
  more: readonly Edit[],
): readonly Edit[] {
  return more.filter(({ kind, path: [name] }) => {
    const isHeld = ({ json }: OpenEntry) => Object.hasOwn(json, String(name));
    return kind === 'remove'
      ? roots.includes(entry) && isHeld(entry)
      : entry === (roots.findLast(isHeld) ?? roots.at(-1));
  });
}

/** True if an entry has an object at a path in a member, or a list on the way there. */
export function hasObjectAt({ json, names }: OpenEntry, member: ExposedMember, path: Path): boolean {
  const name = names.get(member);
  let at = name === undefined ? undefined : json[name];
  for (const step of path) {
    if (Array.isArray(at)) return true;
    at = isJsonObject(at) && Object.hasOwn(at, String(step)) ? at[String(step)] : undefined;
  }
  return isJsonObject(at);
}

export function isEmptyEntry(json: JsonObject): boolean {
  return Object.keys(json).every((name) => name === '@source' || name === '@type' || name === '@id');
}

/** Returns the pending values of an entry, which edits leave unchanged. */
export function keptValuesOf({ pending }: Entry): KeptValue[] {
  // Paths of an inner entry begin at its value, those of references at the object.
  return pending.all.map(({ file, place, isLeftOut }) => ({
    path: file,
    place: place.slice(place.length - file.length),
    isLeftOut,
  }));
}
