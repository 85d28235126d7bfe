import { isJsonObject, type Json, type JsonObject } from '../../common/json.js';
import type { ExposedModel } from '../../model/model.js';
import type { MemberOwner, PathSegments } from '../../objects/property-ref.js';
import { isAtOrAbove } from '../../state/marks.js';
import type { ExposedMember } from '../../types/exposed-member.js';
import type { Edit } from '../document/text-edits.js';
import type { Entry } from '../entries/entry.js';
import { memberNamed } from './earlier-json.js';
import { EntryEditor } from './entry-editor.js';
import { type EarlierJson, namesInFile } from './entry-value.js';

/** An entry that is being edited. */
export interface OpenEntry {
  readonly entry: Entry;
  readonly json: JsonObject;
  /** The path of the value that the entry describes; empty for an entry of the object itself. */
  readonly path: PathSegments;
  /** The names that an entry of the object itself has for its members. */
  readonly names: ReadonlyMap<ExposedMember, string>;
  readonly editor: EntryEditor;
}

export function openEntry(
  model: ExposedModel,
  entry: Entry,
  owner: MemberOwner,
  path: PathSegments,
): OpenEntry {
  const json = entry.text.json();
  return {
    entry,
    json,
    path,
    names: path.length > 0 ? new Map() : namesInFile(json, (name) => owner.class.member(name)),
    editor: new EntryEditor(() => model.tellCutShort(owner.target)),
  };
}

/** Selects the edits for one entry: the last entry that has a member gets its value, all of them get a removal. */
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

export function isEmptyEntry(json: JsonObject): boolean {
  return Object.keys(json).every((name) => name === '@source' || name === '@type' || name === '@id');
}

/** True if an entry has an object at a path in a member of its object, or a list on the way there. */
export function hasObjectAt(
  { json, path: start, names }: OpenEntry,
  member: ExposedMember,
  path: PathSegments,
): boolean {
  if (!isAtOrAbove(start, path)) return false;
  const name = names.get(member);
  let at: Json | undefined = start.length > 0 ? json : name === undefined ? undefined : json[name];
  for (const step of path.slice(Math.max(start.length, 1))) {
    if (Array.isArray(at)) return true;
    at = isJsonObject(at) && Object.hasOwn(at, String(step)) ? at[String(step)] : undefined;
  }
  return isJsonObject(at);
}

/**
 * Returns the JSON that an entry has at or inside a path in a member of its object. Lists are not entered, since an
 * index does not identify an element.
 */
export function earlierJson(open: OpenEntry, member: ExposedMember, path: PathSegments): EarlierJson[] {
  const { entry, json, path: start, names } = open;
  const all: EarlierJson = {
    entry,
    json,
    entryPath: [],
    container: undefined,
    inside: start.slice(path.length),
  };
  if (isAtOrAbove(path, start)) return [all];
  if (!isAtOrAbove(start, path)) return [];
  const steps = start.length > 0 ? path.slice(start.length) : [names.get(member), ...path.slice(1)];
  return steps.reduce<EarlierJson[]>(
    (found, step) => found.flatMap((each) => memberNamed(each, step)),
    [all],
  );
}
