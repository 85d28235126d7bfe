/** Of so many characters of addresses the stream is not narrowed any more: servers and proxies bound the length of a URL. */
const longestList = 1500;
/** What somebody has begun to want is asked for soon, together with what comes with it, */
const widenMs = 30;
/** and what nobody wants any more is left out when nothing else was to be changed for a while: people go back and forth. */
const narrowMs = 5000;

/** What the event stream has to tell of: of the objects that somebody watches, or of all. */
export class Interest {
  readonly #watched: () => Iterable<string>;
  readonly #onChange: () => void;
  /** Those who listen to everything. */
  #listeners = 0;
  /** What the stream tells of that is open, or asked for; undefined: of everything. */
  #asked: ReadonlySet<string> | undefined = new Set();
  #widening: ReturnType<typeof setTimeout> | undefined;
  #narrowing: ReturnType<typeof setTimeout> | undefined;

  /** @param watched addresses (ids or keys) of the objects that are watched now */
  constructor(watched: () => Iterable<string>, onChange: () => void) {
    this.#watched = watched;
    this.#onChange = onChange;
  }

  /** What of the URL says what is wanted now; from here on the stream is taken to tell it. */
  ask(): string {
    this.end();
    this.#asked = this.#wanted();
    if (this.#asked === undefined) return 'source';
    return `source&list&ids=${encodeURIComponent([...this.#asked].sort().join(','))}`;
  }

  /** Whether the stream that was asked for last tells of an object. */
  covers(address: string): boolean {
    return this.#asked === undefined || this.#asked.has(address);
  }

  /** Counts those who listen to everything. */
  listen(by: 1 | -1): void {
    this.#listeners += by;
    this.changed();
  }

  /** Something is watched that was not, or the other way round. */
  changed(): void {
    const wanted = this.#wanted();
    const isMore =
      this.#asked !== undefined && (wanted === undefined || [...wanted].some((each) => !this.covers(each)));
    const isLess = this.#asked === undefined ? wanted !== undefined : wanted?.size !== this.#asked.size;
    if (isMore) this.#widening ??= setTimeout(() => this.#change(), widenMs);
    clearTimeout(this.#narrowing);
    if (isLess && !isMore) this.#narrowing = setTimeout(() => this.#change(), narrowMs);
  }

  /** Nothing is asked for any more. */
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
    // Lists are taken apart at commas, and their items lose blanks at their ends.
    const isPlain = [...wanted].every((each) => each === each.trim() && !each.includes(','));
    return isPlain && [...wanted].join(',').length <= longestList ? wanted : undefined;
  }
}
