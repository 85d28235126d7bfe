import type { Json } from './json.js';
import { type PathSegment, parsePath } from './path.js';
import { areIn, countIn, isSameAt, isTouching, type PendingWrite, withWrite } from './pending-writes.js';
import { contains, isSame, type KeyOf, lacksMember, locate, valueAt, withValue } from './tree.js';
import { notify, type Unsubscribe } from './watchable.js';

/** How long an accepted write waits for its echo, in milliseconds. */
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

/** What an event reports about the object. */
interface Change {
  readonly path: string;
  readonly value: Json;
}

interface Watcher {
  readonly segments: readonly PathSegment[];
  readonly listener: (value: Json | undefined) => void;
  last: Json | undefined;
  isNotified: boolean;
}

/**
 * The last state received for an object, with this client's pending writes on top, so that a slider never jumps back to
 * a value that it has left. An accepted value stays on top until its echo arrives. If another value arrives instead, a
 * fresh read tells which write was last.
 */
export class ObjectState {
  readonly #keyOf: KeyOf;
  /** Requests a fresh read. */
  readonly #requestRead: () => void;
  readonly #watchers = new Set<Watcher>();
  /** Pending writes, in the order of the calls. */
  #own: PendingWrite[] = [];
  /** A fresh read has been requested. */
  #isReadRequested = false;
  #reads = 0;
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
   * Begins a read. The returned function takes the object (undefined if it does not exist) and the events since the
   * read began; it returns false if they do not fit the object. Writes that were answered before the read began are
   * part of it.
   */
  beginRead(): (answered: Json | undefined, events?: readonly Change[]) => boolean {
    const read = ++this.#reads;
    return (answered, events = []) => {
      const received = events.reduce<Json | undefined>(
        (tree, { path, value }) => tree && changed(tree, path, value),
        answered,
      );
      this.#received = received ?? answered;
      this.#isReadRequested = false;
      this.#compare(
        answered,
        this.#own.filter(({ isAccepted, acceptedAfter }) => isAccepted && acceptedAfter < read),
      );
      this.#display();
      this.#readIfDoubtful();
      return received !== undefined || answered === undefined;
    };
  }

  /** Forgets the object. */
  clear(): void {
    this.#settle(this.#own);
    this.#isReadRequested = false;
    this.#received = undefined;
    this.#displayed = undefined;
  }

  /** Applies an event. Returns false if it does not fit the known state, which must then be read again. */
  apply(path: string, value: Json): boolean {
    if (this.#received === undefined) return true;
    const location = locationOf(path);
    const next = changed(this.#received, path, value);
    if (next === undefined) return false;
    this.#received = next;
    this.#settleEchoed(next, location);
    this.#display();
    this.#readIfDoubtful();
    return true;
  }

  /** Displays a value while it is being written. */
  write(path: string, value: Json): WriteOutcome {
    const location = locate(this.#displayed, parsePath(path), this.#keyOf);
    if (location === undefined) return ignoredOutcome;
    const own: PendingWrite = {
      location,
      value,
      isAccepted: false,
      acceptedAfter: 0,
      isEchoed: false,
      isDoubtful: false,
    };
    this.#own.push(own);
    this.#display();
    return {
      accepted: (answered) => {
        if (!this.#own.includes(own)) return;
        this.#accept(own, answered);
        this.#display();
        this.#readIfDoubtful();
      },
      refused: () => {
        this.#settle([own]);
        this.#display();
        this.#readIfDoubtful();
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

  /** Settles the accepted writes that an event contains. */
  #settleEchoed(received: Json, location: readonly string[]): void {
    const touched = this.#own.filter((own) => isTouching(own.location, location));
    const count = countIn(received, touched);
    for (const [i, own] of touched.entries()) {
      if (count === 0 || i < count) own.isEchoed = true;
      if (count === 0 && contains(location, own.location)) own.isDoubtful = true;
    }
    // An event with a whole list may have moved another element to the same index.
    const isList = Array.isArray(valueAt(received, location));
    this.#settle(
      touched.filter(
        (own, i) => own.isAccepted && (i < count || (isList && location.length < own.location.length)),
      ),
    );
  }

  #accept(own: PendingWrite, answered: Json): void {
    const received = this.#received;
    own.value = answered;
    own.isAccepted = true;
    own.acceptedAfter = this.#reads;
    const until = this.#own.slice(0, this.#own.indexOf(own) + 1);
    const touched = until.filter((each) => isTouching(each.location, own.location));
    // A write of the previous value has no echo.
    const isThere =
      received !== undefined && (own.isEchoed || touched.length === 1) && areIn(received, touched);
    if (isThere) this.#settle(touched.filter(({ isAccepted }) => isAccepted));
    else
      own.timer = setTimeout(() => {
        own.isDoubtful = true;
        this.#readIfDoubtful();
      }, echoMs);
  }

  /**
   * Settles the accepted writes that a read contradicts, because others have written since. The writes that it contains
   * are kept, since echoes of older values may still arrive.
   */
  #compare(read: Json | undefined, known: readonly PendingWrite[]): void {
    const received = this.#received;
    if (read === undefined || received === undefined) return this.#settle(known);
    const state = known.reduce(withWrite, read);
    this.#settle(known.filter(({ location }) => !isSameAt(location, state, read)));
    for (const own of known) {
      clearTimeout(own.timer);
      own.isDoubtful = !isSameAt(own.location, received, read);
    }
  }

  /** Requests a fresh read if a write is doubtful and none is in flight. */
  #readIfDoubtful(): void {
    if (this.#isReadRequested || this.#own.some(({ isAccepted }) => !isAccepted)) return;
    if (!this.#own.some(({ isDoubtful }) => isDoubtful)) return;
    this.#isReadRequested = true;
    this.#requestRead();
  }

  #settle(settled: readonly PendingWrite[]): void {
    for (const { timer } of settled) clearTimeout(timer);
    this.#own = this.#own.filter((own) => !settled.includes(own));
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

function changed(tree: Json, path: string, value: Json): Json | undefined {
  return withValue(tree, locationOf(path), value);
}
