import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Who changes a member. `remote` is a remote app, `user` the person at the host; both count as edits. `host` is engine
 * code, drivers and timelines, `load` state from disk, `reset` a return to defaults: those do not.
 */
export type ChangeOrigin = 'remote' | 'user' | 'host' | 'load' | 'reset';

/** True for what a user does, here or from afar: it counts as unsaved. */
export function isEdit(origin: ChangeOrigin | undefined): boolean {
  return origin === 'remote' || origin === 'user';
}

/** A call of a function on somebody's behalf. */
interface Call {
  readonly of: Callers;
  readonly origin: ChangeOrigin;
  /** The call that it was made in, maybe one of another service. */
  readonly within: Call | undefined;
  hasEnded: boolean;
}

/** The call that runs now. It follows `await`, timers and callbacks, and holds nothing of a service but this. */
const running = new AsyncLocalStorage<Call | undefined>();

/**
 * On whose behalf functions run. What a function does counts as its caller's edit to its end, after an await too
 * (DRT-18): to its return, or until the promise that it returned has settled. What it has started and does not wait for,
 * such as timers and listeners, is the engine's from then on.
 */
export class Callers {
  /** Calls that have not ended: without one there is nothing to look up. */
  #open = 0;

  /** Who is behind what application code does now; undefined where nobody but the engine is. */
  get current(): ChangeOrigin | undefined {
    if (this.#open === 0) return undefined;
    for (let call = running.getStore(); call !== undefined; call = call.within) {
      if (call.of === this && !call.hasEnded) return call.origin;
    }
    return undefined;
  }

  /** Runs `action` on behalf of `origin`; where it returns a promise, until that has settled. */
  run<T>(origin: ChangeOrigin, action: () => T): T {
    const call: Call = { of: this, origin, within: running.getStore(), hasEnded: false };
    const end = () => {
      call.hasEnded = true;
      this.#open--;
    };
    this.#open++;
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

/**
 * Runs `action`, such as a frame, as the engine's own. The timer behind it may have been started by a function, whose
 * caller has nothing to do with what happens in a frame.
 */
export function asEngine<T>(action: () => T): T {
  return running.getStore() === undefined ? action() : running.run(undefined, action);
}
