import type { PathSegments } from '../../objects/property-ref.js';
import { type FileLocation, type FileProblems, stepsTo } from '../../types/type.js';
import type { PendingReference } from './pending-references.js';

/** A value that stayed unchanged because its JSON is invalid; `reason` is undefined if that is not an error. */
interface IgnoredValue {
  readonly objectPath: PathSegments;
  readonly reason: string | undefined;
}

/** Notes the pending references and the invalid values inside one value of a file. */
export class ValueProblems implements FileProblems {
  readonly allIgnored: IgnoredValue[] = [];
  readonly #value: Omit<PendingReference, 'isLeftOut'>;
  readonly #pending: { add(reference: PendingReference): void };

  /** @param value the paths of the value */
  constructor(
    value: Omit<PendingReference, 'isLeftOut'>,
    pending: { add(reference: PendingReference): void },
  ) {
    this.#value = value;
    this.#pending = pending;
  }

  unresolved(at: FileLocation): void {
    this.#pending.add(this.#pendingAt(at, false));
  }

  leftOut(at: FileLocation): void {
    this.#pending.add(this.#pendingAt(at, true));
  }

  ignored(at: FileLocation, reason: string | undefined): void {
    this.allIgnored.push({ objectPath: this.#pendingAt(at, false).objectPath, reason });
  }

  #pendingAt(at: FileLocation, isLeftOut: boolean): PendingReference {
    const { file, model } = stepsTo(at);
    return {
      entryPath: [...this.#value.entryPath, ...file],
      objectPath: [...this.#value.objectPath, ...model],
      savedPath: [...this.#value.savedPath, ...model],
      isLeftOut,
    };
  }
}
