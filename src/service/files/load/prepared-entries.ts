import { isOwnOnly } from '../../access/loads/prepared.js';
import type { ExposedModel } from '../../model/model.js';
import type { PropertyRef } from '../../objects/property-ref.js';
import { type Indexes, noIndexes } from '../../state/index-set.js';
import type { BoundEntries } from '../entries/bound-entries.js';
import type { Entry } from '../entries/entry.js';
import type { ObjectPlace } from '../entries/place.js';
import { forEachInSteps, forEachWithSteps, type Steps } from '../incremental.js';
import { isSelfContained } from '../pending/self-contained.js';
import { abortOnChange } from './abort-on-change.js';
import type { EntryLoader, PreparedEntry } from './entry-loader.js';
import type { PlannedState } from './planned-state.js';

/** Entries examined per step. */
export const entriesPerStep = 20;

/** A prepared entry with its planned effect on its object. */
export interface ReadyEntry extends Omit<PreparedEntry, 'refs'> {
  readonly members: Indexes;
  /** The change clock and the registry version when the object was examined. */
  readonly clock: number;
  readonly version: number;
  /** True if it does not depend on other objects. */
  readonly isIndependent: boolean;
  /**
   * True if the state of the object is planned and appears nowhere else, so that it can be set together with
   * others.
   */
  isPlanned: boolean;
  /** True if it was set without reporting the changes. */
  wasSet: boolean;
}

/** A bound entry, with what is known about it. */
export interface PlannedEntry {
  readonly entry: Entry;
  readonly ready: ReadyEntry | undefined;
}

/** How often changed objects are examined again; the rest is examined when the document is applied. */
const maxRounds = 4;

/** The entries of a document with what they will set, computed before the document is applied. */
export class PreparedEntries {
  readonly #model: ExposedModel;
  readonly #loader: EntryLoader;
  readonly #entries: BoundEntries;
  readonly #plannedState: PlannedState | undefined;
  readonly #ready = new Map<Entry, ReadyEntry>();
  /** The registry version when entries were bound. */
  #version: number;
  #planned: PlannedEntry[] = [];
  /** Entries that create, remove or move objects. */
  readonly structural: Entry[] = [];

  /** @param plannedState plans the state of the objects after the load */
  constructor(model: ExposedModel, loader: EntryLoader, entries: BoundEntries, plannedState?: PlannedState) {
    this.#model = model;
    this.#loader = loader;
    this.#entries = entries;
    this.#plannedState = plannedState;
    this.#version = model.objects.version;
  }

  /** Binds the entries and examines what each will set. */
  *prepare(): Steps<void> {
    yield* forEachInSteps(this.#entries.all, entriesPerStep, (entry) => {
      this.#entries.bind(entry);
      if (entry.kind !== 'override' || entry.parent !== undefined) this.structural.push(entry);
    });
    yield* forEachWithSteps(this.#entries.all, entriesPerStep, (entry) => this.#examine(entry));
  }

  /** Examines again, in steps, what has changed since. */
  *catchUp(): Steps<void> {
    const { touched } = this.#plannedState!;
    for (let round = 0; round < maxRounds; round++) {
      yield round / maxRounds;
      if (this.haveObjectsChanged) {
        this.#version = this.#model.objects.version;
        yield* forEachWithSteps(this.#entries.all, entriesPerStep, (entry) => this.#rebind(entry));
      }
      if (touched.size === 0) break;
      yield* forEachWithSteps([...touched], entriesPerStep, (target) => this.#examineObject(target));
    }
    yield* forEachInSteps(this.#entries.all, entriesPerStep, (entry) => this.#plan(entry));
  }

  #examineObject(target: object): Steps<void> | undefined {
    const entries = this.#entries.of({ target });
    for (const entry of entries) this.#ready.delete(entry);
    const [sole] = entries;
    if (sole !== undefined) return this.#examine(sole);
    const unit = this.#model.saved.unit(target);
    return unit && this.#plannedState!.planOther(unit);
  }

  /** @returns steps for a large entry */
  #examine(entry: Entry): Steps<void> | undefined {
    this.#ready.delete(entry);
    const { place } = entry;
    if (place === undefined) return undefined;
    this.#plannedState?.postpone(place.unit.target);
    if (!this.#isSole(entry)) return undefined;
    const found = entry.text.isLong ? tooLarge : this.#planEntry(entry, place);
    if (found === tooLarge) return this.#examineLarge(entry, place);
    if (found !== undefined) this.#ready.set(entry, found);
    return undefined;
  }

  /** If the object changes in between, it is among the touched ones and is examined again. */
  *#examineLarge(entry: Entry, place: ObjectPlace): Steps<void> {
    const found = yield* abortOnChange(this.#model.saved, place.unit, this.#planInSteps(entry, place));
    if (found !== undefined) this.#ready.set(entry, found);
  }

  /** Examines an entry again if its object, or what it refers to, may have been replaced. */
  #rebind(entry: Entry): Steps<void> | undefined {
    const ready = this.#ready.get(entry);
    const isStill = !this.#entries.rebind(entry) && (ready === undefined || ready.isIndependent);
    return isStill ? undefined : this.#examine(entry);
  }

  #plan(entry: Entry): void {
    if (entry.place !== undefined) this.#planned.push({ entry, ready: this.#ready.get(entry) });
  }

