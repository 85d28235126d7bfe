import type { CapturedObject } from '../../state/defaults.js';
import type { SavedState } from '../../state/saved-state.js';
import type { Steps } from '../incremental.js';

/**
 * Runs steps that require an object to stay unchanged.
 * @returns their result; undefined if the object changed between two of them
 */
export function* abortOnChange<T>(
  saved: SavedState,
  unit: CapturedObject,
  steps: Steps<T>,
): Steps<T | undefined> {
  const { clock } = saved;
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return step.value;
    yield step.value;
    if (!saved.isUnchangedSince(unit, clock)) return undefined;
  }
}
