import { ExposedError } from '../exposed-error.js';
import { ownText } from '../own-text.js';
import { type EventKind, eventKinds } from './api.js';
import { withSourceKeys } from './source-keys.js';
import type { EventGuard, StreamEvent } from './stream-event.js';

/** What has been made of events for those who see them otherwise: every app may have a filter of its own, and the texts are long. */
export type Views = Map<string, Map<StreamEvent, StreamEvent | undefined>>;

/** The most ids that one filter may name. */
const mostIds = 1000;

/**
 * Which events a subscriber wants, and how: `?kinds=a,b`, `?ids=x,y`, `?list` and `?source`. Ids, for which source keys do as
 * well, apply to events about objects only; with `?list` not to those that change what lists of objects show.
 */
export class EventFilter {
  /** Equal filters have equal keys: their subscribers share buffers. */
  readonly key: string;
  readonly #kinds: ReadonlySet<string> | undefined;
  readonly #ids: ReadonlySet<string> | undefined;
  /** Undefined for those who see everything. */
  readonly #guard: EventGuard | undefined;
  /** Those of one view are shown the same. */
  readonly #view: string;
  readonly #hasSources: boolean;
  readonly #hasList: boolean;

  /**
   * @param hasSources source keys are told beside ids
   * @param hasList objects that come, go, or get another name or parent are told of whatever their ids
   * @throws ExposedError `invalid-request` for a kind that does not exist, and for more ids than it may name
   */
  constructor(kinds?: string, ids?: string, hasSources = false, guard?: EventGuard, hasList = false) {
    this.#guard = guard;
    this.#hasSources = hasSources;
    this.#view = JSON.stringify([hasSources, guard?.key]);
    this.#hasList = hasList;
    this.#kinds = asSet(kinds);
    this.#ids = asSet(ids);
    if (this.ids > mostIds) throw new ExposedError('invalid-request', `ids: more than ${mostIds} of them`);
    for (const kind of this.#kinds ?? []) {
      if (!eventKinds.includes(kind as EventKind)) {
        throw new ExposedError('invalid-request', `kinds: "${kind}" is none of ${eventKinds.join(', ')}`);
      }
    }
    const wanted = [this.#kinds, this.#ids].map((set) => set && [...set].sort());
    this.key = JSON.stringify([...wanted, hasSources, hasList, guard?.key]);
  }

  /** How many ids it names. */
  get ids(): number {
    return this.#ids?.size ?? 0;
  }

  /** True for those who may not see everything. */
  get isRestricted(): boolean {
    return this.#guard !== undefined;
  }

  /** True when events are shown otherwise than as they are encoded for everybody. */
  get changesTexts(): boolean {
    return this.#guard !== undefined || this.#hasSources;
  }

  wants(kind: EventKind): boolean {
    return this.#kinds === undefined || this.#kinds.has(kind);
  }

  /**
   * Those of the events that it wants, as they are to be seen.
   * @param views what has been made of these events for other filters
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
      if (!view.has(event)) view.set(event, this.shown(event));
      const shown = view.get(event);
      if (shown !== undefined) all.push(shown);
    }
    return all;
  }

  /** An event that it wants, as it is to be seen; undefined when nothing of it is. */
  shown(event: StreamEvent): StreamEvent | undefined {
    const visible = this.#guard === undefined ? event : this.#guard.visible(event);
    const shown = visible !== undefined && this.#hasSources ? withSourceKeys(visible) : visible;
    return shown === undefined || shown.text === event.text ? shown : { ...shown, isOfView: true };
  }

  /**
   * @param addresses ids and source keys of the objects that an event is about; undefined: it is for everybody
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
      .map((item) => ownText(item.trim()))
      .filter((item) => item !== ''),
  );
}