  /** Returns the bound entries, in the order of the file. */
  planned(): readonly PlannedEntry[] {
    const isAsPlanned = this.#planned.length > 0 && !this.haveObjectsChanged;
    if (isAsPlanned) return this.#planned;
    this.#planned = [];
    for (const entry of this.#entries.all) {
      if (this.haveObjectsChanged && this.#entries.rebind(entry)) this.#ready.delete(entry);
      this.#plan(entry);
    }
    return this.#planned;
  }

  /** True if objects were added or removed since the entries were bound. */
  get haveObjectsChanged(): boolean {
    return this.#version !== this.#model.objects.version;
  }

  /** True if an entry can be set together with others because nothing it depends on has changed. */
  isAsPlanned({ entry, ready }: PlannedEntry): boolean {
    if (!ready?.isPlanned || !this.#isSole(entry)) return false;
    return (
      this.#plannedState!.isKnown(entry.place!.unit.target) &&
      (ready.isIndependent || !this.haveObjectsChanged)
    );
  }

  /** Returns what was set in an object together with others, and was therefore not reported. */
  setOf(target: object): readonly PropertyRef[] {
    return this.#entries.of({ target }).flatMap((entry) => {
      const ready = this.#ready.get(entry);
      return ready?.wasSet ? ready.prepared.changed : [];
    });
  }

  /** True if an entry that was set together with others has a member. */
  holds(target: object, index: number): boolean {
    return this.#entries.of({ target }).some((entry) => {
      const ready = this.#ready.get(entry);
      return ready?.wasSet === true && ready.members.has(index);
    });
  }

  /** Returns the prepared entry, prepared again if it is no longer valid. */
  of(entry: Entry): ReadyEntry | undefined {
    if (!this.#isSole(entry)) return undefined;
    const { objects, saved } = this.#model;
    const ready = this.#ready.get(entry);
    const isUpToDate = ready !== undefined && saved.isUnchangedSince(entry.place!.unit, ready.clock);
    if (isUpToDate && (ready.isIndependent || ready.version === objects.version)) return ready;
    return this.#prepareEntry(entry, entry.place!);
  }

  /** False if several entries are about the object: their effect is only known once they are applied in order. */
  #isSole({ place }: Entry): boolean {
    return this.#entries.of(place!.unit).length === 1;
  }

  /** Prepares an entry; undefined if that is only possible while it is applied. */
  #prepareEntry(entry: Entry, place: ObjectPlace): ReadyEntry | undefined {
    const { objects, saved } = this.#model;
    return readyOf(this.#loader.prepare(entry, place), saved.clock, objects.version);
  }

  /** Prepares an entry and plans the state of its object. */
  #planEntry(entry: Entry, place: ObjectPlace): ReadyEntry | undefined | typeof tooLarge {
    const ready = this.#prepareEntry(entry, place);
    if (ready === undefined || !this.#canBePlanned(entry, ready)) return ready;
    const isForeseen = this.#plannedState!.plan(place.unit, ready.members, ready.prepared);
    if (isForeseen === undefined) return tooLarge;
    ready.isPlanned = isForeseen;
    return ready;
  }

  *#planInSteps(entry: Entry, place: ObjectPlace): Steps<ReadyEntry | undefined> {
    const { objects, saved } = this.#model;
    const { clock } = saved;
    const { version } = objects;
    const ready = readyOf(yield* this.#loader.prepareInSteps(entry, place), clock, version);
    if (ready === undefined || !this.#canBePlanned(entry, ready)) return ready;
    ready.isPlanned = yield* this.#plannedState!.planInSteps(place.unit, ready.members, ready.prepared);
    return ready;
  }

  #canBePlanned({ parent }: Entry, { prepared }: ReadyEntry): boolean {
    return this.#plannedState !== undefined && parent === undefined && isOwnOnly(prepared);
  }
}

/** @param clock the change clock, and `version` that of the registry, when it was prepared */
function readyOf(found: PreparedEntry | undefined, clock: number, version: number): ReadyEntry | undefined {
  if (found === undefined) return undefined;
  const { prepared, pending, refs } = found;
  const isIndependent = pending.length === 0 && refs.every(({ type }) => isSelfContained(type));
  const members = noIndexes.withAll(refs.map(indexOf));
  return { prepared, pending, members, clock, version, isIndependent, isPlanned: false, wasSet: false };
}

function indexOf({ unit }: PropertyRef): number {
  return unit.member.index;
}

/** Marks an object that is too large to be examined in one step. */
const tooLarge = Symbol('too long');
