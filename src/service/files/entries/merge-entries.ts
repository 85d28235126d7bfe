import type { ExposedModel } from '../../model/model.js';
import type { EntryText } from '../document/entry-text.js';
import { isSameJson } from '../document/is-same-json.js';
import type { Edit } from '../document/text-edits.js';
import type { BoundDocument } from './bound-document.js';
import { Entry } from './entry.js';

/** An imported entry, or the part of it that is pending. */
interface Added {
  readonly from: Entry;
  readonly text: EntryText;
}

/**
 * Appends the parts of an imported document that are not in the objects: entries without an object, unchanged, and the
 * members of other entries that have pending values.
 * @param destroyed keys of objects that the import has removed, which the next save writes
 * @returns true if anything was added
 */
export function mergeEntries(
  model: ExposedModel,
  document: BoundDocument,
  imported: BoundDocument,
  destroyed: ReadonlyMap<string, boolean>,
): boolean {
  const bySource = new Map<string | undefined, Entry[]>();
  for (const entry of document.entries) {
    const others = bySource.get(entry.source);
    if (others === undefined) bySource.set(entry.source, [entry]);
    else others.push(entry);
  }
  const added = imported.entries.flatMap((from): Added | [] => {
    const text = destroyed.has(from.address?.key ?? '') ? undefined : unappliedPart(from);
    return text === undefined || isAmong(bySource.get(from.source) ?? [], text) ? [] : { from, text };
  });
  if (added.length === 0) return false;
  const text = document.text.with({ added: added.map((each) => each.text) });
  const entries = text.entries.slice(-added.length).map((each) => new Entry(each));
  document.adoptSaved(text, new Set(), entries);
  for (const [i, entry] of entries.entries()) movePending(model, entry, added[i]!.from);
  return true;
}

/** True if one of the entries has the same JSON, as after an earlier import. */
function isAmong(entries: readonly Entry[], text: EntryText): boolean {
  const json = text.json();
  return entries.some((each) => isSameJson(each.text.json(), json));
}

/** Returns the part of an entry that is not in its object; undefined if there is none. */
function unappliedPart({ text, kind, object, pending }: Entry): EntryText | undefined {
  if (kind === 'removed' || object === undefined) return text;
  if (pending.size === 0) return undefined;
  const names = new Set<unknown>([...addressNames, ...pending.all.map(({ entryPath }) => entryPath[0])]);
  const others = Object.keys(text.json()).filter((name) => !names.has(name));
  return text.with(others.map((name): Edit => ({ kind: 'remove', path: [name] })));
}

const addressNames = ['@source', '@type', '@id'];

/** Moves the pending references of an imported entry; the members are in sync with the text. */
function movePending(model: ExposedModel, entry: Entry, from: Entry): void {
  for (const reference of from.pending.all) entry.pending.add(reference);
  const owner = entry.object?.owner;
  if (owner === undefined || entry.isInner) return;
  for (const name of Object.keys(entry.text.json())) {
    const index = owner.class.member(name)?.index;
    if (index === undefined) continue;
    model.saved.take(owner, index);
    // The imported JSON makes the marks of this member obsolete.
    model.saved.forgetMarks(owner, [name]);
  }
}
