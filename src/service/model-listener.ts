import type { ChangeOrigin } from './access/origin.js';
import type { Written } from './access/transactions/transaction.js';
import type { ExposedObjectHandle } from './objects/handle.js';
import type { PropertyRef } from './objects/property-ref.js';
import type { CapturedObject } from './state/defaults.js';
import type { ExposedMember } from './types/exposed-member.js';

/** Told of changes once the model has taken note of them. */
export interface ModelListener {
  /** False while nobody is subscribed (EVT-2). */
  readonly active: boolean;
  changed(ref: PropertyRef, origin: ChangeOrigin): void;
  /** A load has changed so much at once, object by object; where it is left out, each change is told by itself. */
  loaded?(objects: readonly (readonly PropertyRef[])[]): void;
  /** An object moved to another parent. */
  reparented(handle: ExposedObjectHandle): void;
}

/** Told of what users and others do to the places of objects, exactly: what files wait for, and what they are to say. */
export interface WriteListener {
  /** Through the write path, whether it has changed a value or not. */
  written(write: Written): void;
  /** By application code: all that is at a place may be another value. */
  changed(ref: PropertyRef, origin: ChangeOrigin): void;
  /** A member that is its default is to be so in files too. */
  reset(unit: CapturedObject, member: ExposedMember): void;
  /** An object moved to another parent. */
  moved(handle: ExposedObjectHandle, origin: ChangeOrigin): void;
}
