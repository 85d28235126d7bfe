import type { JsonObject } from '../../json.js';
import type { ExposedModel } from '../../model.js';
import type { ExposedObjectHandle } from '../../objects/handle.js';
import type { Captured } from '../../state/defaults.js';
import type { ChangedUnit } from '../../state/saved-object.js';
import { parentIndex } from '../../state/tracked-member.js';
import type { ExposedMember } from '../../types/exposed-member.js';
import type { Edit } from '../document/edits.js';
import type { BoundDocument } from '../entries/bound-document.js';
import { type Entry, engineOrigin } from '../entries/entry.js';
import { isParent } from '../entries/entry-parents.js';
import { parentDelta, type Structure } from '../entries/structure.js';
import { changedMembers, differenceOf } from './changed-members.js';
import { DocumentEdits, type UnitEdits } from './document-edits.js';

/** How an object has come: by the engine, by a user, or with a file that was open. */
export type Arrival = 'spawned' | 'created' | 'brought';

/** What a save has to say of objects of a live scene: how they came to be, where they are, and what they hold. */
export class SceneEdits {
  readonly #model: ExposedModel;
  readonly #bound: BoundDocument;
  readonly #structure: Structure;

  constructor(model: ExposedModel, bound: BoundDocument, structure: Structure) {
    this.#model = model;
    this.#bound = bound;
    this.#structure = structure;
  }

  /**
   * What a save has to say of an object.
   * @param arrival how it has come since the last save, if it has: an entry is to say all of what was spawned, and that it
   * is new where a user has done so and the file has waited for it
   */
  of(target: object, changed: ChangedUnit | undefined, arrival: Arrival | undefined): UnitEdits {
    const edits = new DocumentEdits(this.#model, this.#bound);
    const handle = arrival && this.#model.objects.byTarget(target);
    const isSpawned = handle?.sourceKey !== undefined && this.#structure.isSpawned(target);
    const isBorn = isSpawned && arrival === 'created';
    const maker = isBorn ? this.#makerOf(target) : undefined;
    const birth = maker && { entry: maker, edits: birthOf(handle!, maker, this.#structure) };
    const unit = changed ?? (birth !== undefined && birth.edits.length > 0 ? unchanged(handle!) : undefined);
    const parent = unit === undefined ? [] : this.#parentEdits(unit);
    const left = unit && edits.edit(unit, membersOf(unit), parent, birth);
    let added: JsonObject | undefined;
    if (!this.#hasEntry(target)) {
      if (isSpawned) added = this.#spawnedEntry(handle, edits, arrival);
      else if (changed !== undefined) added = this.#newEntry(changed, left!);
    } else if (this.#rootEntry(target) === undefined) {
      // Entries of it as a component do not say how it came to be, nor where it is.
      const said = parent.flatMap((edit) => (edit.kind === 'set' ? [[edit.path[0], edit.value]] : []));
      if (isBorn) added = { ...this.#bornEntry(handle), ...Object.fromEntries(said) };
      else if (said.length > 0) added = this.#bareEntry(unit!, Object.fromEntries(said));
    }
    return { changes: edits.changes, added };
  }

  /** What makes an object as it was made. */
  #bornEntry({ target, class: cls, sourceKey }: ExposedObjectHandle): JsonObject {
    const { prefab, name } = this.#structure.origin(target)!;
    return {
      '@source': sourceKey!,
      ...(prefab === undefined ? { '@op': 'new' } : { '@prefab': prefab }),
      '@type': cls.name,
      ...(name !== undefined && { '@name': name }),
    };
  }

  #spawnedEntry(handle: ExposedObjectHandle, edits: DocumentEdits, arrival: Arrival | undefined): JsonObject {
    const { target, class: cls } = handle;
    const unit = { target, class: cls };
    const parent = parentDelta(this.#model, unit);
    const ever = this.#model.saved.everChanged(unit);
    const elsewhere = this.#saidInside(target, edits);
    const members = cls.members.filter(
      (member) =>
        isOfScene(member) && (!member.isOwned || ever.has(member.index)) && !elsewhere.has(member.name),
    );
    return {
      ...this.#bornEntry(handle),
      ...(arrival === 'spawned' && { '@origin': engineOrigin }),
      ...(parent !== undefined && { '@parent': parent.key }),
      ...differenceOf(this.#model, unit, members),
    };
  }

  /** The members that have entries of their own. */
  #saidInside(target: object, { changes }: DocumentEdits): Set<string> {
    const stays = (entry: Entry) => !changes.has(entry) || changes.get(entry)!.text !== undefined;
    const inner = this.#bound.entriesOf({ target }).filter((entry) => entry.isInner && stays(entry));
    return new Set(inner.map(({ address }) => address!.rest!));
  }

  #bareEntry({ unit }: ChangedUnit, members: JsonObject): JsonObject | undefined {
    const source = this.#model.objects.fileKey(unit.target);
    if (source === undefined || source.includes('.components[')) return undefined;
    return { '@source': source, '@type': unit.class.name, ...members };
  }

  /** An entry for an object that the file does not have yet; undefined when there is nothing to say of it. */
  #newEntry(changed: ChangedUnit, members: readonly ExposedMember[]): JsonObject | undefined {
    const { unit } = changed;
    const source = this.#model.objects.fileKey(unit.target);
    if (source === undefined || this.#model.objects.isDestroyed(unit.target)) return undefined;
    const isParentChanged = changed.members.has(parentIndex) && !source.includes('.components[');
    const parent = isParentChanged ? this.#parentOf(unit) : undefined;
    const said = changedMembers(this.#model, changed, members);
    if (Object.keys(said).length === 0 && parent === undefined) return undefined;
    return {
      '@source': source,
      '@type': unit.class.name,
      ...(parent !== undefined && { '@parent': parent.key }),
      ...said,
    };
  }

  #parentEdits({ unit, members, marks }: ChangedUnit): Edit[] {
    // Somebody has said what it is while it waited for another one.
    const isDecided = marks.some(({ path: [name] }) => name === '@parent');
    if (!isDecided && !members.has(parentIndex)) return [];
    const waits = this.#parentEntriesOf(unit).some((entry) => entry.waiting.all.some(isParent));
    const isSame = this.#model.saved.of(unit, parentIndex) === this.#model.parentOfTarget(unit.target);
    if (waits || (isSame && !isDecided)) return [];
    const parent = this.#parentOf(unit);
    return [
      parent === undefined
        ? { kind: 'remove', path: ['@parent'] }
        : { kind: 'set', path: ['@parent'], value: parent.key },
    ];
  }

  /** What its entry has to say of the parent of an object: also the one that it began with where another component's says another. */
  #parentOf(unit: Captured): { readonly key: string | null } | undefined {
    const isElsewhere = this.#parentEntriesOf(unit).some(({ place }) => place!.unit.target !== unit.target);
    return parentDelta(this.#model, unit, isElsewhere);
  }

  #parentEntriesOf({ target }: Captured): Entry[] {
    const handle = this.#model.objects.byTarget(target);
    return handle === undefined ? [] : this.#bound.parentsSaid(handle);
  }

  /** The entry that makes an object, or is to. */
  #makerOf(target: object): Entry | undefined {
    const entries = this.#bound.entriesOf({ target });
    return entries.findLast(({ isRoot, kind }) => isRoot && kind === 'new') ?? this.#rootEntry(target);
  }

