import { isJsonObject, type Json, type JsonObject } from '../../json.js';
import type { ExposedModel } from '../../model.js';
import type { Edit } from '../document/edits.js';
import type { EntryText } from '../document/entry-text.js';
import { isSameJson } from '../document/is-same-json.js';
import type { JsonText } from '../document/layout.js';
import type { BoundDocument } from './bound-document.js';
import { Entry } from './entry.js';

/** What goes into an entry of its own. */
interface Added {
  readonly from: Entry;
  readonly names: readonly string[];
}

/**
 * Takes into a document what entries of another one hold that is not in the objects: whole entries where it has none for
 * them, else members that wait or mean nothing here. A member of which both say something is in an entry behind that of the
 * document, over which it is applied then as it was now.
 * @param destroyed keys of objects that it has taken out: the next save says so
 * @returns whether there was any
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
    const names = leftOver(from, json);
    if (destroyed.has(from.address?.key ?? '')) continue;
    if (from.kind !== 'removed' && from.place !== undefined && names.length === 0) continue;
    const present = bySource.get(from.source);
    if (present === undefined) {
      added.push({ from, names: Object.keys(json) });
      continue;
    }
    const held = present.text.json();
    const waits = new Set(from.waiting.all.map(({ file }) => file[0]));
    const both = names.filter((name) => {
      const isInBoth = waits.has(name) && Object.hasOwn(held, name);
      return isInBoth && saysParts(json[name]!) && !isSameJson(held[name]!, json[name]!);
    });
    if (both.length > 0) added.push({ from, names: both });
    const others = names.filter((name) => !both.includes(name));
    const edits = others.map(
      (name): Edit => ({ kind: 'copy', path: [name], value: from.text.writtenMember(name)! }),
    );
    const text = present.text.with(edits);
    replaced.set(present.text, text);
    for (const waiting of present.waiting.all)
      if (others.includes(String(waiting.file[0]))) present.waiting.remove(waiting);
    takeOver(model, document, present, from, others);
    present.retake(text);
  }
  const before = document.text;
  const text = before.with({ replaced, added: added.map(writtenWith) });
  const texts = text.entries.slice(text.entries.length - added.length);
  const entries = texts.map((each) => new Entry(each));
  document.take(text, new Set(), entries);
  for (const [i, entry] of entries.entries()) {
    const { from, names } = added[i]!;
    takeOver(model, document, entry, from, names);
  }
  return text !== before;
}

/** Whether a value may leave something of what another entry says as that says it. */
function saysParts(json: Json): boolean {
  return (isJsonObject(json) && !Object.hasOwn(json, '@ref')) || Array.isArray(json);
}

/** An entry with some of its members alone, as they are written. */
function writtenWith({ from, names }: Added): JsonText {
  const others = Object.keys(from.text.json()).filter(
    (name) => !names.includes(name) && !addressNames.has(name),
  );
  return from.text.with(others.map((name): Edit => ({ kind: 'remove', path: [name] }))).written;
}

const addressNames: ReadonlySet<string> = new Set(['@source', '@type', '@id']);

/** The members of an entry that are not in its object, or not all of them. */
function leftOver({ place, isInner, waiting }: Entry, json: JsonObject): string[] {
  const names = Object.keys(json).filter((name) => name === '@parent' || !name.startsWith('@'));
  if (place === undefined) return names;
  const waits = new Set(waiting.all.map(({ file }) => file[0]));
  const isKnown = (name: string) => {
    if (name === '@parent' || isInner) return true;
    const member = place.unit.class.member(name);
    return member?.isPersistable === true && member.persistScope === 'scene';
  };
  return names.filter((name) => waits.has(name) || !isKnown(name));
}

/** What waits in those members waits here from now on; the rest of them is in step with the text. */
function takeOver(
  model: ExposedModel,
  document: BoundDocument,
  entry: Entry,
  from: Entry,
  names: readonly string[],
): void {
  for (const waiting of from.waiting.all)
    if (names.includes(String(waiting.file[0]))) entry.waiting.add(waiting);
  document.noteWaiting(entry);
  const unit = entry.place?.unit;
  if (unit === undefined || entry.isInner) return;
  for (const name of names) {
    const index = unit.class.member(name)?.index;
    if (index === undefined) continue;
    model.saved.take(unit, index);
    // What the other one has ended here is said by what it says.
    model.saved.forgetMarks(unit, [name]);
  }
}
