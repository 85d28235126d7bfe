import type { PathSegments } from '../../objects/property-ref.js';
import { type FileProblems, stepsTo } from '../../types/type.js';
import type { PendingReference } from './pending-references.js';

/**
 * Notes pending references. `file` and `place` are the paths of the value being read; `retried` is the reference
 * being retried.
 */
export function problemsOf(
  file: PathSegments,
  place: PathSegments,
  retried: PendingReference | undefined,
  note: (reference: PendingReference) => void,
): FileProblems {
  const noteAs =
    (isLeftOut: boolean): FileProblems['unresolved'] =>
    (at) => {
      const paths = stepsTo(at);
      const path = [...place, ...paths.model];
      const placeInFile = retried === undefined ? path : [...retried.placeInFile, ...paths.model];
      note({ file: [...file, ...paths.file], place: path, placeInFile, isLeftOut });
    };
  return { unresolved: noteAs(false), leftOut: noteAs(true), ignored: () => {} };
}
