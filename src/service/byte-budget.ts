/**
 * Bytes that are held for clients, by all of them together at most so many (LIM-4). Past the bound those go that have
 * not moved for the longest time, so that whoever sends or reads notices nothing of those who do not.
 */
export class ByteBudget<Holder extends object> {
  readonly #limit: number;
  readonly #drop: (holder: Holder) => void;
  /** The one that has not moved for the longest time first. */
  readonly #held = new Map<Holder, number>();
  #bytes = 0;

  /** @param drop makes a holder give up what it holds; it is held no more then */
  constructor(limit: number, drop: (holder: Holder) => void) {
    this.#limit = limit;
    this.#drop = drop;
  }

  /** Of all holders together. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Notes that a holder has moved, and holds so many bytes now. */
  hold(holder: Holder, bytes: number): void {
    this.release(holder);
    this.grow(holder, bytes);
  }

  /** Notes that it holds so many bytes now, and has not moved. */
  grow(holder: Holder, bytes: number): void {
    this.#bytes += bytes - (this.#held.get(holder) ?? 0);
    this.#held.set(holder, bytes);
    while (this.#bytes > this.#limit) {
      const [oldest] = this.#held.keys();
      this.release(oldest!);
      this.#drop(oldest!);
    }
  }

  /** It holds nothing any more. */
  release(holder: Holder): void {
    const bytes = this.#held.get(holder);
    if (bytes === undefined) return;
    this.#held.delete(holder);
    this.#bytes -= bytes;
  }
}
