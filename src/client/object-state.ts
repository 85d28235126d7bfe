import type { Json } from './json.js';
import { type PathSegment, parsePath } from './path.js';
import { contains, isSame, type KeyOf, lacksMember, locate, mergeWrite, valueAt, withValue } from './tree.js';
import { notify, type Unsubscribe } from './watchable.js';

/** Milliseconds that accepted writes wait for their echoes; up to twice as long while others follow. */
const echoMs = 1000;

/** Receives the outcome of a write; exactly one of these is called. */
export interface WriteOutcome {
  /** @param answered the value that the host accepted */
  accepted(answered: Json): void;
  refused(): void;
  /** A later write to the same path is sent instead. */
  replaced(): void;
}

const ignoredOutcome: WriteOutcome = { accepted: () => {}, refused: () => {}, replaced: () => {} };

/** A change of the object that an event reports. */
interface Change {
  readonly path: string;
  readonly value: Json;
}

/** A write of this client that is in flight, or accepted while its echo has not arrived. */
interface PendingWrite {
  readonly location: readonly string[];
  /** The requested value; after the response, the accepted one. */
  value: Json;
  isAccepted: boolean;
  /** True if it has waited for its echo since the timer began. */
  hasWaited: boolean;
  /** True if its echo has not arrived in time, so that the next read settles it. */
  isOverdue: boolean;
}

interface Watcher {
  readonly segments: readonly PathSegment[];
  readonly listener: (value: Json | undefined) => void;
  last: Json | undefined;
  isNotified: boolean;
}

/**
 * The last state received for an object, with this client's pending writes on top, so that a slider never jumps back to
 * a value that it has left. An accepted write stays on top until its echo arrives. Without an echo, because others have
 * written too or the stream is interrupted, a fresh read settles it.
 */
export class ObjectState {
  readonly #keyOf: KeyOf;
  /** Requests a fresh read. */
  readonly #requestRead: () => void;
  readonly #watchers = new Set<Watcher>();
  /** Pending writes, in the order of the calls. */
  #own: PendingWrite[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #received: Json | undefined;
  #displayed: Json | undefined;

  constructor(keyOf: KeyOf, requestRead: () => void) {
    this.#keyOf = keyOf;
    this.#requestRead = requestRead;
  }

  /** The displayed object; undefined while it is unknown. */
  get value(): Json | undefined {
    return this.#displayed;
  }

  get isWatched(): boolean {
    return this.#watchers.size > 0;
  }

  /** Returns the displayed value at a path; undefined if it is unknown. */
  at(path: string): Json | undefined {
    return this.#find(parsePath(path));
  }

