import { failed } from '../../common/application-code.js';
import type { JsonObject } from '../../common/json.js';
import type { ExposedModel } from '../../model/model.js';
import { type MemberOwner, notCaptured } from '../../objects/property-ref.js';
import type { Indexes } from '../../state/index-set.js';
import type { ChangedObject } from '../../state/saved-object.js';
import type { ExposedMember } from '../../types/exposed-member.js';
import { FileJsonWriter } from '../../types/graph/file-json-writer.js';
import { omitUnknown } from '../unknown-members.js';
import { EntryEditor } from './entry-editor.js';
import { selectInside } from './entry-value.js';

/** Returns a filter for the members that files of a scope have: live scenes or settings. */
export function isOfScope(scope: ExposedMember['persistScope']): (member: ExposedMember) => boolean {
  return ({ isPersistable, persistScope }) => isPersistable && persistScope === scope;
}

/** Returns the changed members of an object that files of a scope have, in the order of their class. */
export function membersToSave(
  { owner, members }: ChangedObject,
  scope: ExposedMember['persistScope'],
): ExposedMember[] {
  const isWanted = isOfScope(scope);
  return owner.class.members.filter((member) => members.has(member.index) && isWanted(member));
}

/** Returns the complete values of members of an object. */
export function wholeMembers(
  model: ExposedModel,
  { target }: MemberOwner,
  members: readonly ExposedMember[],
): JsonObject {
  const walk = new FileJsonWriter(() => model.tellCutShort(target));
  const values = members.flatMap((member) => {
    const value = member.read(target);
    const json = value === failed ? undefined : omitUnknown(walk.whole(member.type, value));
    return json === undefined ? [] : [[member.name, json] as const];
  });
  return Object.fromEntries(values);
}

/** Returns the changed members of an object for a new entry. */
export function changedMembers(
  model: ExposedModel,
  { owner, marks, edited }: ChangedObject,
  members: readonly ExposedMember[],
): JsonObject {
  return writeMembers(model, owner, members, (index) => model.saved.of(owner, index), edited, marks);
}

/** Returns the differences between members of an object and its captured defaults. */
export function differenceOf(
  model: ExposedModel,
  owner: MemberOwner,
  members: readonly ExposedMember[],
): JsonObject {
  return writeMembers(model, owner, members, (index) => model.defaults.of(owner)?.[index] ?? notCaptured);
}

function writeMembers(
  model: ExposedModel,
  owner: MemberOwner,
  members: readonly ExposedMember[],
  before: (index: number) => unknown,
  edited: Indexes = new Set(),
  marks: ChangedObject['marks'] = [],
): JsonObject {
  const walk = new EntryEditor(() => model.tellCutShort(owner.target));
  const captured = model.defaults.of(owner);
  for (const member of members) {
    const ownMarks = selectInside(marks, member.name);
    // A reset member is not written, since the inner entry that set it was removed.
    if (ownMarks.some(({ path, kind }) => path.length === 0 && kind === 'reset')) continue;
    walk.add({
      type: member.type,
      held: undefined,
      entryPath: [member.name],
      before: before(member.index),
      now: member.read(owner.target),
      default: captured === undefined ? notCaptured : captured[member.index],
      marks: ownMarks.filter(({ kind }) => kind === 'decided'),
      pending: [],
      earlier: [],
      describedElsewhere: [],
      isEdited: edited.has(member.index),
    });
  }
  const values = walk.edits.flatMap((edit) =>
    edit.kind === 'set' ? [[String(edit.path[0]), edit.value] as const] : [],
  );
  return Object.fromEntries(values);
}
