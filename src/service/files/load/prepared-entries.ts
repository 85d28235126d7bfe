import { isOwn } from '../../access/loads/prepared.js';
import type { ExposedModel } from '../../model.js';
import type { PropertyRef } from '../../objects/property-ref.js';
import { type Indexes, noIndexes } from '../../state/index-set.js';
import type { BoundEntries } from '../entries/bound-entries.js';
import type { Entry } from '../entries/entry.js';
import type { Place } from '../entries/place.js';
import { eachInItsSteps, eachInSteps, type Steps } from '../incremental.js';
import { isSelfContained } from '../pending/self-contained.js';
import { abortOnChange } from './abort-on-change.js';
import type { EntryLoader, PreparedEntry } from './entry-loader.js';
import type { PlannedState } from './planned-state.js';

/** Entries that one step looks at. */
export const entriesPerStep = 20;

/** What an entry is to set, and what that makes of its object. */
export interface Ready extends Omit<PreparedEntry, 'refs'> {
  readonly members: Indexes;
  /** The clock of changes when the object was as it was looked at, and the version of the registry. */
  readonly at: number;
  readonly version: number;
  /** Nothing of it depends on what else there is. */
  readonly isAlone: boolean;
  /** What is to be known of its object then is foreseen, and it shows nowhere else: it can be set together with others. */
  isForeseen: boolean;
  /** It was set, and of what it has changed nobody was told to whom `isForeseen` matters. */
  wasSet: boolean;
}

/** An entry with its object, and what it is to set as far as that is known. */
export interface PlannedEntry {
  readonly entry: Entry;
  readonly ready: Ready | undefined;
}

/** Of a show in which ever more changes meanwhile the rest is seen in the frame in which the document is applied. */
const mostRounds = 4;

/** What entries of a document will set once it is applied, worked out before that. */
export class PreparedEntries {
  readonly #model: ExposedModel;
  readonly #loader: EntryLoader;
  readonly #entries: BoundEntries;
  readonly #plannedState: PlannedState | undefined;
  readonly #ready = new Map<Entry, Ready>();
  /** The version of the registry that entries were bound at. */
  #version: number;
  #planned: PlannedEntry[] = [];
  /** Entries of objects that come, go or move. */
  readonly structural: Entry[] = [];

  /** @param foresight works out what is to be known of objects then */
  constructor(model: ExposedModel, loader: EntryLoader, entries: BoundEntries, plannedState?: PlannedState) {
    this.#model = model;
    this.#loader = loader;
    this.#entries = entries;
    this.#plannedState = plannedState;
    this.#version = model.objects.version;
  }

  /** Finds the objects, and then looks at what there is to set in them. */
  *prepare(): Steps<void> {
    yield* eachInSteps(this.#entries.all, entriesPerStep, (entry) => {
      this.#entries.bind(entry);
      if (entry.kind !== 'override' || entry.parent !== undefined) this.structural.push(entry);
    });
    yield* eachInItsSteps(this.#entries.all, entriesPerStep, (entry) => this.#lookAt(entry));
  }

  /** Looks again, in steps, at what has changed since. */
  *catchUp(): Steps<void> {
    const { touched } = this.#plannedState!;
    for (let round = 0; round < mostRounds; round++) {
      yield round / mostRounds;
      if (this.haveObjectsChanged) {
        this.#version = this.#model.objects.version;
        yield* eachInItsSteps(this.#entries.all, entriesPerStep, (entry) => this.#bindAgain(entry));
      }
      if (touched.size === 0) break;
      yield* eachInItsSteps([...touched], entriesPerStep, (target) => this.#lookAtObject(target));
    }
    yield* eachInSteps(this.#entries.all, entriesPerStep, (entry) => this.#plan(entry));
  }

  #lookAtObject(target: object): Steps<void> | undefined {
    const entries = this.#entries.of({ target });
    for (const entry of entries) this.#ready.delete(entry);
    const [sole] = entries;
    if (sole !== undefined) return this.#lookAt(sole);
    const unit = this.#model.saved.unit(target);
    return unit && this.#plannedState!.foreseeOther(unit);
  }

  /** @returns the steps that it takes, of one that holds much */
  #lookAt(entry: Entry): Steps<void> | undefined {
    this.#ready.delete(entry);
    const { place } = entry;
    if (place === undefined) return undefined;
    this.#plannedState?.leave(place.unit.target);
    if (!this.#isSole(entry)) return undefined;
    const found = entry.text.isLong ? tooLong : this.#foresee(entry, place);
    if (found === tooLong) return this.#lookAtLong(entry, place);
    if (found !== undefined) this.#ready.set(entry, found);
    return undefined;
  }

  /** Where its object changes meanwhile, it is among those that were touched, and is looked at again. */
  *#lookAtLong(entry: Entry, place: Place): Steps<void> {
    const found = yield* abortOnChange(this.#model.saved, place.unit, this.#foreseeInSteps(entry, place));
    if (found !== undefined) this.#ready.set(entry, found);
  }

  /** Its object may be another one since, or what it refers to. */
  #bindAgain(entry: Entry): Steps<void> | undefined {
    const ready = this.#ready.get(entry);
    const isStill = !this.#entries.bindAgain(entry) && (ready === undefined || ready.isAlone);
    return isStill ? undefined : this.#lookAt(entry);
  }

  #plan(entry: Entry): void {
    if (entry.place !== undefined) this.#planned.push({ entry, ready: this.#ready.get(entry) });
  }

