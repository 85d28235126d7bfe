import type { Json, JsonObject } from '../common/json.js';
import type { Plan } from './plan.js';

/**
 * A member's type at run time: one interface for value types, enums, asset references, composites and arrays,
 * which paths, reads, writes, baselines and files all use.
 */
export interface Type {
  /** A leaf examines only its own value; the others are walked as graphs (graph/). */
  readonly kind: 'leaf' | 'nullable' | 'array' | 'composite';
  /** Number of JSON values that one value counts as: 4 for a Vector3 (wire.md section 1, limits). */
  readonly size: number;
  /** Name in descriptors: `Single`, `LightMode`, `Lens`, `Lens[]`. */
  readonly name: string;
  /** True if `read` needs the present value; otherwise it is not fetched (EVT-2). */
  readonly needsCurrent: boolean;
  /** True if a value only changes through the write path, so that its JSON may be cached until then. */
  readonly keepable: boolean;
  /** True for engine objects and arrays of them, whose values are references. */
  readonly refers: boolean;
  defaultValue(): unknown;
  /**
   * Sanitizes a value of application code; returns it, or a copy of an array with its own iteration.
   * @throws Error for a value that cannot be iterated, as if its getter had thrown (ERR-7)
   */
  sanitize(value: unknown): unknown;
  /**
   * Converts JSON to a value without changing anything; assignments to living objects are added to `plan`.
   * @throws ExposedError `set-failed`; `where` names the member in it
   */
  read(json: Json, current: unknown, plan: Plan, where: string): unknown;
  /**
   * Returns the value as JSON; composites deeper than `remaining` levels (DEP-2) or beyond the value limit become
   * stubs. With `refuseAt`, the value's path, text beyond the limit is rejected instead (DEP-13).
   * @throws ExposedError `answer-too-large`, only with `refuseAt`
   */
  write(value: unknown, remaining: number, refuseAt?: string): string;
  /** True if a write of one value over the other changes nothing; composites are compared by identity. */
  equal(a: unknown, b: unknown): boolean;
  /**
   * Returns a copy that is independent of the value, for baselines. The copy of `failed` is `failed`,
   * which never counts as different and cannot be restored.
   */
  capture(value: unknown): unknown;
  /** True if `value` has the content of `snapshot`: in the shape of files, or everything captured with `inFull`. */
  same(value: unknown, snapshot: unknown, inFull?: boolean): boolean;
  /**
   * Returns the value of `snapshot`, reusing present composites of the same class through `plan`.
   * @throws ExposedError `set-failed` if it cannot be restored
   */
  restore(snapshot: unknown, current: unknown, plan: Plan): unknown;
  /**
   * Returns the complete value in the shape of files (wire.md section 7); undefined if files cannot name it,
   * `unknownJson` if it cannot be read.
   */
  persist(value: unknown): Json | undefined;
  /**
   * Returns the differences from `snapshot` in the shape of files; undefined if there are none; otherwise like
   * `persist`.
   */
  delta(value: unknown, snapshot: unknown): Json | undefined;
  /**
   * Reads a value of a file; unreadable parts are reported to `problems` and stay unchanged. `snapshot` is the captured
   * default, undefined for an object without one. @returns `unreadable` if nothing can be read
   */
  readDelta(json: Json, current: unknown, snapshot: unknown, plan: Plan, at: FileLocation): unknown;
}

/** Represents an unreadable value in the shape of files; a file keeps its own JSON for it (ERR-7). */
export const unknownJson: JsonObject = Object.freeze({});

/** Returned by `readDelta` for an unreadable value: a member stays unchanged, an element is omitted (LSC-6). */
export const unreadable = Symbol('unreadable');

/** The path of a value in a file, and the receiver of its problems. */
export interface FileLocation {
  readonly path: string;
  readonly problems: FileProblems;
  /** The enclosing path; undefined for the outermost. */
  readonly above?: FileLocation;
  /** The last segment, in the file and in the value. */
  readonly step?: string | number;
  readonly modelStep?: string | number;
  /** True if the file has complete values, so that elements which it does not mention are removed. */
  readonly isWhole?: boolean | undefined;
}

export interface FileProblems {
  /** Called for a reference whose target does not exist; it may be retried. */
  unresolved(at: FileLocation): void;
  /**
   * Called for an invalid value. @param reason undefined if it is not an error, since another version may know it
   * (LSC-7)
   */
  ignored(at: FileLocation, reason: string | undefined): void;
  /** Called if the array lacks the element of an entry. */
  leftOut(at: FileLocation): void;
}

/** Returns the path one segment deeper. */
export function inside(
  at: FileLocation,
  step: string | number,
  modelStep: string | number = step,
): FileLocation {
  return {
    path: `${at.path}/${step}`,
    problems: at.problems,
    above: at,
    step,
    modelStep,
    isWhole: at.isWhole,
  };
}

/** Returns the segments of a path from the outermost, in the file and in the value. */
export function stepsTo(place: FileLocation): { file: (string | number)[]; model: (string | number)[] } {
  const file: (string | number)[] = [];
  const model: (string | number)[] = [];
  for (let at = place; at.above !== undefined; at = at.above) {
    file.push(at.step!);
    model.push(at.modelStep!);
  }
  return { file: file.reverse(), model: model.reverse() };
}
