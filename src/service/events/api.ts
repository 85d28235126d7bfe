/** What the rest of the service asks of the event stream. */
import type { ExposedObjectHandle } from '../objects/handle.js';

/** The kinds of events (wire.md section 4): the one table of their names. */
export const eventKinds = [
  'connected',
  'exposed_object_updated',
  'exposed_objects_changed',
  'types_update',
  'system_notification',
  'confirm_request',
  'confirm_dismiss',
  'client_connected',
  'client_disconnected',
] as const;

export type EventKind = (typeof eventKinds)[number];

export interface EmitOptions {
  /**
   * Ids and source keys in turn of the objects that it is about, for `?ids=` and `?source`; left out: for everybody. The key of
   * an object without one is empty.
   */
  readonly addresses?: readonly string[];
  /** The objects themselves, where those who may not see all of them are told of the rest. */
  readonly subjects?: readonly ExposedObjectHandle[] | undefined;
  /** The app that is not told: the one the event is about. */
  readonly exceptClient?: string;
}

/** The object that an event is about. */
export interface EventSubject {
  readonly id: string;
  /** Its id and its source key, which is empty for none. */
  readonly addresses: readonly string[];
}

export interface EventEmitter {
  /** False while nobody is subscribed or expected back: a write then costs no event work at all (EVT-2). */
  readonly active: boolean;
  /**
   * Queues an event for the end of this frame. `membersJson` is the JSON text of its members without braces, `type`
   * and `timestamp`, for example `"clientId":"a"`; empty for none.
   */
  emit(kind: EventKind, membersJson: string, options?: EmitOptions): void;
  /**
   * Notes that `path` of an object changed. At the end of the frame (or flush interval) the last note of a path
   * counts, and `read` gives its members then as above, or undefined when the object is gone meanwhile.
   */
  propertyChanged(object: EventSubject, path: string, read: () => string | undefined): void;
}
