import type { JsonObject } from '../../common/json.js';
import type { ExposedModel } from '../../model/model.js';
import type { Edit } from '../document/text-edits.js';
import { type EntryChange, type MemberEdits, removal } from '../edits/document-edits.js';
import type { BoundDocument } from '../entries/bound-document.js';
import type { Entry } from '../entries/entry.js';
import type { IncrementalTask } from '../run-incrementally.js';
import { type DocumentPlan, type LaidOutDocument, layOutDocument } from './saved-text.js';

/** The changes that a save writes. */
export interface SceneChanges {
  /** Edits by object. */
  readonly objectEdits: Iterable<readonly [object, MemberEdits]>;
  /** Keys of objects that a user has destroyed, and whether they appear again unless the file removes them. */
  readonly destroyed: ReadonlyMap<string, boolean>;
  /** Keys of objects that a user has created. */
  readonly created: ReadonlySet<string>;
}

/**
 * Lays out a live scene with its edits, in steps.
 * @param saved is called after the file has been written
 */
export function* layOutScene(
  model: ExposedModel,
  document: BoundDocument,
  from: Pick<DocumentPlan, 'text' | 'entries' | 'members'>,
  { objectEdits, destroyed, created }: SceneChanges,
  saved: () => void,
): IncrementalTask<LaidOutDocument> {
  const { objects } = model;
  const changes = new Map<Entry, EntryChange>();
  const added = new Map<object, JsonObject>();
  for (const [target, edits] of objectEdits) {
    for (const [entry, change] of edits.changes) {
      const own = entry.object?.owner.target;
      if (own === undefined || own === target) changes.set(entry, change);
    }
    const isThere = edits.added !== undefined && !objects.isDestroyed(target);
    if (isThere && objects.fileKey(target) !== undefined) added.set(target, edits.added);
    yield;
  }
  for (const entry of removalsAfterCreation(from.entries, created)) changes.set(entry, removal);
  const first = markRemoved(from.entries, destroyed, changes);
  const built = yield* layOutDocument(model, document, { ...from, changes, added, first });
  const commit = () => {
    built.commit();
    saved();
  };
  return { text: built.text, commit };
}

/**
 * Finds removal entries after the entry that creates an object: they would remove a user's object at the next
 * start.
 */
function removalsAfterCreation(entries: readonly Entry[], created: ReadonlySet<string>): Entry[] {
  if (created.size === 0) return [];
  const removals = new Map<string, Entry[]>();
  for (const entry of entries) {
    const key = entry.address?.key;
    if (key === undefined || !entry.isRoot || !created.has(key)) continue;
    if (entry.kind !== 'removed') removals.set(key, []);
    else removals.get(key)?.push(entry);
  }
  return [...removals.values()].flat();
}

/** @returns removal entries for objects that the file does not have */
function markRemoved(
  entries: readonly Entry[],
  destroyed: ReadonlyMap<string, boolean>,
  changes: Map<Entry, EntryChange>,
): JsonObject[] {
  if (destroyed.size === 0) return [];
  const marked = new Set<string>();
  for (const entry of entries) {
    const key = entry.address?.key;
    if (key === undefined || !destroyed.has(key)) continue;
    if (entry.kind === 'removed') {
      marked.add(key);
      continue;
    }
    const isMarked = entry.isRoot && entry.kind === 'override' && !marked.has(key);
    if (isMarked) marked.add(key);
    const text = isMarked ? entry.text.with(removalOf(entry)) : undefined;
    changes.set(entry, { text, moved: [], rewritten: [], isRedefined: true });
  }
  return [...destroyed].flatMap(([key, wasOfScene]) =>
    wasOfScene && !marked.has(key) ? [{ '@source': key, '@op': 'removed' }] : [],
  );
}

/** Returns the edits that turn an entry into a removal. */
function removalOf(entry: Entry): Edit[] {
  const names = Object.keys(entry.text.json()).filter((name) => name !== '@source' && name !== '@op');
  return [
    ...names.map((name): Edit => ({ kind: 'remove', path: [name] })),
    { kind: 'set', path: ['@op'], value: 'removed' },
  ];
}
