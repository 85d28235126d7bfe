import type { JsonObject } from '../json.js';
import type { ExposedModel } from '../model.js';
import type { BoundDocument } from './bound-document.js';
import type { Edit } from './document/edits.js';
import type { EntryChange, UnitEdits } from './document-edits.js';
import type { Entry } from './entry.js';
import { type Built, type DocumentPlan, SavedText } from './saved-text.js';
import { eachInSteps, type Steps } from './slices.js';

const editsPerStep = 50;

/**
 * Lays out a live scene with its edits, in steps.
 * @param looked what it has to say of objects
 * @param destroyed keys of the objects that a user has destroyed, and whether they come again unless the file says so
 * @param saved is called once it has been written
 */
export function* savedWith(
  model: ExposedModel,
  bound: BoundDocument,
  from: Pick<DocumentPlan, 'text' | 'entries' | 'members'>,
  looked: Iterable<readonly [object, UnitEdits]>,
  destroyed: ReadonlyMap<string, boolean>,
  saved: () => void,
): Steps<Built> {
  const { objects } = model;
  const changes = new Map<Entry, EntryChange>();
  const added = new Map<object, JsonObject>();
  yield* eachInSteps([...looked], editsPerStep, ([target, edits]) => {
    for (const [entry, change] of edits.changes) {
      const own = entry.place?.unit.target;
      if (own === undefined || own === target) changes.set(entry, change);
    }
    const isThere = edits.added !== undefined && !objects.isDestroyed(target);
    if (isThere && objects.fileKey(target) !== undefined) added.set(target, edits.added);
  });
  const first = takeOut(from.entries, destroyed, changes);
  const built = yield* SavedText.laidOut(model, bound, { ...from, changes, added, first });
  const commit = () => {
    built.commit();
    saved();
  };
  return { text: built.text, commit };
}

/** @returns entries for objects that the file does not know */
function takeOut(
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
    changes.set(entry, { text, moved: [], saysWhat: true });
  }
  return [...destroyed].flatMap(([key, wasOfScene]) =>
    wasOfScene && !marked.has(key) ? [{ '@source': key, '@op': 'removed' }] : [],
  );
}

/** What is left of an entry of an object that was destroyed. */
function removalOf(entry: Entry): Edit[] {
  const names = Object.keys(entry.text.json()).filter((name) => name !== '@source' && name !== '@op');
  return [
    ...names.map((name): Edit => ({ kind: 'remove', path: [name] })),
    { kind: 'set', path: ['@op'], value: 'removed' },
  ];
}
