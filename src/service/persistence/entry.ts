import type { ApplicationCode } from '../application-code.js';
import { ExposedError } from '../exposed-error.js';
import type { ExposedModel } from '../model.js';
import { UnitState } from './deltas.js';
import { type Raw, type RawObject, toJson } from './format.js';
import { mergeRaw } from './merge-raw.js';
import { type Address, findPlace, memberAt, type Place, parseAddress } from './place.js';

/** An entry of a file: the state of one object, bound to it once the object is there. */
export class Entry {
  readonly raw: RawObject;
  /** `@source`, of a new object also `@id`; undefined for an entry that names nothing. */
  readonly source: string | undefined;
  readonly address: Address | undefined;
  place: Place | undefined;
  /** What the object's state was once the entry was applied: what is still the same was not touched since. */
  applied = new UnitState();
  /** Members that refer to something that is not there yet. */
  readonly unresolved = new Set<string>();

  constructor(raw: RawObject) {
    this.raw = raw;
    const source = raw['@source'] ?? raw['@id'];
    this.source = typeof source === 'string' ? source : undefined;
    this.address = this.source === undefined ? undefined : parseAddress(this.source);
  }

  get typeName(): string {
    return typeof this.raw['@type'] === 'string' ? this.raw['@type'] : '';
  }

  /** An object that the base scene does not have: one that the loaded file creates. */
  get isNewObject(): boolean {
    return '@prefab' in this.raw || this.raw['@op'] === 'new' || !('@source' in this.raw);
  }

  /** An entry of a whole object, and not of something inside it. */
  get isRoot(): boolean {
    return (
      this.address !== undefined && this.address.component === undefined && this.address.rest === undefined
    );
  }

  get isBound(): boolean {
    return this.place !== undefined;
  }

  /** Looks for the object; true when it is there and of the type that the entry is of. */
  bind(model: ExposedModel): boolean {
    const place = this.address && findPlace(model, this.address);
    if (place === undefined) return false;
    const cls = this.typeName === '' ? place.unit.class : model.classes.find(this.typeName);
    const isOfType = this.address?.rest !== undefined || (cls !== undefined && place.unit.class.isA(cls));
    if (isOfType) this.place = place;
    return isOfType;
  }

  /** What of it a load applies: members by the names that the file has for them, and `@parent`. */
  get names(): readonly string[] {
    return Object.keys(this.raw).filter((name) => name === '@parent' || !name.startsWith('@'));
  }

  /**
   * Writes members to the object. What fails is left as it is, and the file keeps what it holds for it: what application
   * code throws costs its own member alone, and `code` is told.
   */
  apply(model: ExposedModel, code: ApplicationCode, names: readonly string[] = this.names): void {
    if (this.place === undefined) return;
    const prefix = this.address?.rest === undefined ? '' : `${this.address.rest}/`;
    for (const name of names) {
      this.unresolved.delete(name);
      try {
        if (name === '@parent') this.#applyParent(model, this.place);
        else this.#applyMember(model, this.place, prefix, name);
      } catch (error) {
        reportFailure(code, `Loading ${this.source}/${name}`, error);
      }
    }
  }

  /** Takes the present state of what was applied as what came of the file, once all entries are applied. */
  noteApplied(state: UnitState, names: readonly string[] = this.names): void {
    const applied = new Set(names.map((name) => this.memberOf(name)));
    const others = new Set(this.names.map((name) => this.memberOf(name)));
    for (const name of applied) others.delete(name);
    const next = new UnitState();
    for (const [name, value] of state) if (!others.has(name)) next.set(name, value);
    for (const [name, value] of this.applied) if (others.has(name)) next.set(name, value);
    for (const name of state.unreadable) next.unreadable.add(name);
    this.applied = next;
  }

