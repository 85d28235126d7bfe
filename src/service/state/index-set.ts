/** Indexes as they are looked at. */
export type Indexes = Iterable<number> & Pick<ReadonlySet<number>, 'has' | 'size'>;

/** Indexes below this, and -1 of `@parent`, are bits of one number. */
const firstWithoutBit = 29;

/**
 * Indexes of members, in their order. What is known of ten thousand objects are sixty thousand of these sets: as sets of
 * JavaScript they would be most of what the collector has to move while a live scene is loaded.
 */
export class IndexSet implements Iterable<number> {
  #bits = 0;
  /** Those that have no bit, of classes with very many members. */
  #others: Set<number> | undefined;

  constructor(indexes: Iterable<number> = []) {
    if (indexes instanceof IndexSet) {
      this.#bits = indexes.#bits;
      if (indexes.#others !== undefined) this.#others = new Set(indexes.#others);
    } else for (const index of indexes) this.add(index);
  }

  get size(): number {
    let size = this.#others?.size ?? 0;
    for (let bits = this.#bits; bits !== 0; bits &= bits - 1) size++;
    return size;
  }

  has(index: number): boolean {
    const bit = bitOf(index);
    return bit === 0 ? (this.#others?.has(index) ?? false) : (this.#bits & bit) !== 0;
  }

  add(index: number): void {
    const bit = bitOf(index);
    if (bit !== 0) this.#bits |= bit;
    else {
      this.#others ??= new Set();
      this.#others.add(index);
    }
  }

  /** @returns whether it was there */
  delete(index: number): boolean {
    const isThere = this.has(index);
    if (!isThere) return false;
    const bit = bitOf(index);
    if (bit !== 0) this.#bits &= ~bit;
    else this.#others!.delete(index);
    return true;
  }

  clear(): void {
    this.#bits = 0;
    this.#others = undefined;
  }

  /** Those that are there when it is asked. */
  [Symbol.iterator](): Iterator<number> {
    const indexes: number[] = [];
    for (let bits = this.#bits; bits !== 0; bits &= bits - 1) indexes.push(30 - Math.clz32(bits & -bits));
    if (this.#others !== undefined) indexes.push(...[...this.#others].sort((one, other) => one - other));
    return indexes[Symbol.iterator]();
  }
}

function bitOf(index: number): number {
  return index < firstWithoutBit ? 1 << (index + 1) : 0;
}
