import { type ApplicationCode, reportTo } from '../application-code.js';
import type { Host } from '../host.js';
import type { ExposedModel } from '../model.js';
import type { Captured } from '../state/defaults.js';
import { baseSceneName } from './base-scene.js';
import { mayHaveChanged, parentDelta, UnitState, unitDelta } from './deltas.js';
import { Entry, mergedEntry } from './entry.js';
import { fileText, formats, header, type Raw, type RawObject } from './format.js';
import { persistentUnits } from './place.js';

/** Members of an object, and `@parent`, that state of a file has come to. */
export interface Applied {
  readonly unit: Captured;
  readonly members: readonly string[];
}

/**
 * A live scene in memory: the file as it was read, bound to the living objects. A save edits only what has changed
 * since, so that everything else is written back as it stood: what is pending, what is unknown, the order of all
 * (LSC-16, ORP-5).
 */
export class LiveDocument {
  readonly #model: ExposedModel;
  readonly #host: Host;
  readonly #file: RawObject;
  readonly #text: string | undefined;
  readonly #code: ApplicationCode;
  entries: Entry[];
  /** What is in no entry but was there when the file was loaded: only engine code has set it, and it stays out. */
  #ambient = new Map<object, UnitState>();
  readonly #baseAtLoad: string | undefined;

  private constructor(
    model: ExposedModel,
    host: Host,
    file: RawObject,
    text: string | undefined,
    entries: Entry[],
  ) {
    this.#model = model;
    this.#host = host;
    this.#file = file;
    this.#text = text;
    this.entries = entries;
    this.#code = reportTo(host.log);
    this.#baseAtLoad = baseSceneName(host);
  }

  /** A scene that has no file yet. */
  static empty(model: ExposedModel, host: Host, packageVersion: string): LiveDocument {
    return new LiveDocument(
      model,
      host,
      header(formats.live[0], host.application, packageVersion),
      undefined,
      [],
    );
  }

  static of(
    model: ExposedModel,
    host: Host,
    file: RawObject,
    text: string,
    entries: readonly RawObject[],
  ): LiveDocument {
    return new LiveDocument(
      model,
      host,
      file,
      text,
      entries.map((raw) => new Entry(raw)),
    );
  }

