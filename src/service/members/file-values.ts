import type { Json } from '../common/json.js';
import { notCaptured, type PropertyRef } from '../objects/property-ref.js';
import type { Plan } from '../types/plan.js';
import type { FileProblems } from '../types/type.js';
import type { WritePlan } from './transactions/write-plan.js';

/** The JSON that a file has for a property. */
export interface FileJson {
  readonly ref: PropertyRef;
  readonly json: Json;
  /** The captured defaults of its owner; a leaf does not need them. */
  readonly members: readonly unknown[] | undefined;
  readonly problems: FileProblems;
  readonly isWhole: boolean;
}

/** A value read for an element of a list; `unreadable` if the JSON is invalid. */
export interface FileElement {
  readonly ref: PropertyRef;
  readonly json: Json;
  readonly index: number;
  readonly value: unknown;
  readonly plan: WritePlan;
}

/**
 * Reads the value of a property; `unreadable` if the JSON is invalid.
 * @param items the elements of the list that contains it, if known
 */
export function readFileValue(
  { ref, json, members, problems, isWhole }: FileJson,
  plan: Plan,
  items?: readonly unknown[],
): unknown {
  const baseline = members === undefined ? notCaptured : ref.valueIn(members, items);
  const before = baseline === notCaptured ? undefined : baseline;
  return ref.type.readDelta(json, ref.get(items), before, plan, { path: ref.path, problems, isWhole });
}
