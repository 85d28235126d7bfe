import type { ObjectUpdated } from './events.js';
import type { Json } from './json.js';
import { valueAt, withValue } from './tree.js';
import { type Unsubscribe, tell } from './watchable.js';

/** After so many milliseconds without its echo an own write is taken for settled. */
const echoMs = 500;

interface OwnWrite {
  value: Json;
  /** Writes under way; when there are none, the echo is waited for. */
  pending: number;
  timer?: ReturnType<typeof setTimeout>;
}

interface Watcher {
  readonly path: string;
  readonly listener: (value: Json | undefined) => void;
  last: Json | undefined;
}

/**
 * What is known of one object: what the host has said, and on top of it one's own writes until they have settled, so that a
 * slider shows what the finger does and never jumps back to an echo of a moment ago.
 */
export class Mirror {
  readonly #watchers = new Set<Watcher>();
  readonly #own = new Map<string, OwnWrite>();
  #told: Json | undefined;
  #shown: Json | undefined;

  /** The object as it is shown; undefined while it is not known. */
  get value(): Json | undefined {
    return this.#shown;
  }

  get isWatched(): boolean {
    return this.#watchers.size > 0;
  }

  /** Takes what a read has answered; undefined for an object that is gone. */
  replace(value: Json | undefined): void {
    this.#told = value;
    this.#show();
  }

  /** Takes an event; false when it does not fit to what is known: read again then. */
  apply({ path, value }: Pick<ObjectUpdated, 'path' | 'value'>): boolean {
    if (this.#told === undefined) return true;
    const next = withValue(this.#told, path, value);
    if (next === undefined) return false;
    this.#told = next;
    const own = this.#own.get(path);
    if (own !== undefined && own.pending === 0 && isSame(own.value, value)) this.#settle(path, own);
    this.#show();
    return true;
  }

  /** Shows a value at once that is being written. Call what it answers with the host's value, undefined when it was refused. */
  write(path: string, value: Json): (answered: Json | undefined) => void {
    const own = this.#own.get(path) ?? { value, pending: 0 };
    own.value = value;
    own.pending++;
    clearTimeout(own.timer);
    this.#own.set(path, own);
    this.#show();
    return (answered) => {
      own.pending--;
      if (own.pending > 0 || this.#own.get(path) !== own) return;
      if (answered === undefined) this.#settle(path, own);
      else {
        own.value = answered;
        const isThere = isSame(valueAt(this.#told, path) ?? null, answered);
        if (isThere) this.#settle(path, own);
        else own.timer = setTimeout(() => this.#expire(path, own), echoMs);
      }
      this.#show();
    };
  }

  watch(path: string, listener: (value: Json | undefined) => void): Unsubscribe {
    const watcher: Watcher = { path, listener, last: valueAt(this.#shown, path) };
    this.#watchers.add(watcher);
    if (this.#shown !== undefined) tell(listener, watcher.last);
    return () => void this.#watchers.delete(watcher);
  }

  #expire(path: string, own: OwnWrite): void {
    // The host has answered with it, and nothing else has been heard since.
    if (this.#told !== undefined) this.#told = withValue(this.#told, path, own.value) ?? this.#told;
    this.#settle(path, own);
    this.#show();
  }

  #settle(path: string, own: OwnWrite): void {
    clearTimeout(own.timer);
    this.#own.delete(path);
  }

  #show(): void {
    let shown = this.#told;
    if (shown !== undefined)
      for (const [path, { value }] of this.#own) shown = withValue(shown, path, value) ?? shown;
    this.#shown = shown;
    for (const watcher of [...this.#watchers]) {
      const value = valueAt(shown, watcher.path);
      if (isSame(value ?? null, watcher.last ?? null) && (value === undefined) === (watcher.last === undefined))
        continue;
      watcher.last = value;
      tell(watcher.listener, value);
    }
  }
}

/** The same content. */
export function isSame(a: Json, b: Json): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const names = Object.keys(a);
  if (names.length !== Object.keys(b).length) return false;
  return names.every(
    (name) =>
      Object.hasOwn(b, name) &&
      isSame((a as Record<string, Json>)[name]!, (b as Record<string, Json>)[name]!),
  );
}

