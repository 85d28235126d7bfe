import { ExposedError } from '../exposed-error.js';
import type { ExposedModel } from '../model.js';
import { type UnitDelta, unitDelta } from './deltas.js';
import { type Raw, type RawObject, toJson } from './format.js';
import { type Address, findPlace, memberAt, type Place, parseAddress } from './place.js';

/** An entry of a file: the state of one object, bound to it once the object is there. */
export class Entry {
  readonly raw: RawObject;
  /** `@source`, of a new object also `@id`; undefined for an entry that names nothing. */
  readonly source: string | undefined;
  readonly address: Address | undefined;
  place: Place | undefined;
  /** What the object's delta was once the entry was applied: what is still the same was not touched since. */
  applied: UnitDelta = new Map();
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

  /** Writes the entry's members to the object, those alone that refer to something that was missing if `again`. */
  apply(model: ExposedModel, again = false): void {
    if (this.place === undefined) return;
    const prefix = this.address?.rest === undefined ? '' : `${this.address.rest}/`;
    const names = again ? [...this.unresolved] : Object.keys(this.raw);
    this.unresolved.clear();
    for (const name of names) {
      if (name === '@parent') this.#applyParent(model, this.place);
      else if (!name.startsWith('@')) this.#applyMember(model, this.place, prefix, name);
    }
  }

  /** Takes the object's present delta as what came of the file, once all its entries are applied. */
  noteApplied(model: ExposedModel): void {
    if (this.place !== undefined) this.applied = unitDelta(model, this.place.unit, 'scene');
  }

  #applyMember(model: ExposedModel, place: Place, prefix: string, name: string): void {
    try {
      const ref = memberAt(model, place, prefix + name);
      if (!ref.unit.member.isPersistable) return;
      model.writer.load(ref, toJson(this.raw[name]!), model.defaults.of(ref.unit), {
        unresolved: () => void this.unresolved.add(name),
        // What has no meaning here stays in the file (LSC-7: without a warning).
        ignored: () => {},
      });
    } catch (error) {
      if (!(error instanceof ExposedError)) throw error;
    }
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

/**
 * The entry as it is saved: members that have not changed since it was applied stay as they stand in the file, also
 * those that mean nothing here. The very same object when nothing has changed; undefined when nothing is left to say.
 */
export function mergedEntry(
  entry: Entry,
  delta: UnitDelta,
  parent: { readonly key: string | null } | undefined,
  isWanted: (member: string) => boolean,
): RawObject | undefined {
  const { raw, place, applied } = entry;
  const cls = place!.unit.class;
  const merged: RawObject = {};
  const written = new Set<string>();
  let isChanged = false;
  const parentKey = parent?.key;
  for (const [name, value] of Object.entries(raw)) {
    if (name === '@parent') {
      const stays = entry.unresolved.has('@parent') || parentKey === value;
      if (stays) merged[name] = value;
      else isChanged = true;
      continue;
    }
    const member = name.startsWith('@') ? undefined : cls.member(name);
    if (member === undefined || entry.unresolved.has(name)) {
      merged[name] = value;
      if (member) written.add(member.name);
      continue;
    }
    const now = delta.get(member.name);
    written.add(member.name);
    if (now?.text === applied.get(member.name)?.text) merged[name] = value;
    else {
      isChanged = true;
      if (now !== undefined) merged[member.name] = now.json as Raw;
    }
  }
  if (parentKey !== undefined && !('@parent' in merged)) {
    isChanged = true;
    merged['@parent'] = parentKey;
  }
  for (const [name, { json }] of delta) {
    if (written.has(name) || !isWanted(name)) continue;
    isChanged = true;
    merged[name] = json as Raw;
  }
  if (!isChanged) return raw;
  const saysNothing = Object.keys(merged).every((name) => name === '@source' || name === '@type');
  return saysNothing ? undefined : merged;
}
