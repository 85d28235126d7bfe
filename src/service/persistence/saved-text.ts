import type { JsonObject } from '../json.js';
import type { BoundDocument } from './bound-document.js';
import type { DocumentChanges, DocumentText } from './document/document-text.js';
import type { EntryText } from './document/entry-text.js';
import type { EntryChange } from './document-edits.js';
import { Entry } from './entry.js';

/** A document as it would be saved now. */
export interface Built {
  readonly text: DocumentText;
  /** It was saved: what is open is that. */
  commit(): void;
}

/** The text of a document after edits of its entries. What happens to the document until it is saved stays. */
export class SavedText implements Built {
  readonly #document: BoundDocument;
  readonly #changes: ReadonlyMap<Entry, EntryChange>;
  readonly #added: number;
  readonly text: DocumentText;

  constructor(
    document: BoundDocument,
    changes: ReadonlyMap<Entry, EntryChange>,
    added: readonly JsonObject[],
    members: NonNullable<DocumentChanges['members']>,
  ) {
    this.#document = document;
    this.#changes = changes;
    this.#added = added.length;
    const replaced = new Map<EntryText, EntryText>();
    const removed = new Set(dropped(document));
    for (const [{ text: before }, { text }] of changes) {
      if (text === undefined) removed.add(before);
      else replaced.set(before, text);
    }
    this.text = document.text.with({ members, replaced, removed, added });
  }

  commit(): void {
    const gone = new Set<Entry>();
    for (const [entry, { text, moved }] of this.#changes) {
      if (text === undefined) gone.add(entry);
      else {
        entry.retake(text);
        entry.waiting.rebase(moved);
      }
    }
    for (const entry of this.#document.waiting) if (!this.#changes.has(entry)) entry.waiting.rebase([]);
    const { entries } = this.text;
    const added = entries.slice(entries.length - this.#added).map((text) => new Entry(text));
    const left = this.#document.entries.filter((entry) => !gone.has(entry));
    this.#document.take(this.text, left, added);
  }
}

/** Texts of entries that have been taken out of the document since it was read or saved. */
function dropped({ text, entries }: BoundDocument): EntryText[] {
  if (text.entries.length === entries.length) return [];
  const present = new Set(entries.map((entry) => entry.text));
  return text.entries.filter((each) => !present.has(each));
}
