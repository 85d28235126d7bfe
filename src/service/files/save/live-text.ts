import type { JsonObject } from '../../json.js';
import type { ExposedModel } from '../../model.js';
import type { Edit } from '../document/edits.js';
import { type EntryChange, takenOut, type UnitEdits } from '../edits/document-edits.js';
import type { BoundDocument } from '../entries/bound-document.js';
import type { Entry } from '../entries/entry.js';
import { eachInSteps, type Steps } from '../incremental.js';
import { type Built, type DocumentPlan, SavedText } from './saved-text.js';

const editsPerStep = 50;

/** What a save has to say. */
interface Said {
  /** Of objects. */
  readonly looked: Iterable<readonly [object, UnitEdits]>;
  /** Keys of those that a user has destroyed, and whether they come again unless the file says so. */
  readonly destroyed: ReadonlyMap<string, boolean>;
  /** Keys of those that a user has created. */
  readonly created: ReadonlySet<string>;
}

/**
 * Lays out a live scene with its edits, in steps.
 * @param saved is called once it has been written
 */
export function* savedWith(
  model: ExposedModel,
  bound: BoundDocument,
  from: Pick<DocumentPlan, 'text' | 'entries' | 'members'>,
  { looked, destroyed, created }: Said,
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
  for (const entry of removalsBehind(from.entries, created)) changes.set(entry, takenOut);
  const first = takeOut(from.entries, destroyed, changes);
  const built = yield* SavedText.laidOut(model, bound, { ...from, changes, added, first });
  const commit = () => {
    built.commit();
    saved();
  };
  return { text: built.text, commit };
}

/** Entries that take out objects which the file has made before: of what a user has created they would do so at the next start. */
function removalsBehind(entries: readonly Entry[], created: ReadonlySet<string>): Entry[] {
  if (created.size === 0) return [];
  const behind = new Map<string, Entry[]>();
  for (const entry of entries) {
    const key = entry.address?.key;
    if (key === undefined || !entry.isRoot || !created.has(key)) continue;
    if (entry.kind !== 'removed') behind.set(key, []);
    else behind.get(key)?.push(entry);
  }
  return [...behind.values()].flat();
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
