/** Values of members by index. A copy shares them until one of the two changes, and an empty one has no map. */
export class MemberValues implements Iterable<readonly [number, unknown]> {
  #values: Map<number, unknown> | undefined;
  #isShared = false;

  constructor(values?: Iterable<readonly [number, unknown]>) {
    for (const [index, value] of values ?? []) this.set(index, value);
  }

  copy(): MemberValues {
    const copy = new MemberValues();
    copy.#values = this.#values;
    copy.#isShared = true;
    this.#isShared = true;
    return copy;
  }

  get size(): number {
    return this.#values?.size ?? 0;
  }

  has(index: number): boolean {
    return this.#values?.has(index) ?? false;
  }

  get(index: number): unknown {
    return this.#values?.get(index);
  }

  set(index: number, value: unknown): void {
    this.#ownMap().set(index, value);
  }

  delete(index: number): void {
    if (!this.has(index)) return;
    if (this.size === 1) this.#values = undefined;
    else this.#ownMap().delete(index);
  }

  [Symbol.iterator](): Iterator<readonly [number, unknown]> {
    return (this.#values ?? none)[Symbol.iterator]();
  }

  #ownMap(): Map<number, unknown> {
    if (this.#values === undefined || this.#isShared) this.#values = new Map(this.#values);
    this.#isShared = false;
    return this.#values;
  }
}

const none: ReadonlyMap<number, unknown> = new Map();
