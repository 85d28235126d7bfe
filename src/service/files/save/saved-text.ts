import type { JsonObject } from '../../common/json.js';
import type { ExposedModel } from '../../model/model.js';
import type { DocumentChanges, DocumentText } from '../document/document-text.js';
import type { EntryText } from '../document/entry-text.js';
import type { EntryChange } from '../edits/document-edits.js';
import type { BoundDocument } from '../entries/bound-document.js';
import { persistentObjects } from '../entries/bound-object.js';
import { Entry } from '../entries/entry.js';
import type { IncrementalTask } from '../run-incrementally.js';

/** A document that has been laid out for a save. */
export interface LaidOutDocument {
  readonly text: DocumentText;
  /** Makes the saved text the text of the open document. */
  commit(): void;
}

/** The contents of a document after a save, unaffected by later changes of the document. */
export interface DocumentPlan {
  /** The text when the save began. */
  readonly text: DocumentText;
  readonly entries: readonly Entry[];
  readonly changes: ReadonlyMap<Entry, EntryChange>;
  /** New entries, by object. */
  readonly added: ReadonlyMap<object, JsonObject>;
  /** New entries that precede the others. */
  readonly first?: readonly JsonObject[];
  readonly members?: DocumentChanges['members'];
}

/** Lays out a document after edits of its entries, in steps. */
export function* layOutDocument(
  model: ExposedModel,
  document: BoundDocument,
  { text: before, entries, changes, added, first = [], members = {} }: DocumentPlan,
): IncrementalTask<LaidOutDocument> {
  const replaced = new Map<EntryText, EntryText>();
  const removed = findDropped(before, entries);
  const removedEntries = new Set<Entry>();
  for (const [entry, { text }] of changes) {
    if (text === undefined) {
      removed.add(entry.text);
      removedEntries.add(entry);
    } else replaced.set(entry.text, text);
    yield;
  }
  const inOrder = [...first, ...(yield* sortByRegistration(model, added))];
  const text = yield* before.withIncrementally({ members, replaced, removed, added: inOrder });
  const texts = text.entries.slice(text.entries.length - inOrder.length);
  const newEntries: Entry[] = [];
  for (const [i, each] of texts.entries()) {
    const entry = new Entry(each, inOrder[i]);
    entry.bind(model);
    newEntries.push(entry);
    yield;
  }
  const commit = () => {
    adoptChanges(document, changes);
    document.adoptSaved(text, removedEntries, newEntries);
  };
  return { text, commit };
}

/** Updates the entries of a document after its text was saved. */
function adoptChanges(document: BoundDocument, changes: DocumentPlan['changes']): void {
  for (const [entry, { text, moved, rewritten, isRedefined }] of changes) {
    if (text === undefined) continue;
    entry.adoptSaved(text, isRedefined);
    for (const { earlier, entryPath, movedPaths: files } of rewritten) {
      const from = earlier?.entry ?? entry;
      entry.pending.takeOver(from.pending, entryPath, files);
    }
    entry.pending.rebase(moved);
  }
  for (const entry of document.entries) if (!changes.has(entry)) entry.pending.rebase([]);
}

/** Returns the texts of entries that were dropped from the document since it was read or saved. */
function findDropped({ entries: texts }: DocumentText, entries: readonly Entry[]): Set<EntryText> {
  if (texts.length === entries.length) return new Set();
  const present = new Set(entries.map((entry) => entry.text));
  return new Set(texts.filter((each) => !present.has(each)));
}

/** Sorts new entries by the registration of their objects; objects that are gone come last. */
function* sortByRegistration(
  model: ExposedModel,
  added: ReadonlyMap<object, JsonObject>,
): IncrementalTask<JsonObject[]> {
  if (added.size < 2) return [...added.values()];
  const rest = new Map(added);
  const ordered: JsonObject[] = [];
  for (const { owner } of persistentObjects(model)) {
    const json = rest.get(owner.target);
    if (json !== undefined) ordered.push(json);
    rest.delete(owner.target);
    if (rest.size === 0) break;
    yield;
  }
  return [...ordered, ...rest.values()];
}
