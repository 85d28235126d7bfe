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
      const savedPath = retried === undefined ? path : [...retried.savedPath, ...paths.model];
      note({ entryPath: [...file, ...paths.file], objectPath: path, savedPath, isLeftOut });
    };
  return { unresolved: noteAs(false), leftOut: noteAs(true), ignored: () => {} };
}
