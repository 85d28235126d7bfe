import type { Json } from '../../client/index.js';
import type { Condition } from '../host/types.js';
import { textOf } from '../host/values.js';
import type { Binding } from './binding.js';

interface Conditional {
  readonly visibility?: Condition | undefined;
  readonly visibilityConditions?: readonly Condition[] | undefined;
}

/** True if a member is visible: all conditions on its sibling members hold. A component that calls it follows them. */
export function isVisible({ visibility, visibilityConditions }: Conditional, container: Binding): boolean {
  const conditions = visibilityConditions ?? (visibility === undefined ? [] : [visibility]);
  return conditions.every(({ property, value, showWhenMatch }) => {
    const present = container.at(String(property).replaceAll('.', '/')).value.value;
    return matches(present, value) === showWhenMatch;
  });
}

/** Numbers may be sent as strings. */
function matches(present: Json | undefined, wanted: Json): boolean {
  if (present === undefined) return false;
  if (typeof present === 'object' || typeof wanted === 'object') return textOf(present) === textOf(wanted);
  return String(present) === String(wanted);
}
