import type { Steps } from '../../objects/property-ref.js';
import { type FileProblems, stepsTo } from '../../types/type.js';
import type { PendingReference } from './pending-references.js';

/** Notes what waits: `file` and `place` are of the value that is read. `again`: what has waited there. */
export function problemsOf(
  file: Steps,
  place: Steps,
  again: PendingReference | undefined,
  note: (waiting: PendingReference) => void,
): FileProblems {
  const noteAs =
    (isLeftOut: boolean): FileProblems['unresolved'] =>
    (at) => {
      const steps = stepsTo(at);
      const path = [...place, ...steps.model];
      const placeInFile = again === undefined ? path : [...again.placeInFile, ...steps.model];
      note({ file: [...file, ...steps.file], place: path, placeInFile, isLeftOut });
    };
  return { unresolved: noteAs(false), leftOut: noteAs(true), ignored: () => {} };
}
