import type { ExposedObjectHandle } from '../objects/handle.js';
import type { PropertyRef } from '../objects/property-ref.js';
import type { ExposedMember } from '../types/exposed-member.js';
import type { ChangeOrigin } from './origin.js';
import type { Written } from './transactions/transaction.js';

/** Told of every change of an exposed member. */
export interface ChangeSink {
  /** False while nobody is subscribed: old values are then not read, and every write counts as a change (EVT-2). */
  readonly active: boolean;
  /** `isWritten`: by the write path, which tells of it by `written` too. */
  changed(ref: PropertyRef, origin: ChangeOrigin, isWritten: boolean): void;
  /** The same, object by object, of what a load has set, where it is known already what files say of it and what a user has edited. */
  loaded(changed: readonly (readonly PropertyRef[])[]): void;
  /** Told of everything that went through the write path, whether it has changed a value or not. */
  written(write: Written): void;
  /** What is known to be the value of a member without reading it; `failed` when nothing is. */
  captured(handle: ExposedObjectHandle, member: ExposedMember): unknown;
}
