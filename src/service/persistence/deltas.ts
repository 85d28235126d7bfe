import { failed } from '../application-code.js';
import { type Json, stringifyJson } from '../json.js';
import type { ExposedModel } from '../model.js';
import { noBaseline } from '../objects/property-ref.js';
import type { Captured } from '../state/defaults.js';
import type { ExposedClass, ExposedMember } from '../types/exposed-class.js';
import { FileWalk } from '../types/graph/file-walk.js';

/** What a file says of a member, as JSON and as its text. */
export interface MemberState {
  readonly json: Json;
  readonly text: string;
}

/** What files say of an object's members, by name; in the order of its class. */
export class UnitState extends Map<string, MemberState> {
  /** Members that cannot be read now: the file keeps what it holds for them (ERR-7). */
  readonly unreadable = new Set<string>();

  /** Notes what `write` makes of a member's value, undefined for nothing. */
  note(member: ExposedMember, target: object, write: (value: unknown) => Json | undefined): void {
    const value = member.read(target);
    if (value === failed) {
      this.unreadable.add(member.name);
      return;
    }
    const json = write(value);
    if (json !== undefined) this.set(member.name, { json, text: stringifyJson(json) });
  }
}

/** What of an object's members of one scope differs from its captured defaults (DRT-15, LSC-9). Looks at what was ever changed, and no further. */
export function unitDelta(model: ExposedModel, unit: Captured, scope: 'scene' | 'project'): UnitState {
  const delta = new UnitState();
  const walk = new FileWalk(() => model.tellCutShort(unit.target));
  const captured = model.defaults.of(unit);
  const changed = model.dirty.everChanged(unit);
  for (const member of unit.class.members) {
    if (!isCandidate(member, changed) || member.persistScope !== scope) continue;
    const { type, index } = member;
    const before = captured === undefined ? noBaseline : captured[index];
    delta.note(member, unit.target, (value) =>
      before === noBaseline ? walk.whole(type, value) : walk.delta(type, value, before),
    );
  }
  return delta;
}

/** All of an object's members of one scope. */
export function unitSnapshot(
  model: ExposedModel,
  { target, class: cls }: Captured,
  scope: 'scene' | 'project',
): UnitState {
  const walk = new FileWalk(() => model.tellCutShort(target));
  const snapshot = new UnitState();
  for (const member of cls.members) {
    if (!member.isPersistable || member.persistScope !== scope) continue;
    snapshot.note(member, target, (value) => walk.whole(member.type, value));
  }
  return snapshot;
}

/** Members that application code can change unseen are looked at in any case. */
export function isCandidate(
  { isPersistable, isOwned, index }: ExposedMember,
  changed: ReadonlySet<number>,
): boolean {
  return isPersistable && (!isOwned || changed.has(index));
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
