import type { EmitOptions, EventKind, EventSubject } from './api.js';
import type { StreamEvent } from './stream-event.js';

/** An event that waits for the end of the frame. Its members are text, or read when the frame ends. */
export interface PendingEvent extends Omit<StreamEvent, 'seq' | 'text'> {
  readonly members: string | (() => string | undefined);
}

export function changeOf(
  { id, addresses }: EventSubject,
  path: string,
  members: () => string | undefined,
): PendingEvent {
  return {
    kind: 'exposed_object_updated',
    members,
    addresses,
    subjects: undefined,
    exceptClient: undefined,
    id,
    path,
  };
}

/** What has happened since the last flush: of the changes of one path the last one counts. */
export class PendingEvents {
  #events = new Map<string | number, PendingEvent>();
  #nextKey = 0;

  get isEmpty(): boolean {
    return this.#events.size === 0;
  }

  add(kind: EventKind, members: string, { addresses, subjects, exceptClient }: EmitOptions): void {
    this.#events.set(this.#nextKey++, {
      kind,
      members,
      addresses,
      subjects,
      exceptClient,
      id: undefined,
      path: '',
    });
  }

  addChange(subject: EventSubject, path: string, members: () => string | undefined): void {
    this.#events.set(`${subject.id}/${path}`, changeOf(subject, path, members));
  }

  /** Hands over what is pending, in the order in which the paths were first noted; nothing is pending then. */
  take(): Iterable<PendingEvent> {
    // A new map and not an empty one: V8 links a cleared map's old table to its new one, and what has grown old that way
    // keeps everything that follows alive until the next full collection.
    const taken = this.#events;
    this.#events = new Map();
    return taken.values();
  }

  drop(): void {
    this.#events = new Map();
  }
}
