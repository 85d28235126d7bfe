import { failed } from '../../common/application-code.js';
import { ExposedError } from '../../common/exposed-error.js';
import type { Plan } from '../plan.js';
import type { Type } from '../type.js';
import { CompositeSnapshot } from './composite-snapshot.js';
import { type CompositeKind, isArray, isComposite, isLeaf, isNullable, itemsOf } from './kinds.js';

/** Creates values from snapshots: one object per snapshot, reusing the present one if its class is the same. */
export class Restore {
  readonly #plan: Plan;
  /** The objects whose members are not restored yet; visited iteratively, since a graph may be deep. */
  readonly #pending: { readonly target: object; readonly snapshot: CompositeSnapshot }[] = [];
  readonly #restored = new Map<CompositeSnapshot, object>();
  /** Present objects that are reused; each only once. */
  readonly #taken = new Set<object>();
  /** True if an object is reachable on several paths. */
  isShared = false;

  constructor(plan: Plan) {
    this.#plan = plan;
  }

  /**
   * Returns the value of a snapshot.
   * @throws ExposedError `set-failed` if it could not be captured
   */
  whole(type: Type, snapshot: unknown, current: unknown): unknown {
    const value = this.#value(type, snapshot, current);
    if (value === failed)
      throw new ExposedError('set-failed', 'the captured default is not known: it could not be read');
    this.#finish();
    return value;
  }

  /** Returns `failed` for a value that could not be captured, which stays unchanged. */
  #value(type: Type, snapshot: unknown, current: unknown): unknown {
    if (snapshot === failed) return failed;
    if (isLeaf(type)) return type.restore(snapshot, current, this.#plan);
    if (isNullable(type)) {
      return snapshot === null || snapshot === undefined ? null : this.#value(type.inner, snapshot, current);
    }
    if (isArray(type)) {
      const present = itemsOf(current) ?? [];
      const restored = Array.from(itemsOf(snapshot) ?? [], (item, i) =>
        this.#value(type.element, item, present[i]),
      );
      return restored.includes(failed) ? failed : restored;
    }
    return isComposite(type) ? this.#composite(type, snapshot, current) : snapshot;
  }

  #composite(type: CompositeKind, snapshot: unknown, current: unknown): unknown {
    if (!(snapshot instanceof CompositeSnapshot)) return type.living(snapshot) ?? null;
    const known = this.#restored.get(snapshot);
    if (known !== undefined) {
      this.isShared = true;
      return known;
    }
    // A reference is restored to its original object.
    if (type.isReference) return type.living(snapshot.origin) ?? null;
    // An object registered since then is a reference with its own defaults.
    const origin = type.living(snapshot.origin);
    if (origin !== undefined && type.classOfInline(origin) === undefined) return origin;
    const present = type.living(current);
    const isReusable =
      present !== undefined && !this.#taken.has(present) && type.classOfInline(present) === snapshot.class;
    const target = isReusable ? present : type.fresh(snapshot.class);
    this.#taken.add(target);
    this.#restored.set(snapshot, target);
    this.#pending.push({ target, snapshot });
    return target;
  }

  /** Assigns the members of all objects found: the contents of an object before the object. */
  #finish(): void {
    const assigned: (() => void)[] = [];
    for (let next = this.#pending.pop(); next !== undefined; next = this.#pending.pop()) {
      const { target, snapshot } = next;
      const members = snapshot.class.members.filter((member) => !member.isReadOnlyIn(target));
      const values = members.map((member) =>
        this.#value(member.type, snapshot.of(member), member.read(target)),
      );
      assigned.push(() => {
        for (const [i, member] of members.entries())
          if (values[i] !== failed) this.#plan.assign(target, member, values[i]);
      });
    }
    for (const assign of assigned.reverse()) assign();
  }
}
