import type { EventKind } from '../../wire/event-kinds.js';
import type { ExposedObjectHandle } from '../objects/handle.js';

export interface EmitOptions {
  /**
   * Alternating ids and source keys (empty for none) of the objects the event is about, for `?ids=` and `?source`.
   * If omitted, every subscriber receives the event.
   */
  readonly addresses?: readonly string[];
  /** The objects themselves, if some subscribers may read only some of them. */
  readonly subjects?: readonly ExposedObjectHandle[] | undefined;
  /** The client that does not receive the event, which is about itself. */
  readonly exceptClient?: string;
}

/** The object that an event is about. */
export interface EventSubject {
  readonly id: string;
  /** Its id and its source key, which is empty for none. */
  readonly addresses: readonly string[];
}

export interface EventEmitter {
  /**
   * True while there are subscribers, and until 30 s after the last one has left, so that it can resume without a gap.
   * Otherwise writes do no event work (EVT-2).
   */
  readonly isRecording: boolean;
  /**
   * Queues an event for the end of this frame. `membersJson` is the JSON text of its members without braces, `type`
   * and `timestamp`, for example `"clientId":"a"`; empty for none.
   */
  emit(kind: EventKind, membersJson: string, options?: EmitOptions): void;
  /**
   * Notes that `path` of an object changed. The flush calls only the last `read` of each path, which returns the members
   * as for `emit`, or undefined if the object is gone.
   */
  propertyChanged(object: EventSubject, path: string, read: () => string | undefined): void;
}
