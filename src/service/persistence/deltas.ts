import { type Json, stringifyJson } from '../json.js';
import type { ExposedModel } from '../model.js';
import type { Captured } from '../state/defaults.js';
import type { ExposedClass, ExposedMember } from '../types/exposed-class.js';

/** What of an object differs from its captured defaults, by member name; in the order of its class. */
export type UnitDelta = ReadonlyMap<string, { readonly json: Json; readonly text: string }>;

/** The delta of an object's members of one scope (DRT-15, LSC-9). Looks at what was ever changed, and no further. */
export function unitDelta(model: ExposedModel, unit: Captured, scope: 'scene' | 'project'): UnitDelta {
  const delta = new Map<string, { json: Json; text: string }>();
  const captured = model.defaults.of(unit);
  const changed = model.dirty.everChanged(unit);
  for (const member of unit.class.members) {
    if (!isCandidate(member, changed) || member.persistScope !== scope) continue;
    const { type, get, name, index } = member;
    const json =
      captured === undefined ? type.persist(get(unit.target)) : type.delta(get(unit.target), captured[index]);
    if (json !== undefined) delta.set(name, { json, text: stringifyJson(json) });
  }
  return delta;
}

/** Members that application code can change unseen are looked at in any case. */
export function isCandidate(
  { isPersistable, isKeepable, index }: ExposedMember,
  changed: ReadonlySet<number>,
): boolean {
  return isPersistable && (!isKeepable || changed.has(index));
}

/** Says of an object whether anything of it may have to be saved, without looking at its values. */
export function mayHaveChanged(model: ExposedModel): (unit: Captured) => boolean {
  const unseen = new Map<ExposedClass, boolean>();
  return ({ target, class: cls }) => {
    if (model.dirty.everChanged({ target }).size > 0) return true;
    let isUnseen = unseen.get(cls);
    if (isUnseen === undefined) {
      isUnseen = cls.members.some((member) => isCandidate(member, nothing));
      unseen.set(cls, isUnseen);
    }
    return isUnseen;
  };
}

const nothing: ReadonlySet<number> = new Set();

/** The source key of the present parent where it is not the parent that the object began with; undefined otherwise. */
export function parentDelta(
  model: ExposedModel,
  { target }: Captured,
): { readonly key: string | null } | undefined {
  const parent = model.parentOfTarget(target);
  if (parent === model.defaults.parentOf(target)) return undefined;
  if (parent === undefined) return { key: null };
  const key = model.objects.ofGameObject(parent)?.sourceKey;
  return key === undefined ? undefined : { key };
}