  /** The entries whose objects are there, in the order of the file. */
  planned(): readonly PlannedEntry[] {
    const isAsPlanned = this.#planned.length > 0 && !this.haveObjectsChanged;
    if (isAsPlanned) return this.#planned;
    this.#planned = [];
    for (const entry of this.#entries.all) {
      if (this.haveObjectsChanged && this.#entries.bindAgain(entry)) this.#ready.delete(entry);
      this.#plan(entry);
    }
    return this.#planned;
  }

  /** Objects may have come and gone since they were found. */
  get haveObjectsChanged(): boolean {
    return this.#version !== this.#model.objects.version;
  }

  /** Whether an entry can be set together with others: nothing of what it was worked out from has changed. */
  isAsPlanned({ entry, ready }: PlannedEntry): boolean {
    if (!ready?.isForeseen || !this.#isSole(entry)) return false;
    return (
      this.#plannedState!.isKnown(entry.place!.unit.target) && (ready.isAlone || !this.haveObjectsChanged)
    );
  }

  /** What was worked out of an entry and has been set with others, so that nobody was told of what has changed. */
  setOf(target: object): readonly PropertyRef[] {
    return this.#entries.of({ target }).flatMap((entry) => {
      const ready = this.#ready.get(entry);
      return ready?.wasSet ? ready.prepared.changed : [];
    });
  }

  /** The members that entries of an object have which were set with others. */
  holds(target: object, index: number): boolean {
    return this.#entries.of({ target }).some((entry) => {
      const ready = this.#ready.get(entry);
      return ready?.wasSet === true && ready.members.has(index);
    });
  }

  /** What was worked out of an entry if it still is so, else what is so now. */
  of(entry: Entry): Ready | undefined {
    if (!this.#isSole(entry)) return undefined;
    const { objects, saved } = this.#model;
    const ready = this.#ready.get(entry);
    const isAsSeen = ready !== undefined && saved.isUnchangedSince(entry.place!.unit, ready.at);
    if (isAsSeen && (ready.isAlone || ready.version === objects.version)) return ready;
    return this.#look(entry, entry.place!);
  }

  /**
   * What several entries say of an object is known once they are applied one after the other. One may have found it long
   * after the other was looked at.
   */
  #isSole({ place }: Entry): boolean {
    return this.#entries.of(place!.unit).length === 1;
  }

  /** Works out what an entry is to set; undefined where that is known only while it is done. */
  #look(entry: Entry, place: Place): Ready | undefined {
    const { objects, saved } = this.#model;
    return readyOf(this.#loader.prepare(entry, place), saved.clock, objects.version);
  }

  /** The same with what is to be known of its object then. */
  #foresee(entry: Entry, place: Place): Ready | undefined | typeof tooLong {
    const ready = this.#look(entry, place);
    if (ready === undefined || !this.#canBeForeseen(entry, ready)) return ready;
    const isForeseen = this.#plannedState!.foresee(place.unit, ready.members, ready.prepared);
    if (isForeseen === undefined) return tooLong;
    ready.isForeseen = isForeseen;
    return ready;
  }

  *#foreseeInSteps(entry: Entry, place: Place): Steps<Ready | undefined> {
    const { objects, saved } = this.#model;
    const { clock } = saved;
    const { version } = objects;
    const ready = readyOf(yield* this.#loader.prepareInSteps(entry, place), clock, version);
    if (ready === undefined || !this.#canBeForeseen(entry, ready)) return ready;
    ready.isForeseen = yield* this.#plannedState!.foreseeInSteps(place.unit, ready.members, ready.prepared);
    return ready;
  }

  #canBeForeseen({ parent }: Entry, { prepared }: Ready): boolean {
    return this.#plannedState !== undefined && parent === undefined && isOwn(prepared);
  }
}

/** @param at the clock of changes, and `version` that of the registry, when it was worked out */
function readyOf(found: PreparedEntry | undefined, at: number, version: number): Ready | undefined {
  if (found === undefined) return undefined;
  const { prepared, waiting, refs } = found;
  const isAlone = waiting.length === 0 && refs.every(({ type }) => isSelfContained(type));
  const members = noIndexes.withAll(refs.map(indexOf));
  return { prepared, waiting, members, at, version, isAlone, isForeseen: false, wasSet: false };
}

function indexOf({ unit }: PropertyRef): number {
  return unit.member.index;
}

/** What stands for an object that is too long to be looked at in one step. */
const tooLong = Symbol('too long');
