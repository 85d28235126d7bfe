/**
 * Limits the bytes that are held for all clients together (LIM-4). Past the limit the holders that have been idle
 * longest are dropped, so active clients are not affected.
 */
export class ByteBudget<Holder extends object> {
  readonly #limit: number;
  readonly #drop: (holder: Holder) => void;
  /** Bytes by holder, in the order of last activity, oldest first. */
  readonly #bytesByHolder = new Map<Holder, number>();
  #totalBytes = 0;

  /** @param drop makes a holder give up its bytes; the budget has forgotten it already */
  constructor(limit: number, drop: (holder: Holder) => void) {
    this.#limit = limit;
    this.#drop = drop;
  }

  /** Bytes of all holders together. */
  get bytes(): number {
    return this.#totalBytes;
  }

  /** Sets the bytes of a holder and marks it as active. */
  hold(holder: Holder, bytes: number): void {
    this.release(holder);
    this.grow(holder, bytes);
  }

  /** Sets the bytes of a holder without marking it as active. */
  grow(holder: Holder, bytes: number): void {
    this.#totalBytes += bytes - (this.#bytesByHolder.get(holder) ?? 0);
    this.#bytesByHolder.set(holder, bytes);
    while (this.#totalBytes > this.#limit) {
      const [oldest] = this.#bytesByHolder.keys();
      this.release(oldest!);
      this.#drop(oldest!);
    }
  }

  /** Removes a holder. */
  release(holder: Holder): void {
    const bytes = this.#bytesByHolder.get(holder);
    if (bytes === undefined) return;
    this.#bytesByHolder.delete(holder);
    this.#totalBytes -= bytes;
  }
}
