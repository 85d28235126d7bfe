import type { ExposedModel } from '../model/model.js';
import type { ExposedObjectHandle } from '../objects/handle.js';
import { MemberRef } from '../objects/member-ref.js';
import type { MemberOwner, PropertyRef } from '../objects/property-ref.js';
import type { ExposedMember } from '../types/exposed-member.js';
import { type BoundObject, boundObjectOf, memberAt, persistentObjects } from './entries/bound-object.js';
import { type Move, moveAll } from './entries/structure.js';
import { isUnobserved } from './unobserved-changes.js';

/** Resets every object to its captured defaults and marks it clean (DRT-11). */
export function resetAllToDefault(model: ExposedModel): void {
  const owners = [...persistentObjects(model)].map(({ owner }) => owner);
  resetTogether(model, owners, owners);
  model.dirty.markAllClean();
}

/** Resets the objects with unsaved edits to their captured defaults; others stay unchanged (DRT-12). */
export function revertAllToDefault(model: ExposedModel): void {
  const edited = [...model.dirty.dirtyObjects()].map(({ owner }) => owner);
  const moved = [...model.dirty.movedObjects()];
  resetTogether(model, edited, [...edited, ...moved]);
  for (const owner of [...edited, ...moved]) model.dirty.markClean(owner);
}

/** Resets members of some objects and parents of others as one change. */
function resetTogether(
  model: ExposedModel,
  owners: readonly MemberOwner[],
  children: readonly MemberOwner[],
): void {
  model.inBulk(() =>
    model.changes.detector.batching('host', () => {
      for (const owner of owners) resetObject(model, owner);
      resetParents(model, children);
    }),
  );
}

/** Visits every member, not only those that differ, since values in files are removed as well. */
function resetObject(model: ExposedModel, owner: MemberOwner): void {
  const object = boundObjectOf(model, owner.target);
  const captured = model.defaults.of(owner);
  if (object === undefined || captured === undefined) return;
  const isResettable = resettableMembers(model, owner);
  for (const member of owner.class.members) {
    if (!member.isPersistable) continue;
    if (!isResettable(member)) {
      model.writes?.reset(owner, member);
      continue;
    }
    model.writer.reset(refAt(model, object, member), captured, 'reset');
  }
}

/** Selects the persistable members that may differ from their defaults; unobserved members always count. */
function resettableMembers(model: ExposedModel, owner: MemberOwner): (member: ExposedMember) => boolean {
  const changed = model.saved.everChanged(owner);
  return (member) => isUnobserved(member) || changed.has(member.index);
}

function refAt(model: ExposedModel, object: BoundObject, member: ExposedMember): PropertyRef {
  return object.prefix === '' ? new MemberRef(object.handle, member) : memberAt(model, object, member.name);
}

function resetParents(model: ExposedModel, owners: readonly MemberOwner[]): void {
  const all: ExposedObjectHandle[] = [];
  const moves = owners.flatMap(({ target }): Move[] => {
    const handle = model.objects.byTarget(target);
    const child = handle && model.gameObjectOf(handle);
    if (handle === undefined || child === undefined) return [];
    if (model.objects.ofGameObject(child) !== handle) return [];
    all.push(handle);
    return [{ child, parent: model.defaults.parentOf(target) }];
  });
  moveAll(model, moves, 'reset', model.code);
  // An object at its initial parent may have a pending parent.
  for (const handle of all) model.writes?.moved(handle, 'reset');
}
