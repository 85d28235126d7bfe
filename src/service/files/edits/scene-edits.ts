import type { JsonObject } from '../../common/json.js';
import type { ExposedModel } from '../../model/model.js';
import type { ExposedObjectHandle } from '../../objects/handle.js';
import type { MemberOwner } from '../../objects/property-ref.js';
import type { ChangedObject } from '../../state/saved-object.js';
import { parentIndex } from '../../state/tracked-member.js';
import type { ExposedMember } from '../../types/exposed-member.js';
import type { Edit } from '../document/text-edits.js';
import type { BoundDocument } from '../entries/bound-document.js';
import { type Entry, engineOrigin } from '../entries/entry.js';
import { isParent } from '../entries/entry-parents.js';
import { parentDelta, type Structure } from '../entries/structure.js';
import { changedMembers, differenceOf, isOfScope, membersToSave } from './changed-members.js';
import { DocumentEdits, type MemberEdits } from './document-edits.js';

const isOfScene = isOfScope('scene');

/** The creator of an object: the engine, a user, or an open file. */
export type Creator = 'spawned' | 'created' | 'brought';

/** Computes the edits that a save makes for objects of a live scene: their creation, parent and values. */
export class SceneEdits {
  readonly #model: ExposedModel;
  readonly #document: BoundDocument;
  readonly #structure: Structure;

  constructor(model: ExposedModel, document: BoundDocument, structure: Structure) {
    this.#model = model;
    this.#document = document;
    this.#structure = structure;
  }

  /**
   * Returns the edits for an object.
   * @param arrival the creator of the object if it is new since the last save. A spawned object gets a complete
   * entry, and a pending entry is marked as new if a user created its object.
   */
  of(target: object, changed: ChangedObject | undefined, arrival: Creator | undefined): MemberEdits {
    const edits = new DocumentEdits(this.#model, this.#document);
    const handle = arrival && this.#model.objects.byTarget(target);
    const isSpawned = handle?.sourceKey !== undefined && this.#structure.isSpawned(target);
    const isUserCreated = isSpawned && arrival === 'created';
    const creationEntry = isUserCreated ? this.#findCreationEntry(target) : undefined;
    const creation = creationEntry && {
      entry: creationEntry,
      edits: creationEdits(handle!, creationEntry, this.#structure),
    };
    const owner =
      changed ?? (creation !== undefined && creation.edits.length > 0 ? unchangedObject(handle!) : undefined);
    const parent = owner === undefined ? [] : this.#parentEdits(owner);
    const left = owner && edits.edit(owner, membersToSave(owner, 'scene'), parent, creation);
    const parentMember = Object.fromEntries(
      parent.flatMap((edit) => (edit.kind === 'set' ? [[edit.path[0], edit.value]] : [])),
    );
    let added: JsonObject | undefined;
    if (!this.#document.hasEntryOf({ target })) {
      if (isSpawned) added = this.#spawnedEntry(handle, edits, arrival);
      else if (changed !== undefined) added = this.#newEntry(changed, left!, parentMember);
    } else if (this.#rootEntry(target) === undefined) {
      // Entries of its components neither create it nor set its parent.
      if (isUserCreated) added = { ...this.#creationEntry(handle), ...parentMember };
      else if (Object.keys(parentMember).length > 0) added = this.#bareEntry(owner!, parentMember);
    }
    return { changes: edits.changes, added };
  }

  /** Returns the members of an entry that create the object as it was created. */
  #creationEntry({ target, class: cls, sourceKey }: ExposedObjectHandle): JsonObject {
    const { prefab, name } = this.#structure.origin(target)!;
    return {
      '@source': sourceKey!,
      ...(prefab === undefined ? { '@op': 'new' } : { '@prefab': prefab }),
      '@type': cls.name,
      ...(name !== undefined && { '@name': name }),
    };
  }

  #spawnedEntry(handle: ExposedObjectHandle, edits: DocumentEdits, arrival: Creator | undefined): JsonObject {
    const { target, class: cls } = handle;
    const owner = { target, class: cls };
    const parent = parentDelta(this.#model, owner);
    const ever = this.#model.saved.everChanged(owner);
    const innerNames = this.#innerMemberNames(target, edits);
    const members = cls.members.filter(
      (member) =>
        isOfScene(member) && (!member.isOwned || ever.has(member.index)) && !innerNames.has(member.name),
    );
    return {
      ...this.#creationEntry(handle),
      ...(arrival === 'spawned' && { '@origin': engineOrigin }),
      ...(parent !== undefined && { '@parent': parent.key }),
      ...differenceOf(this.#model, owner, members),
    };
  }

  /** Returns the members that inner entries describe. */
  #innerMemberNames(target: object, { changes }: DocumentEdits): Set<string> {
    const stays = (entry: Entry) => !changes.has(entry) || changes.get(entry)!.text !== undefined;
    const inner = this.#document.entriesOf({ target }).filter((entry) => entry.isInner && stays(entry));
    return new Set(inner.map(({ address }) => address!.rest!));
  }

  #bareEntry({ owner }: ChangedObject, members: JsonObject): JsonObject | undefined {
    const source = this.#model.objects.fileKey(owner.target);
    if (source === undefined || source.includes('.components[')) return undefined;
    return { '@source': source, '@type': owner.class.name, ...members };
  }

  /** Returns an entry for an object that the file lacks; undefined if nothing has to be saved. */
  #newEntry(
    changed: ChangedObject,
    members: readonly ExposedMember[],
    parentMember: JsonObject,
  ): JsonObject | undefined {
    const { owner } = changed;
    const source = this.#model.objects.fileKey(owner.target);
    if (source === undefined || this.#model.objects.isDestroyed(owner.target)) return undefined;
    const values = {
      ...(!source.includes('.components[') && parentMember),
      ...changedMembers(this.#model, changed, members),
    };
    if (Object.keys(values).length === 0) return undefined;
    return { '@source': source, '@type': owner.class.name, ...values };
  }

  #parentEdits({ owner, members, marks }: ChangedObject): Edit[] {
    // A user has set the parent while another one was pending.
    const isDecided = marks.some(({ path: [name] }) => name === '@parent');
    if (!isDecided && !members.has(parentIndex)) return [];
    const isPending = this.#parentEntriesOf(owner).some((entry) => entry.pending.all.some(isParent));
    const isSame = this.#model.saved.of(owner, parentIndex) === this.#model.parentOfTarget(owner.target);
    if (isPending || (isSame && !isDecided)) return [];
    const parent = this.#parentOf(owner);
    return [
      parent === undefined
        ? { kind: 'remove', path: ['@parent'] }
        : { kind: 'set', path: ['@parent'], value: parent.key },
    ];
  }

  /** Returns the parent to save; also the initial one if the entry of another component has another parent. */
  #parentOf(owner: MemberOwner): { readonly key: string | null } | undefined {
    const isElsewhere = this.#parentEntriesOf(owner).some(
      ({ object }) => object!.owner.target !== owner.target,
    );
    return parentDelta(this.#model, owner, isElsewhere);
  }

