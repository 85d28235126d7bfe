import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * The origin of a change. `remote` is a client, `user` the person at the host; both count as edits. `host` is engine
 * code, `load` state from disk, `reset` the reset of all objects; these do not.
 */
export type ChangeOrigin = 'remote' | 'user' | 'host' | 'load' | 'reset';

/** True for changes by a client or user, which count as unsaved. */
export function isEdit(origin: ChangeOrigin | undefined): boolean {
  return origin === 'remote' || origin === 'user';
}

/** A function call on behalf of a client or user. */
interface Call {
  readonly owner: Callers;
  readonly origin: ChangeOrigin;
  /** The call in which it was made, possibly of another service. */
  readonly outer: Call | undefined;
  hasEnded: boolean;
}

/** The call that is running, across `await`, timers and callbacks. */
const running = new AsyncLocalStorage<Call | undefined>();

/**
 * Tracks on whose behalf functions run. A function acts for its caller until its returned promise settles (DRT-18).
 * Timers and listeners that it started and does not await act for the engine from then on.
 */
export class Callers {
  /** Number of calls that have not ended. */
  #openCalls = 0;

  /** The origin of current changes by application code; undefined if it acts for the engine. */
  get current(): ChangeOrigin | undefined {
    if (this.#openCalls === 0) return undefined;
    for (let call = running.getStore(); call !== undefined; call = call.outer) {
      if (call.owner === this && !call.hasEnded) return call.origin;
    }
    return undefined;
  }

  /** Runs `action` on behalf of `origin`, until it returns or its promise settles. */
  run<T>(origin: ChangeOrigin, action: () => T): T {
    const call: Call = { owner: this, origin, outer: running.getStore(), hasEnded: false };
    const end = () => {
      call.hasEnded = true;
      this.#openCalls--;
    };
    this.#openCalls++;
    let result: T;
    try {
      result = running.run(call, action);
    } catch (error) {
      end();
      throw error;
    }
    if (result instanceof Promise) result.then(end, end);
    else end();
    return result;
  }
}

/** Runs `action`, such as a frame, on behalf of the engine, even if its timer was started by a function. */
export function asEngine<T>(action: () => T): T {
  return running.getStore() === undefined ? action() : running.run(undefined, action);
}
