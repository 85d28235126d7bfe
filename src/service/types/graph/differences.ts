import type { ExposedMember } from '../exposed-member.js';
import type { Type } from '../type.js';
import { isFlatSame, matches, same } from './compare.js';
import type { CompositeSnapshot } from './composite-snapshot.js';
import { isLeaf } from './kinds.js';

/** Maximum number of pairs compared; more count as different, which a file can always express. */
const maxPairs = 1_000_000;

/** An inline composite and its snapshot. */
interface Pair {
  readonly target: object;
  readonly snapshot: CompositeSnapshot;
  /** Undefined until it is known. */
  differs: boolean | undefined;
  /** The pairs that differ if this one does. */
  readonly above: Pair[];
}

/**
 * Finds which values of a graph differ from their snapshots. Each pair is visited once, and differences are propagated
 * upwards instead of being computed again at every level.
 */
export class Differences {
  /** Most objects have only one pair. */
  readonly #pairs = new Map<object, Pair | Map<CompositeSnapshot, Pair>>();
  #count = 0;

  differs(type: Type, value: unknown, snapshot: unknown): boolean {
    if (isLeaf(type)) return !type.same(value, snapshot);
    if (this.#count === 0 && same(type, value, snapshot)) return false;
    const pending: Pair[] = [];
    const found: Pair[] = [];
    const isSame = matches(type, value, snapshot, (target, before) => {
      if (before.class.isEngineClass) return before.origin === target;
      // Visiting a flat class again is cheaper than remembering it.
      if (before.class.isFlat) return isFlatSame(target, before);
      found.push(this.#pair(target, before, pending));
      return true;
    });
    if (!isSame) {
      // These pairs were not compared, so they are forgotten.
      for (const pair of pending) this.#forget(pair);
      return true;
    }
    this.#resolve(pending);
    return found.some((pair) => pair.differs);
  }

  #pair(target: object, snapshot: CompositeSnapshot, pending: Pair[]): Pair {
    const known = this.#pairs.get(target);
    const found =
      known instanceof Map ? known.get(snapshot) : known?.snapshot === snapshot ? known : undefined;
    if (found !== undefined) return found;
    const pair: Pair = { target, snapshot, differs: undefined, above: [] };
    if (++this.#count > maxPairs) return { ...pair, differs: true };
    if (known === undefined) this.#pairs.set(target, pair);
    else if (known instanceof Map) known.set(snapshot, pair);
    else
      this.#pairs.set(
        target,
        new Map([
          [known.snapshot, known],
          [snapshot, pair],
        ]),
      );
    pending.push(pair);
    return pair;
  }

  #forget({ target, snapshot }: Pair): void {
    const known = this.#pairs.get(target);
    if (known instanceof Map) known.delete(snapshot);
    else this.#pairs.delete(target);
  }

  #resolve(pending: Pair[]): void {
    const looked: Pair[] = [];
    const differing: Pair[] = [];
    for (let pair = pending.pop(); pair !== undefined; pair = pending.pop()) {
      looked.push(pair);
      if (!this.#look(pair, pending)) continue;
      pair.differs = true;
      differing.push(pair);
    }
    for (let pair = differing.pop(); pair !== undefined; pair = differing.pop()) {
      for (const above of pair.above) {
        if (above.differs !== undefined) continue;
        above.differs = true;
        differing.push(above);
      }
    }
    for (const pair of looked) {
      pair.differs ??= false;
      pair.above.length = 0;
    }
  }

  /** True if the pair is known to differ; inline composites are compared if everything else is equal. */
  #look(pair: Pair, pending: Pair[]): boolean {
    const { target, snapshot } = pair;
    const members = snapshot.class.members.filter((member) => member.isPersistable);
    let below = false;
    const isSame = (member: ExposedMember) =>
      matches(member.type, member.read(target), snapshot.of(member), (inner, before) => {
        if (before.class.isEngineClass) return before.origin === inner;
        if (before.class.isFlat) return isFlatSame(inner, before);
        const found = this.#pair(inner, before, pending);
        if (found.differs === undefined) found.above.push(pair);
        below ||= found.differs === true;
        return true;
      });
    const leaves = members.filter(({ type }) => isLeaf(type));
    return (
      !leaves.every(isSame) || !members.every((member) => isLeaf(member.type) || isSame(member)) || below
    );
  }
}
