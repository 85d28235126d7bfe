import type { ExposedModel } from '../model.js';
import type { ExposedObjectHandle } from '../objects/handle.js';
import { MemberRef } from '../objects/member-ref.js';
import type { PropertyRef } from '../objects/property-ref.js';
import type { Captured } from '../state/defaults.js';
import type { ExposedMember } from '../types/exposed-member.js';
import { memberAt, type Place, persistentUnits, placeOf } from './entries/place.js';
import { type Move, moveAll } from './entries/structure.js';
import { isUnobserved } from './load/unobserved-changes.js';

/** Every object goes back to its captured defaults, unconditionally, and is clean then (DRT-11). */
export function resetAllToDefault(model: ExposedModel): void {
  const units = allUnits(model);
  model.changes.together('host', () => {
    for (const unit of units) resetUnit(model, unit);
    resetParents(model, units);
  });
  model.dirty.markAllClean();
}

/** The objects with unsaved edits go back to their captured defaults; others are untouched (DRT-12). */
export function revertAllToDefault(model: ExposedModel): void {
  const edited = editedUnits(model);
  const moved = [...model.dirty.movedUnits()];
  model.changes.together('host', () => {
    for (const unit of edited) resetUnit(model, unit);
    resetParents(model, [...edited, ...moved]);
  });
  for (const unit of [...edited, ...moved]) model.dirty.markClean(unit);
}

function allUnits(model: ExposedModel): Captured[] {
  return [...persistentUnits(model)].map(({ unit }) => unit);
}

function editedUnits(model: ExposedModel): Captured[] {
  return [...model.dirty.dirtyUnits()].map(({ unit }) => unit);
}

/** What files hold for it goes too, so that every member is set back, and not those alone that differ. */
function resetUnit(model: ExposedModel, unit: Captured): void {
  const place = placeOf(model, unit.target);
  const captured = model.defaults.of(unit);
  if (place === undefined || captured === undefined) return;
  const goesBack = membersThatGoBack(model, unit);
  for (const member of unit.class.members) {
    if (!member.isPersistable) continue;
    if (!goesBack(member)) {
      model.writes?.reset(unit, member);
      continue;
    }
    model.writer.reset(refAt(model, place, member), captured, 'reset');
  }
}

/** Those of the persistable ones that may differ from what they were. What changes unseen is looked at in any case. */
function membersThatGoBack(model: ExposedModel, unit: Captured): (member: ExposedMember) => boolean {
  const changed = model.saved.everChanged(unit);
  return (member) => isUnobserved(member) || changed.has(member.index);
}

function refAt(model: ExposedModel, place: Place, member: ExposedMember): PropertyRef {
  return place.prefix === '' ? new MemberRef(place.handle, member) : memberAt(model, place, member.name);
}

function resetParents(model: ExposedModel, units: readonly Captured[]): void {
  const all: ExposedObjectHandle[] = [];
  const moves = units.flatMap(({ target }): Move[] => {
    const standing = model.objects.byTarget(target);
    const child = standing && model.gameObjectOf(standing);
    if (standing === undefined || child === undefined) return [];
    if (model.objects.ofGameObject(child) !== standing) return [];
    all.push(standing);
    return [{ child, parent: model.defaults.parentOf(target) }];
  });
  moveAll(model, moves, 'reset', model.code);
  // Those that are where they began may wait for another parent.
  for (const handle of all) model.writes?.moved(handle, 'reset');
}