  /** True if a path names a member that its object does not have. */
  lacksMember(path: string): boolean {
    return lacksMember(this.#displayed, parsePath(path), this.#keyOf);
  }

  /**
   * Takes a fresh object (undefined if it does not exist) and the events since its read began. Returns false if they do
   * not fit the object.
   */
  takeRead(object: Json | undefined, events: readonly Change[] = []): boolean {
    const received = events.reduce<Json | undefined>(
      (tree, { path, value }) => tree && withValue(tree, locationOf(path), value),
      object,
    );
    this.#received = received ?? object;
    this.#own = object === undefined ? [] : this.#own.filter(({ isOverdue }) => !isOverdue);
    this.#display();
    return received !== undefined || object === undefined;
  }

  /** Forgets the object. */
  clear(): void {
    this.#stopTimer();
    this.#own = [];
    this.#received = undefined;
    this.#displayed = undefined;
  }

  /** Applies an event. Returns false if it does not fit the known state, which must then be read again. */
  apply(path: string, value: Json): boolean {
    if (this.#received === undefined) return true;
    const location = locationOf(path);
    const next = withValue(this.#received, location, value);
    if (next === undefined) return false;
    this.#received = next;
    this.#settleEchoed(next, location);
    this.#display();
    return true;
  }

  /** Displays a value while it is being written. */
  write(path: string, value: Json): WriteOutcome {
    const location = locate(this.#displayed, parsePath(path), this.#keyOf);
    if (location === undefined) return ignoredOutcome;
    const own: PendingWrite = { location, value, isAccepted: false, hasWaited: false, isOverdue: false };
    this.#own.push(own);
    this.#display();
    return {
      accepted: (answered) => {
        if (this.#own.includes(own)) this.#accept(own, answered);
      },
      refused: () => {
        this.#settle([own]);
        this.#display();
      },
      replaced: () => this.#settle([own]),
    };
  }

  /** Calls `listener` with the value at a path and with each later value. */
  watch(path: string, listener: (value: Json | undefined) => void): Unsubscribe {
    const watcher: Watcher = { segments: parsePath(path), listener, last: undefined, isNotified: false };
    this.#watchers.add(watcher);
    if (this.#displayed !== undefined) this.#notify(watcher);
    return () => void this.#watchers.delete(watcher);
  }

  #find(segments: readonly PathSegment[]): Json | undefined {
    const location = locate(this.#displayed, segments, this.#keyOf);
    return location === undefined ? undefined : valueAt(this.#displayed, location);
  }

  /** Settles the writes that an event contains. */
  #settleEchoed(received: Json, location: readonly string[]): void {
    const touched = this.#own.filter((own) => isTouching(own.location, location));
    // An event with a whole list may have moved another element to the same index.
    const isList = Array.isArray(valueAt(received, location));
    const isMoved = (own: PendingWrite) => isList && own.isAccepted && location.length < own.location.length;
    const count = countIn(received, touched);
    this.#settle(touched.filter((own, i) => i < count || isMoved(own)));
  }

  #accept(own: PendingWrite, answered: Json): void {
    own.value = answered;
    own.isAccepted = true;
    const touched = this.#own.filter(({ location }) => isTouching(location, own.location));
    if (this.#timer === undefined) {
      own.hasWaited = true;
      this.#startTimer();
    }
    // A write of the present value has no echo.
    if (touched.length === 1 && this.#received !== undefined && countIn(this.#received, touched) > 0)
      this.#settle([own]);
    this.#display();
  }

  #startTimer(): void {
    this.#timer = setTimeout(() => this.#readIfOverdue(), echoMs);
  }

  #stopTimer(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #readIfOverdue(): void {
    this.#timer = undefined;
    const accepted = this.#own.filter(({ isAccepted }) => isAccepted);
    if (accepted.some(({ hasWaited }) => !hasWaited)) this.#startTimer();
    const isAnyOverdue = accepted.some(({ hasWaited }) => hasWaited);
    for (const own of accepted) {
      own.isOverdue = own.hasWaited;
      own.hasWaited = true;
    }
    if (isAnyOverdue) this.#requestRead();
  }

  #settle(settled: readonly PendingWrite[]): void {
    this.#own = this.#own.filter((own) => !settled.includes(own));
    if (this.#own.length === 0) this.#stopTimer();
  }

  #display(): void {
    this.#displayed = this.#received === undefined ? undefined : this.#own.reduce(withWrite, this.#received);
    for (const watcher of [...this.#watchers]) this.#notify(watcher);
  }

  #notify(watcher: Watcher): void {
    const value = this.#find(watcher.segments);
    if (watcher.isNotified && isSame(value, watcher.last)) return;
    watcher.isNotified = true;
    watcher.last = value;
    notify(watcher.listener, value);
  }
}

/** Events use names and indexes only. */
function locationOf(path: string): readonly string[] {
  return path === '' ? [] : path.split('/');
}

/** Returns a tree with a write applied. */
function withWrite(tree: Json, { location, value }: PendingWrite): Json {
  return withValue(tree, location, mergeWrite(valueAt(tree, location), value)) ?? tree;
}

/** Returns the smallest number of `writes`, from the first on, that explains a tree; 0 if none does. */
function countIn(tree: Json, writes: readonly PendingWrite[]): number {
  let count = 0;
  let state = tree;
  for (const [i, write] of writes.entries()) {
    state = withWrite(state, write);
    const isThere = writes
      .slice(0, i + 1)
      .every(({ location }) => isSame(valueAt(state, location), valueAt(tree, location)));
    if (isThere) count = i + 1;
    else if (count > 0) break;
  }
  return count;
}

/** True if one location contains the other. */
function isTouching(location: readonly string[], other: readonly string[]): boolean {
  return contains(location, other) || contains(other, location);
}
