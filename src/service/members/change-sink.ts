import type { ExposedObjectHandle } from '../objects/handle.js';
import type { PropertyRef } from '../objects/property-ref.js';
import type { ExposedMember } from '../types/exposed-member.js';
import type { ChangeOrigin } from './origin.js';
import type { Written } from './transactions/transaction.js';

/** Receives every change to an exposed member. */
export interface ChangeSink {
  /** True while events are recorded. Otherwise old values are not read, and every write counts as a change (EVT-2). */
  readonly isRecording: boolean;
  /** `isWritten` is true if the write path made the change, which it also reports to `written`. */
  changed(ref: PropertyRef, origin: ChangeOrigin, isWritten: boolean): void;
  /** Receives every write of the write path, whether or not it changed a value. */
  written(write: Written): void;
  /** Returns the value of a member that is known without reading it; `failed` if none is. */
  captured(handle: ExposedObjectHandle, member: ExposedMember): unknown;
}
