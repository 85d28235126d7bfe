import type { EventKind } from '../../wire/event-kinds.js';
import type { ExposedObjectHandle } from '../objects/handle.js';

/** An encoded event, with what filters and replay need. */
export interface StreamEvent {
  readonly seq: number;
  readonly kind: EventKind;
  /** The complete block of the event stream, including the `id:` line. */
  readonly text: string;
  /** Alternating ids and source keys of the objects the event is about; undefined for all subscribers. */
  readonly addresses: readonly string[] | undefined;
  /** The objects themselves, if some subscribers may read only some of them. */
  readonly subjects?: readonly ExposedObjectHandle[] | undefined;
  /** The client that does not receive the event. */
  readonly exceptClient: string | undefined;
  /** For property changes: with the path, identifies the property whose later value replaces this one. */
  readonly id: string | undefined;
  readonly path: string;
}

/** Redacts events for subscribers that may not read everything. */
export interface EventGuard {
  /** Equal for guards with the same rights. */
  readonly key: string;
  /** Returns the event without what is hidden; undefined if nothing is left. */
  visible(event: StreamEvent): StreamEvent | undefined;
}
