import type { ChangeOrigin } from '../members/origin.js';
import type { Written } from '../members/transactions/transaction.js';
import type { ExposedObjectHandle } from '../objects/handle.js';
import type { MemberOwner, PropertyRef } from '../objects/property-ref.js';
import type { ExposedMember } from '../types/exposed-member.js';

/** Receives changes after the model has recorded them. */
export interface ModelListener {
  /** True while events are recorded (EVT-2). */
  readonly isRecording: boolean;
  changed(ref: PropertyRef, origin: ChangeOrigin): void;
  /** Runs `action`, which may change many properties; if omitted, they are reported as any others. */
  inBulk?<T>(action: () => T): T;
  /** An object moved to another parent. */
  reparented(handle: ExposedObjectHandle): void;
}

/** Receives exact writes and changes; files use it to cancel pending references and to know what to save. */
export interface WriteListener {
  /** A write through the write path, whether it changed the value or not. */
  written(write: Written): void;
  /** A change by application code; any value inside the property may differ. */
  changed(ref: PropertyRef, origin: ChangeOrigin): void;
  /** A member was reset to its default, which files must record. */
  reset(owner: MemberOwner, member: ExposedMember): void;
  /** An object moved to another parent. */
  moved(handle: ExposedObjectHandle, origin: ChangeOrigin): void;
}
