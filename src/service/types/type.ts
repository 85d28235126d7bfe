import type { Json, JsonObject } from '../json.js';
import type { Plan } from './plan.js';

/**
 * A member's type at run time: one interface over value types, enums, asset references, composites and arrays, so
 * that paths, reads, writes, baselines and files need to know none of them apart.
 */
export interface Type {
  /** A leaf looks at its own value alone; the others are walked over whole graphs (graph/). */
  readonly kind: 'leaf' | 'nullable' | 'array' | 'composite';
  /** How many JSON values one of it is: 4 for a Vector3 (wire.md section 1, limits). */
  readonly size: number;
  /** Name in descriptors: `Single`, `LightMode`, `Lens`, `Lens[]`. */
  readonly name: string;
  /** True when `read` looks at the present value; otherwise it need not be fetched (EVT-2). */
  readonly needsCurrent: boolean;
  /** True when a value's bytes can only change through the write path, so that they may be kept until then. */
  readonly keepable: boolean;
  /** True for engine objects and arrays of them: a value of it stands for what lives elsewhere. */
  readonly refers: boolean;
  defaultValue(): unknown;
  /**
   * What application code gives for a value, before anybody else looks at it: the same, or a copy of what has ways of its
   * own. @throws Error for what cannot be gone through; it is as if the getter had thrown it (ERR-7)
   */
  admit(value: unknown): unknown;
  /**
   * Converts JSON to a value and changes nothing: what must be set on objects that live already is queued in `plan`.
   * @throws ExposedError `set-failed`; `where` names the member in it.
   */
  read(json: Json, current: unknown, plan: Plan, where: string): unknown;
  /**
   * The value as JSON text; composites deeper than `remaining` levels become stubs (DEP-2), and those past the limit
   * of values too. With `refuseAt`, the value's path, a text past the limit is refused instead (DEP-13).
   * @throws ExposedError `answer-too-large`, with `refuseAt` alone
   */
  write(value: unknown, remaining: number, refuseAt?: string): string;
  /** True when two living values are the same as far as a write is concerned; composites by identity. */
  equal(a: unknown, b: unknown): boolean;
  /**
   * A copy that later changes of the value do not reach: what baselines are made of. That of `failed` is `failed`: what
   * could not be read is different from nothing, and cannot be restored.
   */
  capture(value: unknown): unknown;
  /**
   * True when `value` is what `snapshot` was captured from, compared by content: in the shape of files, or with
   * `inFull` all that was captured.
   */
  same(value: unknown, snapshot: unknown, inFull?: boolean): boolean;
  /**
   * The value that `snapshot` was captured from; present composites of the same class are reused, by `plan`.
   * @throws ExposedError `set-failed` where there is nothing to go back to
   */
  restore(snapshot: unknown, current: unknown, plan: Plan): unknown;
  /**
   * The whole value in the shape of files (wire.md section 7); undefined when it cannot be named in one, `unknownJson`
   * for what cannot be read now.
   */
  persist(value: unknown): Json | undefined;
  /** What of the value differs from `snapshot`, in the shape of files; undefined when nothing does; else as `persist`. */
  delta(value: unknown, snapshot: unknown): Json | undefined;
  /**
   * The value that a file means, read tolerantly: what cannot be read is told to `problems` and left as it is.
   * `snapshot` is the captured default, undefined for an object that has none.
   * @returns `unreadable` when nothing of it can be taken
   */
  readDelta(json: Json, current: unknown, snapshot: unknown, plan: Plan, at: FilePlace): unknown;
}

/** Stands in the shape of files for what could not be read: a file keeps what it holds for it (ERR-7). */
export const unknownJson: JsonObject = Object.freeze({});

/** What `readDelta` gives for a value that cannot be read at all: a member stays, an element is left out (LSC-6). */
export const unreadable = Symbol('unreadable');

/** Where in a file a value stands, and who hears of what cannot be read there. */
export interface FilePlace {
  readonly path: string;
  readonly problems: FileProblems;
  /** What it is in; undefined for the outermost. */
  readonly above?: FilePlace;
  /** The step to it from there, in the file and in the value. */
  readonly step?: string | number;
  readonly modelStep?: string | number;
  /** The file holds values whole: what an array in it does not mention is not there. */
  readonly isWhole?: boolean | undefined;
}

export interface FileProblems {
  /** A reference to something that is not there yet: it may be tried again. */
  unresolved(at: FilePlace): void;
  /** A value that has no meaning here. @param reason undefined where that is no mistake: another version may know it (LSC-7) */
  ignored(at: FilePlace, reason: string | undefined): void;
  /** The entry of an array stands for an element that is not there. */
  leftOut(at: FilePlace): void;
}

/** The same problems, one step deeper. */
export function inside(at: FilePlace, step: string | number, modelStep: string | number = step): FilePlace {
  return {
    path: `${at.path}/${step}`,
    problems: at.problems,
    above: at,
    step,
    modelStep,
    isWhole: at.isWhole,
  };
}

/** The steps to a place from the outermost, in the file and in the value. */
export function stepsTo(place: FilePlace): { file: (string | number)[]; model: (string | number)[] } {
  const file: (string | number)[] = [];
  const model: (string | number)[] = [];
  for (let at = place; at.above !== undefined; at = at.above) {
    file.push(at.step!);
    model.push(at.modelStep!);
  }
  return { file: file.reverse(), model: model.reverse() };
}
