import { foreseeing } from '../access/prepared.js';
import type { ExposedModel } from '../model.js';
import type { PropertyRef } from '../objects/property-ref.js';
import type { Captured } from '../state/defaults.js';
import type { BoundEntries } from './bound-entries.js';
import type { Entry } from './entry.js';
import type { EntryLoader, PreparedEntry } from './entry-loader.js';
import { eachInSteps, type Steps } from './slices.js';
import { standsAlone } from './stands-alone.js';

/** Entries that one step looks at. */
export const entriesPerStep = 20;

/** What an entry is to set, and what that makes of its object. */
export interface Ready extends Omit<PreparedEntry, 'refs'> {
  readonly members: readonly number[];
  /** The clock of changes when the object was as it was looked at, and the version of the registry. */
  readonly at: number;
  readonly version: number;
  /** Nothing of it depends on what else there is. */
  readonly isAlone: boolean;
  /** Notes what files say of the object then, and that nothing of it is edited. */
  readonly note: (() => void) | undefined;
}

/**
 * Works out what is to be noted of an object that is, while it is asked, as a document says.
 * @param held the members that the document has
 * @param changed those that it changes
 * @returns notes it; undefined where that has to be seen when the document is applied
 */
export type Foresee = (
  unit: Captured,
  held: ReadonlySet<number>,
  changed: readonly number[],
) => (() => void) | undefined;

/** What entries of a document will set once it is applied, worked out before that. */
export class PreparedEntries {
  readonly #model: ExposedModel;
  readonly #loader: EntryLoader;
  readonly #entries: BoundEntries;
  readonly #foresee: Foresee;
  readonly #ready = new Map<Entry, Ready>();
  /** The version of the registry that entries were bound at. */
  readonly #version: number;

  constructor(model: ExposedModel, loader: EntryLoader, entries: BoundEntries, foresee: Foresee) {
    this.#model = model;
    this.#loader = loader;
    this.#entries = entries;
    this.#foresee = foresee;
    this.#version = model.objects.version;
  }

  /** Finds the objects, and then looks at what there is to set in them. */
  *prepare(): Steps<void> {
    yield* eachInSteps(this.#entries.all, entriesPerStep, (entry) => void this.#entries.bind(entry));
    yield* eachInSteps(this.#entries.all, entriesPerStep, (entry) => {
      const found = this.#look(entry);
      if (found !== undefined) this.#ready.set(entry, found);
    });
  }

  /** Objects may have come and gone since they were found. */
  get haveObjectsChanged(): boolean {
    return this.#version !== this.#model.objects.version;
  }

  /** An entry has another object now. */
  forget(entry: Entry): void {
    this.#ready.delete(entry);
  }

  /** What was worked out of an entry if it still is so, else what is so now. */
  of(entry: Entry): Ready | undefined {
    const { objects, saved } = this.#model;
    const ready = this.#ready.get(entry);
    const isAsSeen = ready !== undefined && saved.isUnchangedSince(entry.place!.unit, ready.at);
    if (isAsSeen && (ready.isAlone || ready.version === objects.version)) return ready;
    return this.#look(entry);
  }

  /** Works out what an entry is to set; undefined where that is known only while it is done. */
  #look(entry: Entry): Ready | undefined {
    const { place } = entry;
    // What several entries say of an object is known once they are applied one after the other.
    if (place === undefined || this.#entries.of(place.unit).length > 1) return undefined;
    const { objects, saved } = this.#model;
    const { clock: at } = saved;
    const { version } = objects;
    const found = this.#loader.prepare(entry, place);
    if (found === undefined) return undefined;
    const { prepared, waiting, refs } = found;
    const isAlone = waiting.length === 0 && refs.every(({ type }) => standsAlone(type));
    const members = refs.map(indexOf);
    const changed = prepared.changed.map(indexOf);
    const note =
      entry.parent === undefined
        ? foreseeing(prepared.assignments, () => this.#foresee(place.unit, new Set(members), changed))
        : undefined;
    return { prepared, waiting, members, at, version, isAlone, note };
  }
}

function indexOf({ unit }: PropertyRef): number {
  return unit.member.index;
}
