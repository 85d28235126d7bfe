/** Maximum length of the list of addresses in a URL, because servers and proxies limit it; beyond it the filter is open. */
const maxListLength = 1500;
/** Delay before the stream is widened, so that subscriptions made together need one request. */
const widenMs = 30;
/** Delay before the stream is narrowed, because users go back and forth between views. */
const narrowMs = 5000;

/** Limits the event stream to watched objects, or opens it to all while there are listeners to every event. */
export class StreamFilter {
  readonly #watched: () => Iterable<string>;
  readonly #onChange: () => void;
  /** Number of listeners to every event. */
  #listeners = 0;
  /** Addresses that the current stream covers; undefined for all. */
  #asked: ReadonlySet<string> | undefined = new Set();
  #widening: ReturnType<typeof setTimeout> | undefined;
  #narrowing: ReturnType<typeof setTimeout> | undefined;

  /** @param watched addresses (ids or keys) of the objects that are watched now */
  constructor(watched: () => Iterable<string>, onChange: () => void) {
    this.#watched = watched;
    this.#onChange = onChange;
  }

  /** Returns the query for the wanted events, which the stream covers from now on. */
  nextQuery(): string {
    this.end();
    this.#asked = this.#wanted();
    if (this.#asked === undefined) return 'source';
    return `source&list&ids=${encodeURIComponent([...this.#asked].sort().join(','))}`;
  }

  /** True if the stream that was requested last covers an object. */
  covers(address: string): boolean {
    return this.#asked === undefined || this.#asked.has(address);
  }

  /** Counts listeners to every event. */
  listen(by: 1 | -1): void {
    this.#listeners += by;
    this.changed();
  }

  /** Replaces the stream soon if the watched objects have changed. */
  changed(): void {
    const wanted = this.#wanted();
    const isMore =
      this.#asked !== undefined && (wanted === undefined || [...wanted].some((each) => !this.covers(each)));
    const isLess = this.#asked === undefined ? wanted !== undefined : wanted?.size !== this.#asked.size;
    if (isMore) this.#widening ??= setTimeout(() => this.#change(), widenMs);
    clearTimeout(this.#narrowing);
    if (isLess && !isMore) this.#narrowing = setTimeout(() => this.#change(), narrowMs);
  }

  /** Cancels the pending change. */
  end(): void {
    clearTimeout(this.#widening);
    clearTimeout(this.#narrowing);
    this.#widening = undefined;
  }

  #change(): void {
    this.end();
    this.#onChange();
  }

  #wanted(): ReadonlySet<string> | undefined {
    if (this.#listeners > 0) return undefined;
    const wanted = new Set(this.#watched());
    // Hosts split the list at commas and trim its items.
    const isPlain = [...wanted].every((each) => each === each.trim() && !each.includes(','));
    return isPlain && [...wanted].join(',').length <= maxListLength ? wanted : undefined;
  }
}