  #parentEntriesOf({ target }: MemberOwner): Entry[] {
    const handle = this.#model.objects.byTarget(target);
    return handle === undefined ? [] : this.#document.parentEntriesOf(handle);
  }

  /** Returns the entry that creates an object, or that is to be changed to create it. */
  #findCreationEntry(target: object): Entry | undefined {
    const entries = this.#document.entriesOf({ target });
    return entries.findLast(({ isRoot, kind }) => isRoot && kind === 'new') ?? this.#rootEntry(target);
  }

  #rootEntry(target: object): Entry | undefined {
    return this.#document.entriesOf({ target }).findLast(({ isRoot }) => isRoot);
  }
}

/** Returns the edits after which an entry creates an object as it was created. */
function creationEdits(
  { target, class: cls }: ExposedObjectHandle,
  entry: Entry,
  structure: Structure,
): Edit[] {
  const { prefab, name } = structure.origin(target) ?? {};
  const edits: Edit[] = [];
  const set = (member: string, value: string) => edits.push({ kind: 'set', path: [member], value });
  if (prefab !== entry.prefab) {
    if (prefab === undefined) edits.push({ kind: 'remove', path: ['@prefab'] });
    else set('@prefab', prefab);
  }
  if (prefab === undefined && (entry.kind === 'override' || entry.prefab !== undefined)) set('@op', 'new');
  if ((edits.length > 0 || prefab === undefined) && entry.typeName !== cls.name) set('@type', cls.name);
  if (name === undefined && entry.name !== undefined) edits.push({ kind: 'remove', path: ['@name'] });
  else if (name !== undefined && name !== entry.name) set('@name', name);
  return edits;
}

function unchangedObject(owner: MemberOwner): ChangedObject {
  return { owner, members: new Set(), edited: new Set(), marks: [] };
}
