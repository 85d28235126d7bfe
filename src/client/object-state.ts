import type { Json } from './json.js';
import { type PathSegment, parsePath } from './path.js';
import { areIn, countIn, isSameAt, isTouching, type PendingWrite, withWrite } from './pending-writes.js';
import { contains, isSame, type KeyOf, lacksMember, locate, valueAt, withValue } from './tree.js';
import { notify, type Unsubscribe } from './watchable.js';

/** For so many milliseconds the echo of an own write is waited for. */
const echoMs = 1000;

/** The outcomes of a write; its caller reports one of them. */
export interface WriteOutcome {
  /** @param answered the host's value */
  accepted(answered: Json): void;
  refused(): void;
  /** A later write to the same place is sent instead. */
  replaced(): void;
}

const unseen: WriteOutcome = { accepted: () => {}, refused: () => {}, replaced: () => {} };

/** What an event says of the object. */
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
 * What is known of one object: what the host has said, and on top of it one's own writes until they have settled, so that a
 * slider shows what the finger does and never jumps back to an echo of a moment ago. An accepted value stays until its echo arrives.
 * If another value arrives, somebody else may have written before it or after it: a fresh read decides.
 */
export class ObjectState {
  readonly #keyOf: KeyOf;
  /** Asks for a fresh read. */
  readonly #requestRead: () => void;
  readonly #watchers = new Set<Watcher>();
  /** In the order of the calls. */
  #own: PendingWrite[] = [];
  /** A fresh read has been requested. */
  #isReadRequested = false;
  #reads = 0;
  #told: Json | undefined;
  #shown: Json | undefined;

  constructor(keyOf: KeyOf, onDoubt: () => void) {
    this.#keyOf = keyOf;
    this.#requestRead = onDoubt;
  }

  /** The object as it is shown; undefined while it is not known. */
  get value(): Json | undefined {
    return this.#shown;
  }

  get isWatched(): boolean {
    return this.#watchers.size > 0;
  }

  /** The value at a path as it is shown; undefined where nothing is known. */
  at(path: string): Json | undefined {
    return this.#find(parsePath(path));
  }

  /** True if a path names a member that its object does not have. */
  lacksMember(path: string): boolean {
    return lacksMember(this.#shown, parsePath(path), this.#keyOf);
  }

  /**
   * A read begins. Call what it answers with the object, or undefined when it is gone, and the events since it began: it
   * gives false when they do not fit to it. Own writes that were answered before the read began are in it.
   */
  beginRead(): (answered: Json | undefined, events?: readonly Change[]) => boolean {
    const read = ++this.#reads;
    return (answered, events = []) => {
      const told = events.reduce<Json | undefined>(
        (tree, { path, value }) => tree && changed(tree, path, value),
        answered,
      );
      this.#told = told ?? answered;
      this.#isReadRequested = false;
      this.#compare(
        answered,
        this.#own.filter(({ isAccepted, acceptedAfter }) => isAccepted && acceptedAfter < read),
      );
      this.#show();
      this.#readIfDoubtful();
      return told !== undefined || answered === undefined;
    };
  }

  /** Nothing is known any more. */
  clear(): void {
    this.#settle(this.#own);
    this.#isReadRequested = false;
    this.#told = undefined;
    this.#shown = undefined;
  }