  /** The member of the object that a name in the entry is about: its current name; of an entry inside, where that is. */
  memberOf(name: string): string {
    const cls = this.place?.unit.class;
    const rest = this.address?.rest;
    const outer = rest === undefined ? name : (/^[^./[]+/.exec(rest)?.[0] ?? '');
    return cls?.member(outer)?.name ?? outer;
  }

  /** The members of the object that a user has edited since they were loaded or saved: they wait no more. */
  editedMembers(model: ExposedModel): ReadonlySet<string> {
    const { place } = this;
    return new Set(place && model.dirty.dirtyMembers(place.unit).map(({ name }) => name));
  }

  /** Of names in the entry, those whose members are not in `edited`. */
  without(edited: ReadonlySet<string>, names: Iterable<string>): string[] {
    return [...names].filter((name) => !edited.has(this.memberOf(name)));
  }

  #applyMember(model: ExposedModel, place: Place, prefix: string, name: string): void {
    const ref = memberAt(model, place, prefix + name);
    if (!ref.unit.member.isPersistable) return;
    model.writer.load(ref, toJson(this.raw[name]!), model.defaults.of(ref.unit), {
      unresolved: () => void this.unresolved.add(name),
      // What has no meaning here stays in the file (LSC-7: without a warning).
      ignored: () => {},
    });
  }

  #applyParent(model: ExposedModel, { handle }: Place): void {
    const key = this.raw['@parent'];
    const child = model.gameObjectOf(handle);
    const parent = typeof key === 'string' ? model.objects.bySourceKey(key) : undefined;
    const above = parent && model.gameObjectOf(parent);
    if (child === undefined) return;
    if (key !== null && above === undefined) this.unresolved.add('@parent');
    else if (!model.isAbove(child, above)) model.setParent(child, above, 'load');
  }
}

/** What the file names and this application does not have is no failure; what its code throws is. */
function reportFailure(code: ApplicationCode, where: string, error: unknown): void {
  if (!(error instanceof ExposedError)) code.report(where, error);
  // A getter that throws has been logged by its member.
  else if (error.code === 'function-failed') code.report(where, error.cause ?? error);
}

/**
 * The entry as it is saved: members that have not changed since it was applied stay as they stand in the file, also
 * those that mean nothing here. The very same object when nothing has changed; undefined when nothing is left to say.
 */
export function mergedEntry(
  entry: Entry,
  now: UnitState,
  {
    parent,
    edited,
    isWanted,
  }: {
    readonly parent?: { readonly key: string | null } | undefined;
    /** Members that a user has edited. */
    readonly edited: ReadonlySet<string>;
    /** Whether a member that the entry does not have is added. */
    readonly isWanted: (member: string) => boolean;
  },
): RawObject | undefined {
  const { raw, place, applied } = entry;
  const cls = place!.unit.class;
  const merged: RawObject = {};
  const written = new Set<string>();
  let isChanged = false;
  const parentKey = parent?.key;
  for (const [name, value] of Object.entries(raw)) {
    if (name === '@parent') {
      const stays = (entry.unresolved.has('@parent') && !edited.has('@parent')) || parentKey === value;
      if (stays) merged[name] = value;
      else isChanged = true;
      continue;
    }
    const member = name.startsWith('@') ? undefined : cls.member(name);
    if (member === undefined) {
      merged[name] = value;
      continue;
    }
    written.add(member.name);
    const before = applied.get(member.name);
    const state = now.get(member.name);
    if (stays(entry, now, name, member.name, edited)) merged[name] = value;
    else {
      isChanged = true;
      if (state !== undefined) merged[member.name] = mergeRaw(value, before?.json, state.json);
    }
  }
  if (parentKey !== undefined && !('@parent' in merged)) {
    isChanged = true;
    merged['@parent'] = parentKey;
  }
  for (const [name, { json }] of now) {
    if (written.has(name) || !isWanted(name)) continue;
    isChanged = true;
    merged[name] = json as Raw;
  }
  if (!isChanged) return raw;
  const saysNothing = Object.keys(merged).every((name) => name === '@source' || name === '@type');
  return saysNothing ? undefined : merged;
}

/** True for a member whose text in the file nobody has touched: it waits, it cannot be read, or it is what was loaded. */
function stays(
  { unresolved, applied }: Entry,
  now: UnitState,
  name: string,
  member: string,
  edited: ReadonlySet<string>,
): boolean {
  if (now.unreadable.has(member)) return true;
  if (!edited.has(member) && (unresolved.has(name) || applied.unreadable.has(member))) return true;
  return now.get(member)?.text === applied.get(member)?.text;
}
