import type { EventKind } from '../../wire/event-kinds.js';
import type { EmitOptions, EventSubject } from './event-emitter.js';
import type { StreamEvent } from './stream-event.js';

/** An event to be sent at the end of the frame. Its members are JSON, or read at the flush. */
export interface PendingEvent extends Omit<StreamEvent, 'seq' | 'text'> {
  readonly members: string | (() => string | undefined);
}

export function changeEvent(
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

/** Events since the last flush. Only the latest change of each path is kept. */
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
    this.#events.set(`${subject.id}/${path}`, changeEvent(subject, path, members));
  }

  /** Removes and returns the pending events, in the order in which their paths were first noted. */
  take(): Iterable<PendingEvent> {
    // The map is replaced, not cleared. V8 links the old table of a cleared map to its new one, which keeps later events
    // alive until the next full garbage collection.
    const taken = this.#events;
    this.#events = new Map();
    return taken.values();
  }

  drop(): void {
    this.#events = new Map();
  }
}
