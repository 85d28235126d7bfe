import type { ExposedModel } from '../model/model.js';
import type { ExposedObjectHandle } from '../objects/handle.js';
import { MemberRef } from '../objects/member-ref.js';
import type { PropertyRef } from '../objects/property-ref.js';
import type { CapturedObject } from '../state/defaults.js';
import type { ExposedMember } from '../types/exposed-member.js';
import { memberAt, type ObjectPlace, persistentUnits, placeOf } from './entries/place.js';
import { type Move, moveAll } from './entries/structure.js';
import { isUnobserved } from './unobserved-changes.js';

/** Resets every object to its captured defaults and marks it clean (DRT-11). */
export function resetAllToDefault(model: ExposedModel): void {
  const units = allUnits(model);
  resetTogether(model, units, units);
  model.dirty.markAllClean();
}

/** Resets the objects with unsaved edits to their captured defaults; others stay unchanged (DRT-12). */
export function revertAllToDefault(model: ExposedModel): void {
  const edited = editedUnits(model);
  const moved = [...model.dirty.movedUnits()];
  resetTogether(model, edited, [...edited, ...moved]);
  for (const unit of [...edited, ...moved]) model.dirty.markClean(unit);
}

/** Resets members of some objects and parents of others as one change. */
function resetTogether(
  model: ExposedModel,
  units: readonly CapturedObject[],
  children: readonly CapturedObject[],
): void {
  model.inBulk(() =>
    model.changes.batching('host', () => {
      for (const unit of units) resetUnit(model, unit);
      resetParents(model, children);
    }),
  );
}

function allUnits(model: ExposedModel): CapturedObject[] {
  return [...persistentUnits(model)].map(({ unit }) => unit);
}

function editedUnits(model: ExposedModel): CapturedObject[] {
  return [...model.dirty.dirtyUnits()].map(({ unit }) => unit);
}

/** Visits every member, not only those that differ, since values in files are removed as well. */
function resetUnit(model: ExposedModel, unit: CapturedObject): void {
  const place = placeOf(model, unit.target);
  const captured = model.defaults.of(unit);
  if (place === undefined || captured === undefined) return;
  const isResettable = resettableMembers(model, unit);
  for (const member of unit.class.members) {
    if (!member.isPersistable) continue;
    if (!isResettable(member)) {
      model.writes?.reset(unit, member);
      continue;
    }
    model.writer.reset(refAt(model, place, member), captured, 'reset');
  }
}

/** Selects the persistable members that may differ from their defaults; unobserved members always count. */
function resettableMembers(model: ExposedModel, unit: CapturedObject): (member: ExposedMember) => boolean {
  const changed = model.saved.everChanged(unit);
  return (member) => isUnobserved(member) || changed.has(member.index);
}

function refAt(model: ExposedModel, place: ObjectPlace, member: ExposedMember): PropertyRef {
  return place.prefix === '' ? new MemberRef(place.handle, member) : memberAt(model, place, member.name);
}

function resetParents(model: ExposedModel, units: readonly CapturedObject[]): void {
  const all: ExposedObjectHandle[] = [];
  const moves = units.flatMap(({ target }): Move[] => {
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