  #rootEntry(target: object): Entry | undefined {
    return this.#bound.entriesOf({ target }).findLast(({ isRoot }) => isRoot);
  }

  #hasEntry(target: object): boolean {
    return this.#bound.entriesOf({ target }).some((entry) => !entry.isInner);
  }
}

/** What an entry has to say so that a load makes an object, and as what it was made. */
function birthOf({ target, class: cls }: ExposedObjectHandle, entry: Entry, structure: Structure): Edit[] {
  const { prefab, name } = structure.origin(target) ?? {};
  const birth: Edit[] = [];
  const set = (member: string, value: string) => birth.push({ kind: 'set', path: [member], value });
  if (prefab !== entry.prefab) {
    if (prefab === undefined) birth.push({ kind: 'remove', path: ['@prefab'] });
    else set('@prefab', prefab);
  }
  if (prefab === undefined && (entry.kind === 'override' || entry.prefab !== undefined)) set('@op', 'new');
  if ((birth.length > 0 || prefab === undefined) && entry.typeName !== cls.name) set('@type', cls.name);
  if (name === undefined && entry.name !== undefined) birth.push({ kind: 'remove', path: ['@name'] });
  else if (name !== undefined && name !== entry.name) set('@name', name);
  return birth;
}

function isOfScene({ isPersistable, persistScope }: ExposedMember): boolean {
  return isPersistable && persistScope === 'scene';
}

function unchanged(unit: Captured): ChangedUnit {
  return { unit, members: new Set(), edited: new Set(), marks: [] };
}

function membersOf({ unit, members }: ChangedUnit): ExposedMember[] {
  return [...members]
    .sort((a, b) => a - b)
    .flatMap((index) => {
      const member = unit.class.members[index];
      return member !== undefined && isOfScene(member) ? [member] : [];
    });
}
