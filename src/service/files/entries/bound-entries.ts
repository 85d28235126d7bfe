import type { ExposedModel } from '../../model.js';
import type { ExposedObjectHandle } from '../../objects/handle.js';
import type { Captured } from '../../state/defaults.js';
import type { ResolvedReference } from '../pending/pending-references.js';
import type { Entry } from './entry.js';
import { findPlace, type Place } from './place.js';

/** The entries of a document in its order, those of each living object, and those of which something waits. */
export class BoundEntries {
  readonly #model: ExposedModel;
  #all: readonly Entry[];
  readonly #byTarget = new Map<object, Entry[]>();
  /** Objects that are found in another one, by that. */
  readonly #inside = new Map<ExposedObjectHandle, Set<object>>();
  readonly #unbound: Set<Entry>;
  readonly #waiting = new Set<Entry>();
  /** Entries of which something has waited and come. */
  readonly #come = new Set<Entry>();

  constructor(model: ExposedModel, all: readonly Entry[]) {
    this.#model = model;
    this.#all = all;
    this.#unbound = new Set(all);
  }

  get all(): readonly Entry[] {
    return this.#all;
  }

  /** Entries whose object is not there. */
  get unbound(): ReadonlySet<Entry> {
    return this.#unbound;
  }

  /** Entries of which something waits. */
  get waiting(): ReadonlySet<Entry> {
    return this.#waiting;
  }

  /** The entries of an object, in the order of the file. */
  of({ target }: Pick<Captured, 'target'>): readonly Entry[] {
    return this.#byTarget.get(target) ?? [];
  }

  /** Where what has come for an entry is gone again, that waits again. */
  waitAgain(isGone: (entry: Entry, come: ResolvedReference) => boolean): void {
    for (const entry of this.#come) {
      entry.waiting.waitAgain((come) => isGone(entry, come));
      this.noteWaiting(entry);
    }
  }

  /** Entries of which something waits; those of one object in the order of the file. */
  *waitingInOrder(): Generator<Entry> {
    const seen = new Set<Entry>();
    for (const entry of [...this.#waiting]) {
      const all = entry.place === undefined ? [] : this.of(entry.place.unit);
      for (const each of all) {
        if (seen.has(each) || !this.#waiting.has(each)) continue;
        seen.add(each);
        yield each;
      }
    }
  }

  /** True when the object of an entry is there; the entry is bound to it then. */
  bind(entry: Entry): boolean {
    if (entry.kind === 'removed' || !entry.bind(this.#model)) return false;
    this.#unbound.delete(entry);
    this.#enter(entry);
    return true;
  }

  /** Binds anew where the object of an entry is another one now. @returns whether it is */
  bindAgain(entry: Entry): boolean {
    if (entry.place !== undefined && this.#isPlace(entry, entry.place)) return false;
    this.#forget(entry);
    entry.unbind();
    this.#unbound.add(entry);
    this.bind(entry);
    return true;
  }

  noteWaiting(entry: Entry): void {
    if (entry.waiting.size > 0) this.#waiting.add(entry);
    else this.#waiting.delete(entry);
    if (entry.waiting.hasAnyCome) this.#come.add(entry);
    else this.#come.delete(entry);
  }

  /** An object is gone: its entries wait for it as they stand. */
  unbind(handle: ExposedObjectHandle): void {
    const inside = this.#inside.get(handle) ?? [];
    this.#inside.delete(handle);
    for (const target of new Set([handle.target, ...inside])) {
      const entries = this.#byTarget.get(target);
      if (entries === undefined) continue;
      if (target !== handle.target && entries[0]?.place?.handle !== handle) continue;
      this.#byTarget.delete(target);
      for (const entry of entries) {
        entry.unbind();
        this.#unbound.add(entry);
        this.noteWaiting(entry);
      }
    }
  }

  drop(entries: ReadonlySet<Entry>): void {
    this.#all = this.#all.filter((entry) => !entries.has(entry));
    for (const entry of entries) this.#forget(entry);
  }

  /** Takes in new ones, which have looked for their objects, behind the others. */
  add(entries: readonly Entry[]): void {
    if (entries.length > 0) this.#all = [...this.#all, ...entries];
    for (const entry of entries) {
      if (this.#isBound(entry)) this.#enter(entry);
      else if (!this.bind(entry)) this.#unbound.add(entry);
    }
  }

  #enter(entry: Entry): void {
    const { unit, handle } = entry.place!;
    const { target } = unit;
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

  #isPlace({ address }: Entry, { handle, unit }: Place): boolean {
    const found = address && findPlace(this.#model, address);
    const isThere = found?.handle === handle && found.unit.target === unit.target;
    return isThere && !this.#model.objects.isDestroyed(unit.target);
  }

  /** What an entry has found is still there. */
  #isBound({ kind, place }: Entry): boolean {
    if (kind === 'removed' || place === undefined) return false;
    const { objects } = this.#model;
    return objects.byTarget(place.handle.target) === place.handle && !objects.isDestroyed(place.unit.target);
  }

  #forget(entry: Entry): void {
    this.#unbound.delete(entry);
    this.#waiting.delete(entry);
    this.#come.delete(entry);
    const target = entry.place?.unit.target;
    const entries = target && this.#byTarget.get(target)?.filter((each) => each !== entry);
    if (entries === undefined) return;
    if (entries.length > 0) this.#byTarget.set(target!, entries);
    else this.#byTarget.delete(target!);
  }

  #sorted(entries: readonly Entry[]): Entry[] {
    const wanted = new Set(entries);
    const sorted = this.#all.filter((entry) => wanted.has(entry));
    return sorted.length === entries.length ? sorted : [...entries];
  }
}
