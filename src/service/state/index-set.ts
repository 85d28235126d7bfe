/** A read-only set of member indexes. */
export type Indexes = Iterable<number> & Pick<ReadonlySet<number>, 'has' | 'size'>;

/** Number of indexes stored as bits of one integer; the first index is -1, of `@parent`. */
const bitsPerWord = 30;

/** Maximum number of cached sets; a scene has only few different ones. */
const maxCachedSets = 1024;

/**
 * An immutable set of member indexes. Equal sets usually share one instance, which saves most of the garbage collection
 * while a scene with ten thousand objects is loaded.
 */
export class IndexSet implements Iterable<number> {
  readonly #first: number;
  /** The words after the first, for classes with many members. */
  readonly #rest: readonly number[];

  constructor(first: number, rest: readonly number[]) {
    this.#first = first;
    this.#rest = rest;
  }

  get size(): number {
    return this.#rest.reduce((size, word) => size + bitsIn(word), bitsIn(this.#first));
  }

  has(index: number): boolean {
    return (this.#word(wordOf(index)) & bitOf(index)) !== 0;
  }

  with(index: number): IndexSet {
    return this.has(index) ? this : this.#toggled(index);
  }

  without(index: number): IndexSet {
    return this.has(index) ? this.#toggled(index) : this;
  }

  withAll(indexes: Iterable<number>): IndexSet {
    let all: IndexSet = this;
    for (const index of indexes) all = all.with(index);
    return all;
  }

  filter(isWanted: (index: number) => boolean): IndexSet {
    let wanted: IndexSet = this;
    for (const index of this) if (!isWanted(index)) wanted = wanted.without(index);
    return wanted;
  }

  [Symbol.iterator](): Iterator<number> {
    const indexes: number[] = [];
    for (let at = 0; at <= this.#rest.length; at++) {
      const begin = at * bitsPerWord - 1;
      for (let word = this.#word(at); word !== 0; word &= word - 1)
        indexes.push(begin + 31 - Math.clz32(word & -word));
    }
    return indexes[Symbol.iterator]();
  }

  #word(at: number): number {
    return at === 0 ? this.#first : (this.#rest[at - 1] ?? 0);
  }

  /** Returns the set with one index added or removed. */
  #toggled(index: number): IndexSet {
    const at = wordOf(index);
    const word = this.#word(at) ^ bitOf(index);
    if (at === 0) return this.#rest.length === 0 ? cachedSet(word) : new IndexSet(word, this.#rest);
    const rest = [...this.#rest];
    while (rest.length < at) rest.push(0);
    rest[at - 1] = word;
    return new IndexSet(this.#first, rest);
  }
}

export const noIndexes = new IndexSet(0, []);

const sets = new Map<number, IndexSet>();

/** Returns the shared set for a single word. */
function cachedSet(word: number): IndexSet {
  if (word === 0) return noIndexes;
  let set = sets.get(word);
  if (set === undefined) {
    set = new IndexSet(word, []);
    if (sets.size === maxCachedSets) sets.clear();
    sets.set(word, set);
  }
  return set;
}

function wordOf(index: number): number {
  return Math.floor((index + 1) / bitsPerWord);
}

function bitOf(index: number): number {
  return 1 << ((index + 1) % bitsPerWord);
}

function bitsIn(word: number): number {
  let count = 0;
  for (let bits = word; bits !== 0; bits &= bits - 1) count++;
  return count;
}
