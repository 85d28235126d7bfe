/** Number of referrers below which stale ones are not removed. */
const few = 16;

/** The referrers of an object; stale ones are removed occasionally. */
class Referrers {
  readonly #refs = new Set<WeakRef<object>>();
  #limit = few;

  add(referrer: object): void {
    let ref = refs.get(referrer);
    if (ref === undefined) {
      ref = new WeakRef(referrer);
      refs.set(referrer, ref);
    }
    this.#refs.add(ref);
    if (this.#refs.size <= this.#limit) return;
    for (const each of this.#refs) if (each.deref() === undefined) this.#refs.delete(each);
    this.#limit = Math.max(few, this.#refs.size * 2);
  }

  *living(): Generator<object> {
    for (const ref of this.#refs) {
      const referrer = ref.deref();
      if (referrer !== undefined) yield referrer;
    }
  }
}

/** One weak reference per referrer, so that a set contains it once. */
const refs = new WeakMap<object, WeakRef<object>>();
const referrersByObject = new WeakMap<object, Referrers>();

/** Notes that a member of `referrer` was set to an object, or to an array with objects. */
export function addReferrer(referrer: object, value: unknown): void {
  if (Array.isArray(value)) {
    for (const item of value) addReferrer(referrer, item);
  } else if (typeof value === 'object' && value !== null) {
    let referrers = referrersByObject.get(value);
    if (referrers === undefined) {
      referrers = new Referrers();
      referrersByObject.set(value, referrers);
    }
    referrers.add(referrer);
  }
}

/** Returns objects with a member that was once set to this one; they may have changed since. */
export function referrersOf(target: object): Iterable<object> {
  return referrersByObject.get(target)?.living() ?? [];
}
