import type { Captured } from '../../state/defaults.js';
import type { SavedState } from '../../state/saved-state.js';
import type { Steps } from '../incremental.js';

/**
 * Steps of work that count on an object as it is.
 * @returns what comes of them; undefined where it changes between two of them: they are not gone on with then
 */
export function* abortOnChange<T>(saved: SavedState, unit: Captured, steps: Steps<T>): Steps<T | undefined> {
  const { clock } = saved;
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return step.value;
    yield step.value;
    if (!saved.isUnchangedSince(unit, clock)) return undefined;
  }
}
