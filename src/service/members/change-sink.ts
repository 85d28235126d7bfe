import type { ExposedObjectHandle } from '../objects/handle.js';
import type { PropertyRef } from '../objects/property-ref.js';
import type { ExposedMember } from '../types/exposed-member.js';
import type { ChangeOrigin } from './origin.js';
import type { Written } from './transactions/transaction.js';

/** Receives every change to an exposed member. */
export interface ChangeSink {
  /** False while nobody is subscribed: old values are then not read, and every write counts as a change (EVT-2). */
  readonly active: boolean;
  /** `isWritten`: the write path made the change and reports it to `written` as well. */
  changed(ref: PropertyRef, origin: ChangeOrigin, isWritten: boolean): void;
  /** Receives everything that goes through the write path, whether or not it changed a value. */
  written(write: Written): void;
  /** Returns the value of a member that is known without reading it; `failed` if none is. */
  captured(handle: ExposedObjectHandle, member: ExposedMember): unknown;
}
