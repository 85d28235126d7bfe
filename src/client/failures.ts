import { RemoteError } from './errors.js';
import { unexpectedResponse } from './responses.js';
import { Listeners } from './watchable.js';

/** The object and the path of a call. */
export interface CallTarget {
  readonly key: string;
  readonly path: string;
}

/** A promise that knows whether it was awaited: `await` calls `then` only on subclasses. */
class Outcome<T> extends Promise<T> {
  /** The class of derived promises. */
  static override get [Symbol.species](): PromiseConstructor {
    return Promise;
  }

  isAwaited = false;

  // biome-ignore lint/suspicious/noThenProperty: it is a promise
  override then<A = T, B = never>(
    onDone?: ((value: T) => A | PromiseLike<A>) | null,
    onFailed?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    this.isAwaited = true;
    return super.then(onDone, onFailed);
  }
}

/** Reports errors of promises that were never awaited: to the listeners, or without any to the console. */
export class Failures {
  readonly #listeners = new Listeners<RemoteError>();
  #last: RemoteError | undefined;
  /** Reported messages by reason, because merged writes fail with the same reason. */
  readonly #reported = new WeakMap<object, string>();
  #printed: string | undefined;

  get last(): RemoteError | undefined {
    return this.#last;
  }

  listen(listener: (error: RemoteError) => void): () => void {
    const end = this.#listeners.add(listener);
    return () => void end();
  }

  /**
   * Runs `work` for the caller of a public method. An error goes to the code that awaits the promise, otherwise to the
   * listeners.
   */
  outcome<T>(work: () => Promise<T>, about?: CallTarget): Promise<T> {
    const call = new Error();
    const outcome = new Outcome<T>((resolve, reject) => {
      work().then(resolve, (reason: object) => {
        const error = errorOf(call, reason, about);
        reject(error);
        this.#last = error;
        // A caller that passes the promise on may await it later in this turn.
        setTimeout(() => {
          if (outcome.isAwaited || this.#reported.get(reason) === error.message) return;
          this.#reported.set(reason, error.message);
          this.#report(error);
        });
      });
    });
    // Without a handler, Node.js ends the process for a rejection.
    Promise.prototype.then.call(outcome, undefined, () => {});
    return outcome;
  }

  /** Reports an error that belongs to no promise. */
  add(error: RemoteError): void {
    this.#last = error;
    this.#report(error);
  }

  #report(error: RemoteError): void {
    if (!this.#listeners.isEmpty) return this.#listeners.notify(error);
    if (this.#printed === error.message) return;
    // A slider may cause the same error sixty times a second.
    this.#printed = error.message;
    console.error(error);
  }
}

/** Returns an error with the stack of a call, whose message names the object and the path. */
export function errorOf(call: Error, reason: unknown, about?: CallTarget): RemoteError {
  const error = reason instanceof RemoteError ? reason : unexpectedResponse(String(reason), reason);
  const isNamed = about === undefined || names(error.message, about.key);
  const message = isNamed ? error.message : `${error.message} (${nameOf(about)})`;
  const { code, status, cause } = error;
  const own = new RemoteError(code, status, message, cause === undefined ? undefined : { cause });
  const frames = call.stack?.indexOf('\n    at ') ?? -1;
  if (frames >= 0) own.stack = `${own.name}: ${message}${call.stack!.slice(frames)}`;
  return own;
}

function nameOf({ key, path }: CallTarget): string {
  return path === '' ? key : `${key}/${path}`;
}

/** True if a message contains a key as a separate word. */
function names(text: string, key: string): boolean {
  return text.split(/[^\w-]+/).includes(key) || (/[^\w-]/.test(key) && text.includes(key));
}
