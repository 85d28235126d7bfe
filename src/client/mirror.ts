import type { Json } from './json.js';
import { type Step, stepsOf } from './path.js';
import { isAbove, isSame, type KeyOf, locate, valueAt, withValue, written } from './tree.js';
import { tell, type Unsubscribe } from './watchable.js';

/** For so many milliseconds the echo of an own write is waited for. */
const echoMs = 1000;

interface OwnWrite {
  readonly place: readonly string[];
  value: Json;
  /** Requests under way; when there are none, the echo is waited for. */
  pending: number;
  /** What was written before: their echoes come first, and show nothing. */
  readonly before: Json[];
  /** How many reads had begun when it was answered: the next one has it. */
  answeredAfter: number;
  timer?: ReturnType<typeof setTimeout>;
}

/** What an event says of the object. */
interface Change {
  readonly path: string;
  readonly value: Json;
}

interface Watcher {
  readonly steps: readonly Step[];
  readonly listener: (value: Json | undefined) => void;
  last: Json | undefined;
  isTold: boolean;
}

/**
 * What is known of one object: what the host has said, and on top of it one's own writes until they have settled, so that a
 * slider shows what the finger does and never jumps back to an echo of a moment ago.
 */
export class Mirror {
  readonly #keyOf: KeyOf;
  /** Asks for a fresh read: an echo has not come. */
  readonly #onDoubt: () => void;
  readonly #watchers = new Set<Watcher>();
  readonly #own = new Map<string, OwnWrite>();
  #reads = 0;
  #told: Json | undefined;
  #shown: Json | undefined;

  constructor(keyOf: KeyOf, onDoubt: () => void) {
    this.#keyOf = keyOf;
    this.#onDoubt = onDoubt;
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
    return this.#find(stepsOf(path));
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
      for (const own of [...this.#own.values()])
        if (own.pending === 0 && own.answeredAfter < read) this.#settle(own);
      this.#show();
      return told !== undefined || answered === undefined;
    };
  }

  /** Nothing is known any more. */
  clear(): void {
    for (const own of [...this.#own.values()]) this.#settle(own);
    this.#told = undefined;
    this.#shown = undefined;
  }

  /** Takes an event; false when it does not fit to what is known: read again then. */
  apply(path: string, value: Json): boolean {
    if (this.#told === undefined) return true;
    const place = placeOf(path);
    const next = changed(this.#told, path, value);
    if (next === undefined) return false;
    this.#told = next;
    for (const own of [...this.#own.values()])
      if (own.pending === 0 && this.#isOver(own, place)) this.#settle(own);
    this.#show();
    return true;
  }

  /**
   * Shows a value at once that is being written. Call what it answers with the host's value; with undefined when it was
   * refused.
   */
  write(path: string, value: Json): (answered: Json | undefined) => void {
    const place = locate(this.#shown, stepsOf(path), this.#keyOf);
    if (place === undefined) return () => {};
    const name = place.join('/');
    const own: OwnWrite = this.#own.get(name) ?? { place, value, pending: 0, before: [], answeredAfter: 0 };
    clearTimeout(own.timer);
    if (this.#own.has(name)) own.before.push(own.value);
    own.value = value;
    own.pending++;
    this.#own.set(name, own);
    this.#show();
    return (answered) => {
      own.pending--;
      if (answered !== undefined && own.pending > 0) own.before.push(answered);
      if (own.pending > 0 || this.#own.get(name) !== own) return;
      own.answeredAfter = this.#reads;
      if (answered === undefined || isSame(valueAt(this.#told, place), answered)) this.#settle(own);
      else {
        own.value = answered;
        own.timer = setTimeout(this.#onDoubt, echoMs);
      }
      this.#show();
    };
  }

  /** Calls `listener` with the value at a path, and with each other one from then on. */
  watch(path: string, listener: (value: Json | undefined) => void): Unsubscribe {
    const watcher: Watcher = { steps: stepsOf(path), listener, last: undefined, isTold: false };
    this.#watchers.add(watcher);
    if (this.#shown !== undefined) this.#tell(watcher);
    return () => void this.#watchers.delete(watcher);
  }

  #find(steps: readonly Step[]): Json | undefined {
    const place = locate(this.#shown, steps, this.#keyOf);
    return place === undefined ? undefined : valueAt(this.#shown, place);
  }

  /** True when what was said at a place is the echo of the last own write, or later than it. */
  #isOver(own: OwnWrite, place: readonly string[]): boolean {
    if (!isAbove(place, own.place))
      return isAbove(own.place, place) && isSame(valueAt(this.#told, own.place), own.value);
    const value = valueAt(this.#told, own.place);
    return isSame(value, own.value) || !own.before.some((each) => isSame(each, value));
  }

  #settle(own: OwnWrite): void {
    clearTimeout(own.timer);
    this.#own.delete(own.place.join('/'));
  }

  #show(): void {
    let shown = this.#told;
    for (const { place, value } of this.#own.values())
      if (shown !== undefined)
        shown = withValue(shown, place, written(valueAt(shown, place), value)) ?? shown;
    this.#shown = shown;
    for (const watcher of [...this.#watchers]) this.#tell(watcher);
  }

  #tell(watcher: Watcher): void {
    const value = this.#find(watcher.steps);
    if (watcher.isTold && isSame(value, watcher.last)) return;
    watcher.isTold = true;
    watcher.last = value;
    tell(watcher.listener, value);
  }
}

/** Events name members and indexes. */
function placeOf(path: string): readonly string[] {
  return path === '' ? [] : path.split('/');
}

function changed(tree: Json, path: string, value: Json): Json | undefined {
  return withValue(tree, placeOf(path), value);
}
