import type { EventGuard, StreamEvent } from '../events/stream-event.js';
import type { Access } from '../http/security/access.js';
import type { ExposedModel } from '../model/model.js';
import { Guard } from './guard.js';
import { redactEvent } from './redact-event.js';

/** Provides one guard per access; subscribers with the same access share their events. */
export class Guards {
  readonly #model: ExposedModel;
  readonly #onException: (error: unknown) => void;
  readonly #guards = new WeakMap<Access, Guard>();
  readonly #failed = new WeakSet<Access>();
  #count = 0;

  /** @param onException receives the first exception that a rule throws for an access while events are sent */
  constructor(model: ExposedModel, onException: (error: unknown) => void) {
    this.#model = model;
    this.#onException = onException;
  }

  /** Returns the guard of an access; undefined for a caller that may do everything. */
  of(access: Access | undefined): Guard | undefined {
    if (access === undefined) return undefined;
    let guard = this.#guards.get(access);
    if (guard === undefined) {
      guard = new Guard(this.#model, access, String(++this.#count));
      this.#guards.set(access, guard);
    }
    return guard;
  }

  /** Returns the guard for events; undefined for a caller that may read all of them. */
  ofEvents(access: Access | undefined): EventGuard | undefined {
    const guard = this.of(access);
    if (guard === undefined || guard.canReadAll) return undefined;
    return { key: guard.key, visible: (event) => this.#tryRedact(guard, event) };
  }

  /** Redacts an event; a rule that throws hides it. */
  #tryRedact(guard: Guard, event: StreamEvent): StreamEvent | undefined {
    try {
      return redactEvent(guard, event);
    } catch (error) {
      if (!this.#failed.has(guard.access)) this.#onException(error);
      this.#failed.add(guard.access);
      return undefined;
    }
  }
}
