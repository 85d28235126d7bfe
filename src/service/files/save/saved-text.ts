import type { JsonObject } from '../../json.js';
import type { ExposedModel } from '../../model.js';
import type { DocumentChanges, DocumentText } from '../document/document-text.js';
import type { EntryText } from '../document/entry-text.js';
import type { EntryChange } from '../edits/document-edits.js';
import type { BoundDocument } from '../entries/bound-document.js';
import { Entry } from '../entries/entry.js';
import { persistentUnits } from '../entries/place.js';
import { eachInSteps, type Steps } from '../incremental.js';

/** A document as it is to be saved. */
export interface Built {
  readonly text: DocumentText;
  /** It was saved: what is open is that. */
  commit(): void;
}

/** What a save makes of a document. What happens to the document afterwards is no part of it. */
export interface DocumentPlan {
  /** The document as it is when it is saved. */
  readonly text: DocumentText;
  readonly entries: readonly Entry[];
  readonly changes: ReadonlyMap<Entry, EntryChange>;
  /** New entries of objects. */
  readonly added: ReadonlyMap<object, JsonObject>;
  /** Further new entries, which come first. */
  readonly first?: readonly JsonObject[];
  readonly members?: DocumentChanges['members'];
}

const changesPerStep = 1000;
const entriesPerStep = 20;
const objectsPerStep = 200;

/** The text of a document after edits of its entries. */
export class SavedText implements Built {
  readonly #document: BoundDocument;
  readonly #changes: ReadonlyMap<Entry, EntryChange>;
  readonly #gone: ReadonlySet<Entry>;
  readonly #added: readonly Entry[];
  readonly text: DocumentText;

  private constructor(
    document: BoundDocument,
    changes: DocumentPlan['changes'],
    gone: ReadonlySet<Entry>,
    added: readonly Entry[],
    text: DocumentText,
  ) {
    this.#document = document;
    this.#changes = changes;
    this.#gone = gone;
    this.#added = added;
    this.text = text;
  }

  /** Lays a plan out in steps. */
  static *laidOut(
    model: ExposedModel,
    document: BoundDocument,
    { text: before, entries, changes, added, first = [], members = {} }: DocumentPlan,
  ): Steps<SavedText> {
    const replaced = new Map<EntryText, EntryText>();
    const removed = yield* dropped(before, entries);
    const gone = new Set<Entry>();
    yield* eachInSteps([...changes], changesPerStep, ([entry, { text }]) => {
      if (text === undefined) {
        removed.add(entry.text);
        gone.add(entry);
      } else replaced.set(entry.text, text);
    });
    const inOrder = [...first, ...(yield* inOrderOf(model, added))];
    const text = yield* before.changed({ members, replaced, removed, added: inOrder });
    const texts = text.entries.slice(text.entries.length - inOrder.length);
    const newEntries: Entry[] = [];
    yield* eachInSteps(texts, entriesPerStep, (each) => {
      const entry = new Entry(each, inOrder[newEntries.length]);
      entry.bind(model);
      newEntries.push(entry);
    });
    return new SavedText(document, changes, gone, newEntries, text);
  }

  commit(): void {
    for (const [entry, { text, moved, saysWhat }] of this.#changes) {
      if (text === undefined) continue;
      entry.retake(text, saysWhat);
      entry.waiting.rebase(moved);
    }
    for (const entry of this.#document.waiting) if (!this.#changes.has(entry)) entry.waiting.rebase([]);
    this.#document.take(this.text, this.#gone, this.#added);
  }
}

/** Texts of entries that have been taken out of the document since it was read or saved. */
function* dropped({ entries: texts }: DocumentText, entries: readonly Entry[]): Steps<Set<EntryText>> {
  const gone = new Set<EntryText>();
  if (texts.length === entries.length) return gone;
  const present = new Set(entries.map((entry) => entry.text));
  yield* eachInSteps(texts, changesPerStep, (each) => {
    if (!present.has(each)) gone.add(each);
  });
  return gone;
}

/** New entries in the order in which their objects were registered; of what has gone meanwhile at the end. */
function* inOrderOf(model: ExposedModel, added: ReadonlyMap<object, JsonObject>): Steps<JsonObject[]> {
  if (added.size < 2) return [...added.values()];
  const rest = new Map(added);
  const ordered: JsonObject[] = [];
  let count = 0;
  for (const { unit } of persistentUnits(model)) {
    const json = rest.get(unit.target);
    if (json !== undefined) ordered.push(json);
    rest.delete(unit.target);
    if (rest.size === 0) break;
    if (++count % objectsPerStep === 0) yield 0;
  }
  return [...ordered, ...rest.values()];
}
