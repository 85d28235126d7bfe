import type { Json } from '../../client/index.js';
import type { Condition } from '../host/types.js';
import { textOf } from '../host/values.js';
import type { Binding } from './binding.js';

interface Conditional {
  readonly visibility?: Condition | undefined;
  readonly visibilityConditions?: readonly Condition[] | undefined;
}

/** Whether a member shows, by the values beside it; all conditions must hold. Follows them when it is asked in a component. */
export function isVisible({ visibility, visibilityConditions }: Conditional, container: Binding): boolean {
  const conditions = visibilityConditions ?? (visibility === undefined ? [] : [visibility]);
  return conditions.every(({ property, value, showWhenMatch }) => {
    const present = container.at(String(property).replaceAll('.', '/')).value.value;
    return matches(present, value) === showWhenMatch;
  });
}

/** Numbers may be written as texts, and the parts of a flags value in any order. */
function matches(present: Json | undefined, wanted: Json): boolean {
  if (present === undefined) return false;
  if (typeof present === 'object' || typeof wanted === 'object') return textOf(present) === textOf(wanted);
  return String(present) === String(wanted);
}
