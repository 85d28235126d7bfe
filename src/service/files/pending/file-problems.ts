import type { PathSegments } from '../../objects/property-ref.js';
import { type FileLocation, type FileProblems, stepsTo } from '../../types/type.js';
import type { PendingReference } from './pending-references.js';

/** A value that stayed unchanged because its JSON is invalid; `reason` is undefined if that is not an error. */
interface IgnoredValue {
  readonly objectPath: PathSegments;
  readonly reason: string | undefined;
}

const none: readonly never[] = [];

/** Notes the pending references and the invalid values inside one value of a file. */
export class ValueProblems implements FileProblems {
  readonly #entryPath: PathSegments;
  readonly #objectPath: PathSegments;
  readonly #retried: PendingReference | undefined;
  readonly #pending: { add(reference: PendingReference): void };
  #ignored: IgnoredValue[] | undefined;

  /** @param retried the reference being retried; undefined if the value is read for the first time */
  constructor(
    entryPath: PathSegments,
    objectPath: PathSegments,
    retried: PendingReference | undefined,
    pending: { add(reference: PendingReference): void },
  ) {
    this.#entryPath = entryPath;
    this.#objectPath = objectPath;
    this.#retried = retried;
    this.#pending = pending;
  }

  get allIgnored(): readonly IgnoredValue[] {
    return this.#ignored ?? none;
  }

  unresolved(at: FileLocation): void {
    this.#notePending(at, false);
  }

  leftOut(at: FileLocation): void {
    this.#notePending(at, true);
  }

  ignored(at: FileLocation, reason: string | undefined): void {
    this.#ignored ??= [];
    this.#ignored.push({ objectPath: [...this.#objectPath, ...stepsTo(at).model], reason });
  }

  #notePending(at: FileLocation, isLeftOut: boolean): void {
    const { file, model } = stepsTo(at);
    const objectPath = [...this.#objectPath, ...model];
    const savedPath = this.#retried === undefined ? objectPath : [...this.#retried.savedPath, ...model];
    this.#pending.add({ entryPath: [...this.#entryPath, ...file], objectPath, savedPath, isLeftOut });
  }
}
