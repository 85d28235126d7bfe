import { failed } from '../common/application-code.js';
import type { ExposedModel } from '../model/model.js';
import { notCaptured } from '../objects/property-ref.js';
import type { ExposedClass } from '../types/exposed-class.js';
import type { ExposedMember } from '../types/exposed-member.js';
import { persistentObjects } from './entries/bound-object.js';
import type { IncrementalTask } from './run-incrementally.js';

/** True if application code can change a member unnoticed. */
export function isUnobserved({ isPersistable, isOwned }: ExposedMember): boolean {
  return isPersistable && !isOwned;
}

/**
 * Notes, in steps, the members that application code has changed unnoticed. Skips classes without such members.
 */
export function* noteUnobserved(model: ExposedModel): IncrementalTask<void> {
  const hasAny = ({ members }: ExposedClass) => members.some(isUnobserved);
  if (!model.classes.all().some(hasAny)) return;
  for (const { owner } of persistentObjects(model, ({ class: cls }) => hasAny(cls))) {
    for (const member of owner.class.members.filter(isUnobserved)) {
      const value = member.read(owner.target);
      const before = model.saved.of(owner, member.index);
      if (value === failed || (before !== notCaptured && member.type.same(value, before))) continue;
      model.saved.noteChanged(owner, member, 'host');
    }
    yield;
  }
}
