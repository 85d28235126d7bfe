/** Indexes as they are looked at. */
export type Indexes = Iterable<number> & Pick<ReadonlySet<number>, 'has' | 'size'>;

/** Indexes that one number holds as bits, so that it is no object of its own; the first one is -1, of `@parent`. */
const bitsPerWord = 30;

/** So many sets are known to be shared; those of a scene are few. */
const mostShared = 1024;

/**
 * Indexes of members, in their order. A set never changes, so that equal ones are mostly one: what is known of ten thousand
 * objects are sixty thousand of these sets, which would be most of what the collector has to move while a live scene is
 * loaded.
 */
export class IndexSet implements Iterable<number> {
  readonly #first: number;
  /** The words behind the first, of classes with very many members. */
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
    return this.has(index) ? this : this.#changed(index);
  }

  without(index: number): IndexSet {
    return this.has(index) ? this.#changed(index) : this;
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

  /** With an index that is not there, or without one that is. */
  #changed(index: number): IndexSet {
    const at = wordOf(index);
    const word = this.#word(at) ^ bitOf(index);
    if (at === 0) return this.#rest.length === 0 ? shared(word) : new IndexSet(word, this.#rest);
    const rest = [...this.#rest];
    while (rest.length < at) rest.push(0);
    rest[at - 1] = word;
    return new IndexSet(this.#first, rest);
  }
}

export const noIndexes = new IndexSet(0, []);

const sets = new Map<number, IndexSet>();

/** The set of the indexes in a first word. */
function shared(word: number): IndexSet {
  if (word === 0) return noIndexes;
  let set = sets.get(word);
  if (set === undefined) {
    set = new IndexSet(word, []);
    if (sets.size === mostShared) sets.clear();
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
