import type { Steps } from '../objects/property-ref.js';
import { isAnyAtOrAbove, type Mark, placeKey } from './marks.js';

/**
 * The marks of one object. A user may decide on very many places one by one: each is noted without looking at all others.
 */
export class MarkList {
  #all: readonly Mark[];
  /** Those that came since anybody asked for all. */
  #added: Mark[] = [];
  /** The places of all marks, and all that these are in; undefined until one is looked for. */
  #places: Set<string> | undefined;
  /** How many there are that are no decisions. */
  #others: number;

  constructor(all: readonly Mark[]) {
    this.#all = all;
    this.#others = all.filter(({ kind }) => kind !== 'decided').length;
  }

  get all(): readonly Mark[] {
    if (this.#added.length > 0) {
      this.#all = [...this.#all, ...this.#added];
      this.#added = [];
    }
    return this.#all;
  }

  get size(): number {
    return this.#all.length + this.#added.length;
  }

  /** Whether all of them are decisions, which no write changes. */
  get areDecisions(): boolean {
    return this.#others === 0;
  }

  /** Places were written that waited for something. @returns the marks then: the same list with more in it, or another one */
  decided(paths: readonly Steps[]): MarkList {
    const keys = new Set<string>();
    const decided: Mark[] = [];
    // What is at or below a later one is a part of that.
    for (const path of paths.toReversed()) {
      if (!isAnyAtOrAbove(keys, path)) decided.push({ path, kind: 'decided' });
      keys.add(placeKey(path));
    }
    const isOther = this.size === 0 || paths.some((path) => this.#holds(path));
    const list = isOther ? new MarkList(this.all.filter(({ path }) => !isAnyAtOrAbove(keys, path))) : this;
    for (const mark of decided.reverse()) list.#add(mark);
    return list;
  }

  /** Whether there is a mark at a place, or below it. */
  #holds(path: Steps): boolean {
    if (this.#places === undefined) {
      this.#places = new Set();
      for (const mark of this.all) this.#notePlace(mark);
    }
    return this.#places.has(placeKey(path));
  }

  #add(mark: Mark): void {
    this.#added.push(mark);
    if (this.#places !== undefined) this.#notePlace(mark);
  }

  #notePlace({ path }: Mark): void {
    for (let length = path.length; length >= 0; length--) {
      const key = placeKey(path.slice(0, length));
      // What it is in is known then, too.
      if (this.#places!.has(key)) return;
      this.#places!.add(key);
    }
  }
}

export const noMarks = new MarkList([]);
