import type { Json } from '../common/json.js';
import { noBaseline, type PropertyRef } from '../objects/property-ref.js';
import type { FileProblems } from '../types/type.js';
import { WritePlan } from './transactions/write-plan.js';

/** The JSON that a file has for a property. */
export interface FileJson {
  readonly ref: PropertyRef;
  readonly json: Json;
  /** The captured defaults of its owner. */
  readonly members: readonly unknown[] | undefined;
  readonly problems: FileProblems;
  readonly isWhole: boolean;
}

/** A value read from a file, before it is set; `unreadable` if the JSON is invalid. */
export interface FileValue {
  readonly value: unknown;
  readonly plan: WritePlan;
}

/** A value read for an element of a list. */
export interface FileElement extends FileValue {
  readonly ref: PropertyRef;
  readonly json: Json;
  readonly index: number;
}

/** Reads the value of a property. @param items the elements of the list that contains it, if known */
export function readFileValue(
  { ref, json, members, problems, isWhole }: FileJson,
  items?: readonly unknown[],
): FileValue {
  const plan = new WritePlan();
  const baseline = members === undefined ? noBaseline : ref.baseline(members, items);
  const before = baseline === noBaseline ? undefined : baseline;
  const at = { path: ref.path, problems, isWhole };
  return { value: ref.type.readDelta(json, ref.get(items), before, plan, at), plan };
}
