import type { ExposedModel } from '../../model/model.js';
import type { ExposedObjectHandle } from '../../objects/handle.js';
import type { MemberOwner } from '../../objects/property-ref.js';
import { type BoundObject, findObject } from './bound-object.js';
import type { Entry } from './entry.js';

/** The entries of a document in order, and by live object. Used by `BoundDocument`. */
export class BoundEntries {
  readonly #model: ExposedModel;
  #all: readonly Entry[];
  readonly #byTarget = new Map<object, Entry[]>();
  /** Objects that are addressed inside another one, by its handle. */
  readonly #inside = new Map<ExposedObjectHandle, Set<object>>();

  constructor(model: ExposedModel, all: readonly Entry[]) {
    this.#model = model;
    this.#all = all;
  }

  get all(): readonly Entry[] {
    return this.#all;
  }

  /** Returns the entries of an object, in the order of the file. */
  of({ target }: Pick<MemberOwner, 'target'>): readonly Entry[] {
    return this.#byTarget.get(target) ?? [];
  }

  /** Binds an entry; true if its object exists. */
  bind(entry: Entry): boolean {
    if (entry.kind === 'removed' || !entry.bind(this.#model)) return false;
    this.#index(entry);
    return true;
  }

  /** Binds an entry again if its object was replaced. @returns true if it was */
  rebind(entry: Entry): boolean {
    if (entry.object !== undefined) {
      if (this.#isUpToDate(entry, entry.object)) return false;
      this.#unindex(entry);
      entry.unbind();
    }
    this.bind(entry);
    return true;
  }

  /** Unbinds the entries of a removed object; they are pending unchanged. */
  unbind(handle: ExposedObjectHandle): void {
    const inside = this.#inside.get(handle) ?? [];
    this.#inside.delete(handle);
    for (const target of new Set([handle.target, ...inside])) {
      const entries = this.#byTarget.get(target);
      if (entries === undefined) continue;
      if (target !== handle.target && entries[0]?.object?.handle !== handle) continue;
      this.#byTarget.delete(target);
      for (const entry of entries) entry.unbind();
    }
  }

  drop(entries: ReadonlySet<Entry>): void {
    this.#all = this.#all.filter((entry) => !entries.has(entry));
    for (const entry of entries) this.#unindex(entry);
  }

  /** Adds new entries at the end; they may be bound already. */
  add(entries: readonly Entry[]): void {
    if (entries.length > 0) this.#all = [...this.#all, ...entries];
    for (const entry of entries) {
      if (this.#isBound(entry)) this.#index(entry);
      else if (!this.bind(entry)) entry.unbind();
    }
  }

  #index(entry: Entry): void {
    const { owner, handle } = entry.object!;
    const { target } = owner;
    if (handle.target !== target) {
      const inside = this.#inside.get(handle);
      if (inside === undefined) this.#inside.set(handle, new Set([target]));
      else inside.add(target);
    }
    const entries = this.#byTarget.get(target);
    if (entries === undefined) this.#byTarget.set(target, [entry]);
    else if (!entries.includes(entry)) {
      entries.push(entry);
      if (entries.length > 1) this.#byTarget.set(target, this.#sorted(entries));
    }
  }

  #isUpToDate({ address }: Entry, { handle, owner }: BoundObject): boolean {
    const found = address && findObject(this.#model, address);
    const isThere = found?.handle === handle && found.owner.target === owner.target;
    return isThere && !this.#model.objects.isDestroyed(owner.target);
  }

  /** True if an entry is bound to an object that still exists. */
  #isBound({ kind, object }: Entry): boolean {
    if (kind === 'removed' || object === undefined) return false;
    const { objects } = this.#model;
    return (
      objects.byTarget(object.handle.target) === object.handle && !objects.isDestroyed(object.owner.target)
    );
  }

  #unindex(entry: Entry): void {
    const object = entry.object?.owner.target;
    const entries = object && this.#byTarget.get(object)?.filter((each) => each !== entry);
    if (entries === undefined) return;
    if (entries.length > 0) this.#byTarget.set(object!, entries);
    else this.#byTarget.delete(object!);
  }

  #sorted(entries: readonly Entry[]): Entry[] {
    const wanted = new Set(entries);
    const sorted = this.#all.filter((entry) => wanted.has(entry));
    return sorted.length === entries.length ? sorted : [...entries];
  }
}
