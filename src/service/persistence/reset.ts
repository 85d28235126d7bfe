import type { ExposedModel } from '../model.js';
import { MemberRef } from '../objects/property-ref.js';
import type { Captured } from '../state/defaults.js';
import { isCandidate, mayHaveChanged, parentDelta } from './deltas.js';
import { memberAt, persistentUnits, placeOf } from './place.js';

/** Every object goes back to its captured defaults, unconditionally, and is clean then (DRT-11). */
export function resetAllToDefault(model: ExposedModel): void {
  model.changes.together('host', () => {
    for (const { unit } of [...persistentUnits(model, mayHaveChanged(model))]) resetUnit(model, unit);
  });
  model.dirty.markAllClean();
}

/** The objects with dirty properties go back to their captured defaults; others are untouched (DRT-12). */
export function revertAllToDefault(model: ExposedModel): void {
  model.changes.together('host', () => {
    for (const { unit } of [...model.dirty.dirtyUnits()]) {
      resetUnit(model, unit);
      model.dirty.markClean(unit);
    }
  });
}

function resetUnit(model: ExposedModel, unit: Captured): void {
  const place = placeOf(model, unit.target);
  const captured = model.defaults.of(unit);
  if (place === undefined || captured === undefined) return;
  const changed = model.dirty.everChanged(unit);
  for (const member of unit.class.members) {
    if (!isCandidate(member, changed)) continue;
    const ref =
      place.prefix === '' ? new MemberRef(place.handle, member) : memberAt(model, place, member.name);
    model.writer.reset(ref, captured, 'reset');
  }
  if (parentDelta(model, unit) === undefined) return;
  const gameObject = model.gameObjectOf(place.handle);
  if (gameObject !== undefined) model.setParent(gameObject, model.defaults.parentOf(unit.target), 'reset');
}
