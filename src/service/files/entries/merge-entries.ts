import { isJsonObject, type Json, type JsonObject } from '../../common/json.js';
import type { ExposedModel } from '../../model/model.js';
import type { Edit } from '../document/edits.js';
import type { EntryText } from '../document/entry-text.js';
import { isSameJson } from '../document/is-same-json.js';
import type { JsonText } from '../document/layout.js';
import type { BoundDocument } from './bound-document.js';
import { Entry } from './entry.js';

/** Members of an imported entry that become a new entry. */
interface Added {
  readonly from: Entry;
  readonly names: readonly string[];
}

/**
 * Adds what is not in the objects from an imported document: complete entries, or the pending and unknown members.
 * A member that both have goes into an entry after the present one, so that it is applied over that one.
 * @param destroyed keys of objects that the import has removed, which the next save writes
 * @returns true if anything was added
 */
export function mergeEntries(
  model: ExposedModel,
  document: BoundDocument,
  imported: BoundDocument,
  destroyed: ReadonlyMap<string, boolean>,
): boolean {
  const bySource = new Map(document.entries.map((entry) => [entry.source, entry]));
  const replaced = new Map<EntryText, EntryText>();
  const added: Added[] = [];
  for (const from of imported.entries) {
    const json = from.text.json();
    const names = unappliedNames(from, json);
    if (destroyed.has(from.address?.key ?? '')) continue;
    if (from.kind !== 'removed' && from.place !== undefined && names.length === 0) continue;
    const present = bySource.get(from.source);
    if (present === undefined) {
      added.push({ from, names: Object.keys(json) });
      continue;
    }
    const presentJson = present.text.json();
    const pendingNames = new Set(from.pending.all.map(({ file }) => file[0]));
    const inBoth = names.filter((name) => {
      const isInBoth = pendingNames.has(name) && Object.hasOwn(presentJson, name);
      return isInBoth && isPartial(json[name]!) && !isSameJson(presentJson[name]!, json[name]!);
    });
    if (inBoth.length > 0) added.push({ from, names: inBoth });
    const copied = names.filter((name) => !inBoth.includes(name));
    const edits = copied.map(
      (name): Edit => ({ kind: 'copy', path: [name], value: from.text.writtenMember(name)! }),
    );
    const text = present.text.with(edits);
    replaced.set(present.text, text);
    for (const reference of present.pending.all)
      if (copied.includes(String(reference.file[0]))) present.pending.remove(reference);
    movePending(model, document, present, from, copied);
    present.adoptSaved(text);
  }
  const before = document.text;
  const text = before.with({ replaced, added: added.map(writtenWith) });
  const texts = text.entries.slice(text.entries.length - added.length);
  const entries = texts.map((each) => new Entry(each));
  document.adoptSaved(text, new Set(), entries);
  for (const [i, entry] of entries.entries()) {
    const { from, names } = added[i]!;
    movePending(model, document, entry, from, names);
  }
  return text !== before;
}

/** True if a value may leave parts of another entry's value unchanged. */
function isPartial(json: Json): boolean {
  return (isJsonObject(json) && !Object.hasOwn(json, '@ref')) || Array.isArray(json);
}

/** Returns an entry with only some of its members, as they are written. */
function writtenWith({ from, names }: Added): JsonText {
  const others = Object.keys(from.text.json()).filter(
    (name) => !names.includes(name) && !addressNames.has(name),
  );
  return from.text.with(others.map((name): Edit => ({ kind: 'remove', path: [name] }))).written;
}

const addressNames: ReadonlySet<string> = new Set(['@source', '@type', '@id']);

/** Returns the members of an entry that are not, or not completely, in its object. */
function unappliedNames({ place, isInner, pending }: Entry, json: JsonObject): string[] {
  const names = Object.keys(json).filter((name) => name === '@parent' || !name.startsWith('@'));
  if (place === undefined) return names;
  const pendingNames = new Set(pending.all.map(({ file }) => file[0]));
  const isKnown = (name: string) => {
    if (name === '@parent' || isInner) return true;
    const member = place.unit.class.member(name);
    return member?.isPersistable === true && member.persistScope === 'scene';
  };
  return names.filter((name) => pendingNames.has(name) || !isKnown(name));
}

/** Moves the pending references of those members to `entry`; its other members are in sync with the text. */
function movePending(
  model: ExposedModel,
  document: BoundDocument,
  entry: Entry,
  from: Entry,
  names: readonly string[],
): void {
  for (const reference of from.pending.all)
    if (names.includes(String(reference.file[0]))) entry.pending.add(reference);
  document.notePending(entry);
  const unit = entry.place?.unit;
  if (unit === undefined || entry.isInner) return;
  for (const name of names) {
    const index = unit.class.member(name)?.index;
    if (index === undefined) continue;
    model.saved.take(unit, index);
    // The imported JSON makes the marks of this member obsolete.
    model.saved.forgetMarks(unit, [name]);
  }
}