  /** Takes an event; false when it does not fit to what is known: read again then. */
  apply(path: string, value: Json): boolean {
    if (this.#told === undefined) return true;
    const location = locationOf(path);
    const next = changed(this.#told, path, value);
    if (next === undefined) return false;
    this.#told = next;
    this.#settleEchoed(next, location);
    this.#show();
    this.#readIfDoubtful();
    return true;
  }

  /** Shows a value at once that is being written. */
  write(path: string, value: Json): WriteOutcome {
    const location = locate(this.#shown, parsePath(path), this.#keyOf);
    if (location === undefined) return unseen;
    const own: PendingWrite = {
      location,
      value,
      isAccepted: false,
      acceptedAfter: 0,
      isEchoed: false,
      isDoubtful: false,
    };
    this.#own.push(own);
    this.#show();
    return {
      accepted: (answered) => {
        if (!this.#own.includes(own)) return;
        this.#accept(own, answered);
        this.#show();
        this.#readIfDoubtful();
      },
      refused: () => {
        this.#settle([own]);
        this.#show();
        this.#readIfDoubtful();
      },
      replaced: () => this.#settle([own]),
    };
  }

  /** Calls `listener` with the value at a path, and with each other one from then on. */
  watch(path: string, listener: (value: Json | undefined) => void): Unsubscribe {
    const watcher: Watcher = { segments: parsePath(path), listener, last: undefined, isNotified: false };
    this.#watchers.add(watcher);
    if (this.#shown !== undefined) this.#tell(watcher);
    return () => void this.#watchers.delete(watcher);
  }

  #find(segments: readonly PathSegment[]): Json | undefined {
    const location = locate(this.#shown, segments, this.#keyOf);
    return location === undefined ? undefined : valueAt(this.#shown, location);
  }

  /** Settles the accepted writes that an event at a place shows. */
  #settleEchoed(told: Json, location: readonly string[]): void {
    const touched = this.#own.filter((own) => isTouching(own.location, location));
    const count = countIn(told, touched);
    for (const [i, own] of touched.entries()) {
      if (count === 0 || i < count) own.isEchoed = true;
      if (count === 0 && contains(location, own.location)) own.isDoubtful = true;
    }
    // An event of a whole list may have moved another element to the same place.
    const isList = Array.isArray(valueAt(told, location));
    this.#settle(
      touched.filter(
        (own, i) => own.isAccepted && (i < count || (isList && location.length < own.location.length)),
      ),
    );
  }

  #accept(own: PendingWrite, answered: Json): void {
    const told = this.#told;
    own.value = answered;
    own.isAccepted = true;
    own.acceptedAfter = this.#reads;
    const until = this.#own.slice(0, this.#own.indexOf(own) + 1);
    const touched = until.filter((each) => isTouching(each.location, own.location));
    // A write of the value that was there before has no echo.
    const isThere = told !== undefined && (own.isEchoed || touched.length === 1) && areIn(told, touched);
    if (isThere) this.#settle(touched.filter(({ isAccepted }) => isAccepted));
    else
      own.timer = setTimeout(() => {
        own.isDoubtful = true;
        this.#readIfDoubtful();
      }, echoMs);
  }

  /**
   * Settles the accepted writes that a read contradicts: others have written since. Those that it shows are kept, because echoes of
   * older values may still arrive.
   */
  #compare(read: Json | undefined, known: readonly PendingWrite[]): void {
    const told = this.#told;
    if (read === undefined || told === undefined) return this.#settle(known);
    const state = known.reduce(withWrite, read);
    this.#settle(known.filter(({ location }) => !isSameAt(location, state, read)));
    for (const own of known) {
      clearTimeout(own.timer);
      own.isDoubtful = !isSameAt(own.location, told, read);
    }
  }

  /** Requests a fresh read if a write is doubtful and none is under way. */
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

  #show(): void {
    this.#shown = this.#told === undefined ? undefined : this.#own.reduce(withWrite, this.#told);
    for (const watcher of [...this.#watchers]) this.#tell(watcher);
  }

  #tell(watcher: Watcher): void {
    const value = this.#find(watcher.segments);
    if (watcher.isNotified && isSame(value, watcher.last)) return;
    watcher.isNotified = true;
    watcher.last = value;
    notify(watcher.listener, value);
  }
}

/** Events name members and indexes. */
function locationOf(path: string): readonly string[] {
  return path === '' ? [] : path.split('/');
}

function changed(tree: Json, path: string, value: Json): Json | undefined {
  return withValue(tree, locationOf(path), value);
}
