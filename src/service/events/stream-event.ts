import type { ExposedObjectHandle } from '../objects/handle.js';
import type { EventKind } from './api.js';

/** An event as it goes out, with what filters and replay need to know of it. */
export interface StreamEvent {
  readonly seq: number;
  readonly kind: EventKind;
  /** The whole block of the event stream, `id:` line included. */
  readonly text: string;
  /** The text was made for those of one view, and is not everybody's. */
  readonly isOfView?: true;
  /** Ids and source keys, in turn, of the objects that it is about; undefined: it is for everybody. */
  readonly addresses: readonly string[] | undefined;
  /** The objects themselves, where not everybody may see all of them. */
  readonly subjects?: readonly ExposedObjectHandle[] | undefined;
  /** The app that is not told. */
  readonly exceptClient: string | undefined;
  /** Of property changes: with the path, what a later value of the same property replaces. */
  readonly id: string | undefined;
  readonly path: string;
}

/** What subscribers who may not see everything see of events. */
export interface EventGuard {
  /** Guards of the same rights have equal keys. */
  readonly key: string;
  /** The event without what may not be seen, in slices; undefined when nothing is left of it. */
  visible(event: StreamEvent): StreamEvent | undefined;
}
