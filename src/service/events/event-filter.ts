import { type EventKind, eventKinds } from '../../wire/event-kinds.js';
import { detachText } from '../common/detach-text.js';
import { ExposedError } from '../common/exposed-error.js';
import { withSourceKeys } from './source-keys.js';
import type { EventGuard, StreamEvent } from './stream-event.js';

/** The redacted or extended events of each view, shared by the filters that have it. */
export type Views = Map<string, Map<StreamEvent, StreamEvent | undefined>>;

/** Maximum number of ids in one filter. */
const maxIds = 1000;

/**
 * Selects the events for a subscriber: `?kinds=a,b`, `?ids=x,y`, `?list` and `?source`. `?ids` filters events about
 * objects by id or source key. `?list` exempts events that change lists of objects.
 */
export class EventFilter {
  /** Equal filters have equal keys, and their subscribers share buffers. */
  readonly key: string;
  readonly #kinds: ReadonlySet<string> | undefined;
  readonly #ids: ReadonlySet<string> | undefined;
  /** Undefined for subscribers that may read everything. */
  readonly #guard: EventGuard | undefined;
  /** Identifies the view; subscribers with the same view get the same texts. */
  readonly #view: string;
  readonly #addsSourceKeys: boolean;
  readonly #hasList: boolean;

  /**
   * @param hasList reports objects that are added, removed, renamed or moved, whatever their ids
   * @throws ExposedError `invalid-request` for an unknown kind, or too many ids
   */
  constructor(kinds?: string, ids?: string, addsSourceKeys = false, guard?: EventGuard, hasList = false) {
    this.#guard = guard;
    this.#addsSourceKeys = addsSourceKeys;
    this.#view = JSON.stringify([addsSourceKeys, guard?.key]);
    this.#hasList = hasList;
    this.#kinds = asSet(kinds);
    this.#ids = asSet(ids);
    if (this.idCount > maxIds)
      throw new ExposedError(
        'invalid-request',
        `"ids" may name at most ${maxIds} objects, got ${this.idCount}`,
      );
    for (const kind of this.#kinds ?? []) {
      if (!eventKinds.includes(kind as EventKind)) {
        throw new ExposedError(
          'invalid-request',
          `unknown kind "${kind}" in "kinds"; available: ${eventKinds.join(', ')}`,
        );
      }
    }
    const keyParts = [this.#kinds, this.#ids].map((set) => set && [...set].sort());
    this.key = JSON.stringify([...keyParts, addsSourceKeys, hasList, guard?.key]);
  }

  /** The number of ids in the filter. */
  get idCount(): number {
    return this.#ids?.size ?? 0;
  }

  /** True for subscribers that may not read everything. */
  get isRestricted(): boolean {
    return this.#guard !== undefined;
  }

  /** True if events differ from their common encoding. */
  get changesTexts(): boolean {
    return this.#guard !== undefined || this.#addsSourceKeys;
  }

  wants(kind: EventKind): boolean {
    return this.#kinds === undefined || this.#kinds.has(kind);
  }

  /**
   * Returns the wanted events as the subscriber may read them.
   * @param views texts already made of these events for other filters
   */
  select(events: readonly StreamEvent[], views: Views): readonly StreamEvent[] {
    const wanted = events.filter(({ kind, addresses, path }) => this.matches(kind, addresses, path));
    if (!this.changesTexts) return wanted;
    let view = views.get(this.#view);
    if (view === undefined) {
      view = new Map();
      views.set(this.#view, view);
    }
    const all: StreamEvent[] = [];
    for (const event of wanted) {
      if (!view.has(event)) view.set(event, this.render(event));
      const shown = view.get(event);
      if (shown !== undefined) all.push(shown);
    }
    return all;
  }

  /** Returns a wanted event as the subscriber may read it; undefined if nothing is left. */
  render(event: StreamEvent): StreamEvent | undefined {
    const visible = this.#guard === undefined ? event : this.#guard.visible(event);
    return visible !== undefined && this.#addsSourceKeys ? withSourceKeys(visible) : visible;
  }

  /**
   * @param addresses ids and source keys of the objects that the event is about; undefined for all subscribers
   * @param path of the member that has changed
   */
  matches(kind: EventKind, addresses: readonly string[] | undefined, path: string): boolean {
    if (!this.wants(kind)) return false;
    if (this.#ids === undefined || addresses === undefined) return true;
    if (this.#hasList && (kind === 'exposed_objects_changed' || path === 'name' || path === '')) return true;
    return addresses.some((address) => this.#ids!.has(address));
  }
}

function asSet(list: string | undefined): ReadonlySet<string> | undefined {
  if (list === undefined) return undefined;
  return new Set(
    list
      .split(',')
      .map((item) => detachText(item.trim()))
      .filter((item) => item !== ''),
  );
}