  /** The same file, bound to nothing yet. */
  again(): LiveDocument {
    const entries = this.entries.map(({ raw }) => new Entry(raw));
    return new LiveDocument(this.#model, this.#host, this.#file, this.#text, entries);
  }

  /** Creates new objects, then applies what can be applied; the rest is pending. */
  applyAll(): void {
    for (const entry of this.entries) this.#spawn(entry);
    const bound = this.entries.filter((entry) => entry.bind(this.#model));
    for (const entry of bound) entry.apply(this.#model, this.#code);
    // References may lead to objects whose entries came later in the file.
    for (const entry of bound) entry.apply(this.#model, this.#code, [...entry.unresolved]);
    for (const entry of bound) entry.noteApplied(this.#stateOf(entry));
    const isBound = new Set(bound.map((entry) => entry.place!.unit.target));
    for (const unit of this.#model.dirty.changedUnits) {
      if (!isBound.has(unit.target)) this.#ambient.set(unit.target, unitDelta(this.#model, unit, 'scene'));
    }
  }

  /** Binds what has become possible and nobody has edited meanwhile; what state has come to (DRT-9). */
  bindPending(): Applied[] {
    const applied: { entry: Entry; names: readonly string[] }[] = [];
    for (const entry of this.entries) {
      if (entry.place !== undefined && this.#isGone(entry)) entry.place = undefined;
      const isNew = !entry.isBound && entry.bind(this.#model);
      if (!entry.isBound || (!isNew && entry.unresolved.size === 0)) continue;
      const names = entry.without(entry.editedMembers(this.#model), isNew ? entry.names : entry.unresolved);
      if (names.length === 0) continue;
      entry.apply(this.#model, this.#code, names);
      applied.push({ entry, names });
    }
    for (const { entry, names } of applied) entry.noteApplied(this.#stateOf(entry), names);
    return applied.map(({ entry, names }) => ({
      unit: entry.place!.unit,
      members: names.map((name) => entry.memberOf(name)),
    }));
  }

  #stateOf({ place }: Entry): UnitState {
    return unitDelta(this.#model, place!.unit, 'scene');
  }

  /** True when another base scene is loaded than when the file was (LSC-4). */
  get isBaseSceneChanged(): boolean {
    return baseSceneName(this.#host) !== this.#baseAtLoad;
  }

  /** The base scene that the file names. */
  get baseSceneName(): string | undefined {
    const name = this.#file.baseSceneName;
    return typeof name === 'string' ? name : undefined;
  }

  /** Entries that wait for their object. */
  get pending(): readonly Entry[] {
    return this.entries.filter((entry) => !entry.isBound || this.#isGone(entry));
  }

  /** Drops the pending entries rooted at a key; false when there are none (ORP-4). */
  removeOrphan(sourceKey: string): boolean {
    const doomed = new Set(this.pending.filter(({ address }) => address?.key === sourceKey));
    this.entries = this.entries.filter((entry) => !doomed.has(entry));
    return doomed.size > 0;
  }

  /** The file as it would be saved now. Serialises what was changed and nothing else. */
  build(): { text: string; document: LiveDocument } {
    const deltas = new Map<object, UnitState>();
    const deltaOf = (unit: Captured) => {
      const found = deltas.get(unit.target) ?? unitDelta(this.#model, unit, 'scene');
      deltas.set(unit.target, found);
      return found;
    };
    const inner = this.#innerEntries(deltaOf);
    const next: Entry[] = [];
    const seen = new Set<object>();
    for (const entry of this.entries) {
      const isInner = entry.address?.rest !== undefined;
      if (!entry.isBound || this.#isGone(entry) || (isInner && inner.kept.has(entry))) next.push(entry);
      else if (!isInner) {
        const { unit } = entry.place!;
        seen.add(unit.target);
        const covered = inner.members.get(unit.target);
        const edited = entry.editedMembers(this.#model);
        const raw = mergedEntry(entry, deltaOf(unit), {
          parent: parentDelta(this.#model, unit),
          edited,
          isWanted: (member) => this.#isWanted(unit, member, deltaOf(unit), covered),
        });
        if (raw !== undefined) next.push(successor(entry, raw, deltaOf(unit), edited));
      }
    }
    const mayMatter = mayHaveChanged(this.#model);
    const isNew = (unit: Captured) => this.#host.spawner?.origin(unit.target) !== undefined;
    for (const { unit, source } of persistentUnits(this.#model, (each) => mayMatter(each) || isNew(each))) {
      if (seen.has(unit.target)) continue;
      const raw = this.#newEntry(unit, source, deltaOf(unit), inner.members.get(unit.target));
      if (raw === undefined) continue;
      const entry = new Entry(raw);
      entry.bind(this.#model);
      entry.applied = deltaOf(unit);
      next.push(entry);
    }
    return this.#assemble(next);
  }

  #assemble(next: Entry[]): { text: string; document: LiveDocument } {
    const base = baseSceneName(this.#host);
    const isSameBase = this.#text !== undefined && base === this.#baseAtLoad;
    const before = (this.#file.objects ?? []) as Raw[];
    const isSame = before.length === next.length && next.every(({ raw }, i) => raw === before[i]);
    const file = isSameBase && isSame ? this.#file : this.#newFile(next, isSameBase, base);
    const text = file === this.#file ? this.#text! : fileText(file);
    const document = new LiveDocument(this.#model, this.#host, file, text, next);
    document.#ambient = this.#ambient;
    return { text, document };
  }

  #newFile(next: readonly Entry[], isSameBase: boolean, base: string | undefined): RawObject {
    const {
      format,
      formatVersion: version,
      metadata,
      baseSceneName: oldBase,
      objects: _,
      ...rest
    } = this.#file;
    const newBase = isSameBase ? oldBase : base;
    return {
      format: format!,
      formatVersion: version ?? 1,
      ...(newBase !== undefined && { baseSceneName: newBase }),
      ...(metadata !== undefined && { metadata }),
      ...rest,
      objects: next.map(({ raw }) => raw),
    };
  }

  /** Entries of something inside an object stay as long as that has not changed; the object's own leaves it out. */
  #innerEntries(deltaOf: (unit: Captured) => UnitState) {
    const kept = new Set<Entry>();
    const members = new Map<object, Set<string>>();
    for (const entry of this.entries) {
      if (entry.address?.rest === undefined || entry.place === undefined || this.#isGone(entry)) continue;
      const { unit } = entry.place;
      const member = entry.memberOf('');
      if (deltaOf(unit).get(member)?.text !== entry.applied.get(member)?.text) continue;
      kept.add(entry);
      members.set(unit.target, (members.get(unit.target) ?? new Set()).add(member));
    }
    return { kept, members };
  }

  /** An entry for an object that the file does not have yet; undefined when there is nothing to say of it. */
  #newEntry(
    unit: Captured,
    source: string,
    delta: UnitState,
    covered: Set<string> | undefined,
  ): RawObject | undefined {
    const origin = this.#host.spawner?.origin(unit.target);
    const isRoot = !source.includes('.components[');
    const parent = isRoot ? parentDelta(this.#model, unit) : undefined;
    const members = [...delta].filter(([name]) => this.#isWanted(unit, name, delta, covered));
    const isNew = isRoot && origin !== undefined;
    if (members.length === 0 && parent === undefined && !isNew) return undefined;
    return {
      '@source': source,
      ...(isNew && (origin.prefab === undefined ? { '@op': 'new' } : { '@prefab': origin.prefab })),
      '@type': unit.class.name,
      ...(parent !== undefined && { '@parent': parent.key }),
      ...Object.fromEntries(members.map(([name, { json }]) => [name, json as Raw])),
    };
  }

  /** What engine code alone has set, and not since the file was loaded, is no part of the file. */
  #isWanted(unit: Captured, name: string, delta: UnitState, covered: Set<string> | undefined): boolean {
    if (covered?.has(name)) return false;
    const { index } = unit.class.member(name)!;
    if (this.#text === undefined || this.#model.dirty.wasSet(unit, index)) return true;
    const before = this.#ambient.get(unit.target) ?? this.#appliedTo(unit);
    return before?.get(name)?.text !== delta.get(name)?.text;
  }

  #appliedTo(unit: Captured): UnitState | undefined {
    return this.entries.find(
      ({ place, address }) => place?.unit.target === unit.target && address?.rest === undefined,
    )?.applied;
  }

  #spawn(entry: Entry): void {
    const { address, isNewObject, isRoot, typeName, raw } = entry;
    if (!isNewObject || !isRoot || this.#model.objects.bySourceKey(address!.key) !== undefined) return;
    const prefab = typeof raw['@prefab'] === 'string' ? raw['@prefab'] : undefined;
    try {
      this.#host.spawner?.spawn({ sourceKey: address!.key, className: typeName, prefab });
    } catch (error) {
      this.#code.report(`Loading ${entry.source}`, error);
    }
  }

  #isGone({ place }: Entry): boolean {
    if (place === undefined) return false;
    const { objects } = this.#model;
    return (
      objects.isDestroyed(place.unit.target) ||
      (place.handle.isRegistered && objects.resolve(place.handle.id) !== place.handle)
    );
  }
}

function successor(entry: Entry, raw: RawObject, state: UnitState, edited: ReadonlySet<string>): Entry {
  const next = new Entry(raw);
  next.place = entry.place;
  for (const name of entry.without(edited, entry.unresolved)) next.unresolved.add(name);
  // What cannot be read is still what was loaded.
  const saved = new UnitState(state);
  for (const name of [...state.unreadable, ...entry.applied.unreadable]) {
    if (edited.has(name)) continue;
    const before = entry.applied.get(name);
    saved.unreadable.add(name);
    if (before !== undefined) saved.set(name, before);
  }
  next.applied = saved;
  return next;
}
