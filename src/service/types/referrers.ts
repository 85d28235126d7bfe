/** Number of referrers below which stale ones are not removed. */
const few = 16;

/** The referrers of an object; stale ones are removed occasionally. */
class Holders {
  readonly #refs = new Set<WeakRef<object>>();
  #limit = few;

  add(holder: object): void {
    let ref = refs.get(holder);
    if (ref === undefined) {
      ref = new WeakRef(holder);
      refs.set(holder, ref);
    }
    this.#refs.add(ref);
    if (this.#refs.size <= this.#limit) return;
    for (const each of this.#refs) if (each.deref() === undefined) this.#refs.delete(each);
    this.#limit = Math.max(few, this.#refs.size * 2);
  }

  *living(): Generator<object> {
    for (const ref of this.#refs) {
      const holder = ref.deref();
      if (holder !== undefined) yield holder;
    }
  }
}

/** One weak reference per referrer, so that a set contains it once. */
const refs = new WeakMap<object, WeakRef<object>>();
const holdersByHeld = new WeakMap<object, Holders>();

/** Notes that a member of `holder` was set to an object, or to an array with objects. */
export function addReferrer(holder: object, value: unknown): void {
  if (Array.isArray(value)) {
    for (const item of value) addReferrer(holder, item);
  } else if (typeof value === 'object' && value !== null) {
    let holders = holdersByHeld.get(value);
    if (holders === undefined) {
      holders = new Holders();
      holdersByHeld.set(value, holders);
    }
    holders.add(holder);
  }
}

/** Returns objects with a member that was once set to this one; they may have changed since. */
export function referrersOf(held: object): Iterable<object> {
  return holdersByHeld.get(held)?.living() ?? [];
}
